import { Form, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { RelativeTime } from "~/components/relative-time";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { MonitorSmartphone } from "~/components/ui/icons";
import { toast } from "~/components/ui/toast-store";
import type { OwnPushDevice } from "~/domain/push/devices.server";
import { pushSupport, turnOffPush, turnOnPush } from "./push";

type PushDevicesProps = { devices: readonly OwnPushDevice[]; publicKey: string; now: number };

/**
 * Devices that show to-do reminders as notifications; each is turned on from the device itself and can be turned off
 * from anywhere.
 */
export function PushDevices({ devices, publicKey, now }: PushDevicesProps) {
  return (
    <>
      {devices.length > 0 && (
        <Card>
          <ul aria-label="Devices with notifications" className="divide-y divide-border">
            {devices.map(({ id, name, createdAt, lastSentAt, isThis }) => (
              <li key={id} className="flex min-h-row flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
                <MonitorSmartphone aria-hidden="true" className="size-5 text-subtle-foreground" />
                <div className="min-w-0 flex-1">
                  <p className="flex flex-wrap items-center gap-2">
                    {name}
                    {isThis && <Badge tone="ok">This device</Badge>}
                  </p>
                  <p className="text-muted-foreground text-sm">
                    {lastSentAt === null ? (
                      <>
                        Added <RelativeTime at={Date.parse(createdAt)} now={now} />
                      </>
                    ) : (
                      <>
                        Last notified <RelativeTime at={Date.parse(lastSentAt)} now={now} />
                      </>
                    )}
                  </p>
                </div>
                <Form method="post" preventScrollReset onSubmit={() => isThis && void turnOffPush()}>
                  <input type="hidden" name="intent" value="push" />
                  <input type="hidden" name="id" value={id} />
                  <Button variant="outline" size="sm" type="submit" aria-label={`Stop notifications on ${name}`}>
                    Stop
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {!devices.some(({ isThis }) => isThis) && <TurnOn publicKey={publicKey} />}
    </>
  );
}

function TurnOn({ publicKey }: { publicKey: string }) {
  const { revalidate } = useRevalidator();
  const [support, setSupport] = useState<ReturnType<typeof pushSupport>>();
  const [isAsking, setAsking] = useState(false);
  // Only the browser knows what it supports.
  useEffect(() => setSupport(pushSupport()), []);
  if (support === "missing")
    return (
      <p className="text-muted-foreground">
        This browser can’t show notifications. On an iPhone or iPad, add Plenum to the home screen first.
      </p>
    );
  if (support === "blocked")
    return (
      <p className="text-muted-foreground">
        This browser blocks notifications from Plenum. Allow them in its site settings, then reload.
      </p>
    );
  const turnOn = async () => {
    setAsking(true);
    try {
      await turnOnPush(publicKey);
      toast({ title: "Notifications are on for this device" });
      revalidate();
    } catch (error) {
      toast({ tone: "bad", title: error instanceof Error ? error.message : "Notifications could not be turned on." });
      setSupport(pushSupport());
    } finally {
      setAsking(false);
    }
  };
  return (
    <Button
      variant="outline"
      className="self-start noscript:hidden"
      onClick={turnOn}
      loading={isAsking}
      disabled={!support}
    >
      Turn on for this device
    </Button>
  );
}
