import { Form } from "@remix-run/react";
import { MonitorSmartphone } from "lucide-react";
import { RelativeTime } from "~/components/relative-time";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { deviceName } from "~/domain/auth/device";

interface SessionView {
  id: string;
  userAgent: string;
  lastSeenAt: string;
  current: boolean;
}

export function Sessions({ sessions, now }: { sessions: readonly SessionView[]; now: number }) {
  return (
    <>
      <Card>
        <ul className="divide-y divide-border">
          {sessions.map((session) => (
            <li key={session.id} className="flex min-h-row flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
              <MonitorSmartphone aria-hidden="true" className="size-5 text-subtle-foreground" />
              <span className="min-w-0 flex-1">{deviceName(session.userAgent)}</span>
              {session.current ? (
                <Badge tone="ok">This device</Badge>
              ) : (
                <span className="text-muted-foreground">
                  Last used <RelativeTime at={Date.parse(session.lastSeenAt)} now={now} />
                </span>
              )}
            </li>
          ))}
        </ul>
      </Card>
      <Form method="post">
        <input type="hidden" name="intent" value="others" />
        <Button variant="outline" type="submit" disabled={sessions.length < 2}>
          Sign out other sessions
        </Button>
      </Form>
    </>
  );
}
