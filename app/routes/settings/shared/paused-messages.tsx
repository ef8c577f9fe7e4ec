import { DateText } from "~/components/date-text";
import { Button } from "~/components/ui/button";
import { ErrorLine } from "~/components/work-orders/error-line";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import type { AutomaticMessages } from "~/domain/messages/automatic.server";
import { paths } from "~/paths";

type PausedMessagesProps = {
  messages: AutomaticMessages;
  zone: string;
  formKey: string;
};

/** Notice that a restored business sends no automatic messages, with a button to turn them on; nothing for other businesses. */
export function PausedMessages({ messages: { pausedAt, waiting }, zone, formKey }: PausedMessagesProps) {
  const { fetcher, busy, error, sessionEnded } = useInlineForm();
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
      <fetcher.Form method="post" action={paths.automaticMessages()}>
        <input type="hidden" name="idempotencyKey" value={formKey} />
        <Button type="submit" name="intent" value="turn-on" loading={busy}>
          Turn on automatic messages
        </Button>
      </fetcher.Form>
      <ErrorLine>{error}</ErrorLine>
      {sessionEnded}
    </section>
  );
}

function waitingText(waiting: number): string {
  if (waiting === 0) return "";
  return waiting === 1
    ? " 1 message that waited for the end of quiet hours has not gone out either."
    : ` ${waiting.toLocaleString("en-US")} messages that waited for the end of quiet hours have not gone out either.`;
}
