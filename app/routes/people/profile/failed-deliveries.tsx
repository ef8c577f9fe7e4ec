import { Form } from "@remix-run/react";
import { RelativeTime } from "~/components/relative-time";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import type { DeadLetter } from "~/domain/outbox/dead-letters.server";
import { TOPICS } from "~/domain/outbox/topics";

interface FailedDeliveriesProps {
  letters: readonly DeadLetter[];
  now: number;
  formKey: string;
}

/** Account emails, notifications, bank syncs and exports that failed after all attempts. */
export function FailedDeliveries({ letters, now, formKey }: FailedDeliveriesProps) {
  return (
    <Card>
      <ul className="divide-y divide-border">
        {letters.map(({ id, topic, failedAt, lastError }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2">
            <div className="min-w-0">
              <p className="font-medium">{TOPICS[topic].label}</p>
              <p className="break-words text-muted-foreground text-sm">
                Failed <RelativeTime at={Date.parse(failedAt)} now={now} />: {lastError ?? "unknown error"}
              </p>
            </div>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="retry" />
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="idempotencyKey" value={`${formKey}-${id}`} />
              <Button variant="outline" size="sm" type="submit">
                Retry
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </Card>
  );
}
