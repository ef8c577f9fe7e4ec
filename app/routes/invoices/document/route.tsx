import { Link, Outlet } from "@remix-run/react";
import { useShell } from "~/components/app-shell/use-shell";
import { CivilDateText, DateText } from "~/components/date-text";
import { Paper } from "~/components/invoices/paper";
import { MoneyText } from "~/components/money-text";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { CircleAlert } from "~/components/ui/icons";
import { formatInvoiceNumber } from "~/domain/invoices/invoice";
import { type DisputeStatus, type OnlineRefundStatus, PAYMENT_METHOD_LABELS } from "~/domain/invoices/payment";
import { formatMoney } from "~/domain/shared/money";
import { paths } from "~/paths";
import { useInvoice } from "~/routes/invoices/shared/use-invoice";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export default function InvoiceDocument() {
  const invoice = useInvoice();
  // An issued invoice has its own record of who sent it.
  const sender = useShell()?.person?.member?.orgName ?? "";
  return (
    <div className="grid items-start gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <Missing />
        <Paper invoice={invoice} sender={sender} />
      </div>
      <aside aria-label="Status and activity" className="flex flex-col gap-6 print:hidden">
        {invoice.kind === "invoice" && invoice.status !== "draft" && <Payments />}
        {invoice.status !== "draft" && <Sent />}
        <Related />
        <Margin />
      </aside>
      <Outlet />
    </div>
  );
}

/** What is missing before the draft can be issued. */
function Missing() {
  const { missing, id } = useInvoice();
  if (missing.length === 0) return null;
  return (
    <div className="flex gap-3 rounded-md border border-warn bg-warn-soft p-4 print:hidden">
      <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-warn" />
      <div>
        <p className="font-medium">Before this can be issued</p>
        <ul className="list-disc pl-5">
          {missing.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <TextLink to={paths.editInvoice(id)}>Edit draft</TextLink>
      </div>
    </div>
  );
}

function Payments() {
  const { id, payments, balanceMinor, customerCreditMinor, can } = useInvoice();
  return (
    <Section title="Payments">
      {payments.length === 0 && <p className="text-muted-foreground">No payments yet.</p>}
      <ul className="divide-y divide-border">
        {payments.map((payment) => (
          <li key={payment.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <span>
              {PAYMENT_METHOD_LABELS[payment.method]}
              {payment.reference && ` ${payment.reference}`}
              <span className="block text-muted-foreground text-sm">
                <CivilDateText date={payment.receivedOn} year />
              </span>
            </span>
            <span className="text-right">
              <MoneyText minor={payment.appliedMinor} />
              {can.refund && (
                <Button asChild variant="link" size="sm" className="block">
                  <Link to={paths.refundPayment(id, payment.id)} preventScrollReset>
                    Refund
                  </Link>
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <Refunds />
      <CardPayments />
      <p className="flex justify-between border-border border-t pt-2 font-semibold">
        Balance due <MoneyText minor={balanceMinor} />
      </p>
      {customerCreditMinor > 0 && (
        <p className="text-muted-foreground">
          The customer has <MoneyText minor={customerCreditMinor} /> of credit.
          {can.applyCredit && (
            <>
              {" "}
              <TextLink to={paths.invoiceDialog(id, "apply-credit")}>Apply it</TextLink>
            </>
          )}
        </p>
      )}
    </Section>
  );
}

/** Refunds recorded by hand on this invoice; those to a card are among the notes on card payments. */
function Refunds() {
  const { refunds, cardPayments } = useInvoice();
  const toCard = new Set(cardPayments.flatMap((payment) => payment.refunds.map(({ refundId }) => refundId)));
  const byHand = refunds.filter(({ id }) => !toCard.has(id));
  if (byHand.length === 0) return null;
  return (
    <ul aria-label="Refunds" className="flex flex-col gap-1 pb-2 text-muted-foreground text-sm">
      {byHand.map(({ id, amountMinor, method, refundedOn, reason }) => (
        <li key={id}>
          {`Refunded ${formatMoney(amountMinor)} (${PAYMENT_METHOD_LABELS[method].toLowerCase()}) on `}
          <CivilDateText date={refundedOn} year />
          {`: ${reason}`}
        </li>
      ))}
    </ul>
  );
}

/** Notes on card payments: processing, kept as credit, refunded, disputed. */
function CardPayments() {
  const { id, cardPayments, processingMinor, payments, can } = useInvoice();
  // What was refunded from another invoice is shown there.
  const isOfInvoice = ({ invoiceId }: { invoiceId: string | null }) => invoiceId === null || invoiceId === id;
  const notes = cardPayments.flatMap(({ id: paymentId, freeMinor, creditMinor, ...payment }) => [
    ...payment.disputes.map((dispute) => ({
      ...{ key: dispute.id, isBad: dispute.status !== "won" },
      text: `${DISPUTE_LABELS[dispute.status]}: ${formatMoney(dispute.amountMinor)} (${dispute.reason})`,
    })),
    ...payment.refunds.filter(isOfInvoice).map((refund) => ({
      ...{ key: refund.id, isBad: refund.status === "failed" },
      text: `${REFUND_LABELS[refund.status]}: ${formatMoney(refund.amountMinor)}${refund.failure ? ` (${refund.failure})` : ""}`,
    })),
    ...(creditMinor > 0
      ? [
          {
            ...{ key: `credit ${paymentId}`, isBad: false },
            text: `${formatMoney(creditMinor)} paid online was no longer owed and was added to the customer's credit`,
            // Offered here, because the payment is not in this invoice's list of payments. What of it has been applied to another
            // invoice is refunded there.
            refund:
              can.refund && freeMinor > 0 && !payments.some((each) => each.id === paymentId)
                ? paths.refundPayment(id, paymentId)
                : undefined,
          },
        ]
      : []),
  ]);
  if (notes.length === 0 && processingMinor === null) return null;
  return (
    <ul aria-label="Card payments" className="flex flex-col gap-1 pb-2 text-sm">
      {processingMinor !== null && <li>A card payment of {formatMoney(processingMinor)} is being processed</li>}
      {notes.map((note) => (
        <li key={note.key} className={note.isBad ? "text-bad" : "text-muted-foreground"}>
          {note.text}
          {"refund" in note && note.refund && (
            <>
              {" "}
              <TextLink to={note.refund} preventScrollReset>
                Refund it
              </TextLink>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

const REFUND_LABELS: Record<OnlineRefundStatus, string> = {
  pending: "Refund on its way to the card",
  succeeded: "Refunded to the card",
  failed: "Refund failed",
};

const DISPUTE_LABELS: Record<DisputeStatus, string> = {
  open: "Disputed by the customer's bank",
  won: "Dispute won",
  lost: "Dispute lost",
};

/** Emails sent, and whether the customer has opened the invoice. */
function Sent() {
  const { id, mails, hasOlderMails, link, can, timeZone } = useInvoice();
  return (
    <Section title="Sent">
      {mails.length === 0 && <p className="text-muted-foreground">Not emailed yet.</p>}
      <ul className="divide-y divide-border">
        {mails.map(({ id: key, kind, recipient, sentAt, isUndelivered }) => (
          <li key={key} className="py-2">
            <span className="break-words">
              {kind === "reminder" && "Reminder to "}
              {recipient}
            </span>
            <span className="block text-muted-foreground text-sm">
              <DateText at={sentAt} zone={timeZone} />
            </span>
            {isUndelivered && (
              <span className="flex items-center gap-1 text-bad text-sm">
                <CircleAlert aria-hidden="true" className="size-4" />
                Not delivered
              </span>
            )}
          </li>
        ))}
      </ul>
      {hasOlderMails && (
        <p className="text-muted-foreground text-sm">Only the newest {mails.length} emails are listed.</p>
      )}
      {link?.lastViewedAt && (
        <p className="text-muted-foreground">
          Viewed by the customer <DateText at={link.lastViewedAt} zone={timeZone} />
        </p>
      )}
      {can.revoke && (
        <p>
          <TextLink to={paths.invoiceDialog(id, "revoke-link")} preventScrollReset>
            Turn off the customer's link
          </TextLink>
        </p>
      )}
    </Section>
  );
}

function Related() {
  const { related, hasOlderRelated, voidReason } = useInvoice();
  if (related.length === 0 && !voidReason) return null;
  return (
    <Section title="Corrections">
      {voidReason && <p className="text-muted-foreground">Void: {voidReason}</p>}
      <ul className="flex flex-col gap-1">
        {related.map((other) => (
          <li key={other.id} className="flex justify-between gap-4">
            <TextLink to={paths.invoice(other.id)}>
              {other.kind === "credit_note" ? "Credit note" : "Invoice"} {formatInvoiceNumber(other.kind, other.number)}
            </TextLink>
            <MoneyText minor={other.kind === "credit_note" ? -other.totalMinor : other.totalMinor} />
          </li>
        ))}
      </ul>
      {hasOlderRelated && (
        <p className="text-muted-foreground text-sm">Only the newest {related.length} documents are listed.</p>
      )}
    </Section>
  );
}

/** Shown to users who may see costs. */
function Margin() {
  const { can, marginMinor, lines, kind, status } = useInvoice();
  if (!can.seeCosts || kind !== "invoice" || status === "void" || lines.length === 0) return null;
  return (
    <Section title="Margin">
      {marginMinor === null ? (
        <p className="text-muted-foreground">Unknown: not every line's cost is known.</p>
      ) : (
        <p>
          <MoneyText minor={marginMinor} />
        </p>
      )}
    </Section>
  );
}
