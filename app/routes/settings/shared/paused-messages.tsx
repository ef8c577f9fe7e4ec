import { Form } from "@remix-run/react";
import { DateText } from "~/components/date-text";
import { useIsSubmitting } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import type { AutomaticMessages } from "~/domain/messages/automatic.server";
import { paths } from "~/paths";

type PausedMessagesProps = {
  messages: AutomaticMessages;
  zone: string;
  formKey: string;
};

/** Notice that a restored business sends no automatic messages, with a button to turn them on; nothing for other businesses. */
export function PausedMessages({ messages: { pausedAt, waiting }, zone, formKey }: PausedMessagesProps) {
  const isSaving = useIsSubmitting("turn-on");
  if (pausedAt === null) return null;
  return (
    <section
      aria-labelledby="paused-messages"
      className="flex max-w-2xl flex-col items-start gap-3 rounded-md border border-warn bg-warn-soft p-4"
    >
      <h2 id="paused-messages" className="font-semibold text-base">
        Automatic messages are paused
      </h2>
      <p>
        Invoice reminders, to-do reminders and leak deadlines have not gone out since an export was restored on{" "}
        <DateText at={pausedAt} zone={zone} year />.{waitingText(waiting)} Turn them on once the business it came from
        no longer sends them, or your customers get everything twice.
      </p>
      <Form method="post" action={paths.automaticMessages()} preventScrollReset>
        <input type="hidden" name="idempotencyKey" value={formKey} />
        <Button type="submit" name="intent" value="turn-on" loading={isSaving}>
          Turn on automatic messages
        </Button>
      </Form>
    </section>
  );
}

function waitingText(waiting: number): string {
  if (waiting === 0) return "";
  return waiting === 1
    ? " 1 message that waited for the end of quiet hours has not gone out either."
    : ` ${waiting.toLocaleString("en-US")} messages that waited for the end of quiet hours have not gone out either.`;
}
