import { useFetcher, useLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { MoneyText } from "~/components/money-text";
import { TextLink } from "~/components/text-link";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "~/components/ui/dialog";
import { Progress } from "~/components/ui/progress";
import { formatInvoiceNumber } from "~/domain/invoices/invoice";
import {
  REMINDER_OUTCOME_LABELS,
  REMINDER_OUTCOMES,
  REMINDERS_A_REQUEST,
} from "~/domain/invoices/receivables/reminders";
import { previewReminders, sendReminders } from "~/domain/invoices/receivables/reminders.server";
import { SendReminders } from "~/domain/invoices/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "invoices.write");
  return previewReminders(ctx);
});

export const action = formAction(SendReminders, ({ ctx, input }) => sendReminders(ctx, input));

export default function RemindAll() {
  const close = useCloseDialog();
  const { items, hasMore, queue, done, sent, refusal, isSending, start } = useSending();
  const counts = REMINDER_OUTCOMES.map((outcome) => ({
    outcome,
    count: items.filter((item) => item.outcome === outcome).length,
  }));
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Send reminders</DialogTitle>
          <DialogDescription>
            Each customer gets the invoice's PDF, what is still owed and the link to their page.
          </DialogDescription>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-4">
          <ul className="flex flex-wrap gap-2">
            {counts.map(
              ({ outcome, count }) =>
                count > 0 && (
                  <li key={outcome}>
                    <Badge
                      tone={outcome === "send" ? "info" : "neutral"}
                    >{`${REMINDER_OUTCOME_LABELS[outcome]}: ${count}`}</Badge>
                  </li>
                ),
            )}
          </ul>
          {items.length === 0 && <p className="text-muted-foreground">Nothing is overdue.</p>}
          {hasMore && (
            <p className="text-muted-foreground">
              Only 300 are shown here, those that get a reminder before the others.
            </p>
          )}
          <ul className="flex max-h-80 flex-col divide-y divide-border overflow-y-auto" aria-label="Overdue invoices">
            {items.map(({ id, number, customerName, email, balanceMinor, outcome }) => (
              <li key={id} className="flex items-center justify-between gap-3 py-2">
                <div className="min-w-0">
                  <p className="truncate">
                    <TextLink to={paths.invoice(id)}>{formatInvoiceNumber("invoice", number)}</TextLink> ·{" "}
                    {customerName}
                  </p>
                  <p className="truncate text-muted-foreground text-sm">
                    {sent.has(id) ? "Sent" : outcome === "send" ? email : REMINDER_OUTCOME_LABELS[outcome]}
                  </p>
                </div>
                <MoneyText minor={balanceMinor} />
              </li>
            ))}
          </ul>
          {(isSending || done > 0) && (
            <div role="status">
              <Progress label="Reminders sent" value={done} max={queue.length} />
              <p className="pt-1 text-muted-foreground text-sm">
                {done < queue.length
                  ? `Sending: ${done} of ${queue.length}`
                  : `${sent.size === 1 ? "1 reminder" : `${sent.size} reminders`} sent${
                      sent.size < queue.length ? `; ${queue.length - sent.size} already paid or reminded` : ""
                    }.`}
              </p>
            </div>
          )}
          {refusal && (
            <p role="alert" className="font-medium text-bad">
              {refusal}
            </p>
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={close}>
            {done > 0 && !isSending ? "Close" : "Cancel"}
          </Button>
          {queue.length > 0 && done < queue.length && (
            <Button variant="default" onClick={start} loading={isSending}>
              {queue.length === 1 ? "Send 1 reminder" : `Send ${queue.length} reminders`}
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** Sends the reminders in batches; the list remains as it was when the dialog opened. */
function useSending() {
  const preview = useLoaderData<typeof loader>();
  const [{ items, hasMore }] = useState(preview);
  const queue = items.filter(({ outcome }) => outcome === "send").map(({ id }) => id);
  const fetcher = useFetcher<typeof action>();
  const [done, setDone] = useState(0);
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const send = (from: number) => {
    const form = new FormData();
    for (const id of queue.slice(from, from + REMINDERS_A_REQUEST)) form.append("invoiceIds", id);
    fetcher.submit(form, { method: "post" });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per response
  useEffect(() => {
    const answer = fetcher.data;
    if (!isSending || fetcher.state !== "idle" || answer === undefined) return;
    if (!("sent" in answer)) {
      setSending(false);
      setRefusal(answer.lastResult.error?.[""]?.[0] ?? "The rest could not be sent. Please try again.");
      return;
    }
    const next = Math.min(done + REMINDERS_A_REQUEST, queue.length);
    setSent(new Set([...sent, ...answer.sent]));
    setDone(next);
    if (next < queue.length) send(next);
    else setSending(false);
  }, [fetcher.data, fetcher.state]);

  const start = () => {
    setRefusal(null);
    setSending(true);
    send(done);
  };
  return { items, hasMore, queue, done, sent, refusal, isSending, start };
}
