import type { SerializeFrom } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { FormSummary } from "~/components/forms/form-summary";
import { MoneyField } from "~/components/forms/money-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { CircleAlert, CircleCheck } from "~/components/ui/icons";
import { formatInvoiceNumber } from "~/domain/invoices/invoice";
import { decimalText, formatMoney } from "~/domain/shared/money";
import { isPaymentPending, useArrival } from "~/routes/customer-pages/shared/use-arrival";
import type { loader } from "./route";

interface PaySlotProps {
  invoice: CustomerInvoice["invoice"];
  business: CustomerInvoice["business"];
}

/** Ways to pay an invoice with a balance. */
export function PaySlot({ invoice, business }: PaySlotProps) {
  const { card, checkout } = useLoaderData<typeof loader>();
  const { seller, number, kind, balanceMinor } = invoice;
  const takesCard = card !== null && checkout?.status !== "processing";
  return (
    <Card as="section" aria-labelledby="pay" className="p-5">
      <h2 id="pay" className="font-semibold text-lg">
        How to pay
      </h2>
      {takesCard && <CardForm maxMinor={card.maxMinor} />}
      <p className="mt-2">
        {takesCard ? "Or send" : "Send"} a check for <strong className="tabular">{formatMoney(balanceMinor)}</strong>,
        payable to <strong>{business.name}</strong>, and write{" "}
        <strong className="tabular">{formatInvoiceNumber(kind, number)}</strong> on it.
      </p>
      {seller && seller.lines.length > 0 && (
        <address className="mt-3 not-italic">
          {[business.name, ...seller.lines].map((text) => (
            <span key={text} className="block">
              {text}
            </span>
          ))}
        </address>
      )}
      {business.phone && (
        <p className="mt-3 text-muted-foreground">
          For other ways to pay, call <TextLink to={business.phone.href}>{business.phone.text}</TextLink>.
        </p>
      )}
    </Card>
  );
}

const labels = { amount: "Amount" };

/** Links to the card processor's own page: card numbers are never entered here. */
function CardForm({ maxMinor }: { maxMinor: number }) {
  const { form, fields, isSaving } = useActionForm<{ amount?: string | number }>({
    id: "card",
    constraint: undefined,
    defaultValue: { amount: decimalText(maxMinor) },
  });
  return (
    <Form method="post" id={form.id} className="mt-3 mb-4 flex flex-col gap-3 border-border border-b pb-5">
      <FormSummary form={form} labels={labels} />
      <MoneyField field={fields.amount} label={labels.amount} description="You can also pay part of it." />
      <Button type="submit" variant="default" size="lg" loading={isSaving}>
        Pay by card
      </Button>
    </Form>
  );
}

/** Status of a card payment, based on what the processor reported to the business, never on what its page reported. */
export function CardPaymentState() {
  const { checkout, returned, invoice } = useLoaderData<typeof loader>();
  const isComing = isPaymentPending(checkout, returned);
  useArrival(isComing);
  if (!checkout) return null;
  const amount = formatMoney(checkout.amountMinor);
  if (isComing)
    return (
      <Card as="p" role="status" className="p-5">
        <strong className="block">Your payment of {amount} is being processed.</strong>
        You don't need to do anything. This page shows it once it has arrived.
      </Card>
    );
  if (checkout.status === "paid" && returned === "done")
    return (
      <p role="status" className="flex gap-3 rounded-md border border-ok bg-ok-soft p-5">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-ok" />
        We have received your payment of {amount}. Thank you.
      </p>
    );
  const isDeclined = checkout.status === "failed" || (checkout.status === "open" && checkout.failure !== null);
  // Paid another way since, so nobody needs to try again.
  if (!isDeclined || invoice.balanceMinor === 0) return null;
  return (
    <p role="alert" className="flex gap-3 rounded-md border border-bad bg-bad-soft p-5">
      <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-bad" />
      <span>
        <strong className="block">Your payment of {amount} did not go through.</strong>
        {checkout.failure ?? "The card processor gave no reason."} Nothing was charged. Try again or use another card.
      </span>
    </p>
  );
}

/** The data loaded by the page. */
type CustomerInvoice = SerializeFrom<typeof loader>;
