import { type MetaFunction, redirectDocument } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Paper } from "~/components/invoices/paper";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { CircleAlert, CircleCheck, Download } from "~/components/ui/icons";
import { customerInvoice } from "~/domain/invoices/customer-page.server";
import { formatInvoiceNumber } from "~/domain/invoices/invoice";
import { startCheckout } from "~/domain/invoices/online/checkout.server";
import { PAYMENT_METHOD_LABELS } from "~/domain/invoices/payment";
import { CardPayment } from "~/domain/invoices/schema";
import { formatMoney } from "~/domain/shared/money";
import { formatFullDate, formatLongDate } from "~/domain/shared/time/date-format";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { Contact, CustomerFrame } from "~/routes/customer-pages/shared/customer-frame";
import { shellPaths } from "~/shell-paths";
import { CardPaymentState, PaySlot } from "./pay-slot";

export { BareErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: data
      ? `${formatInvoiceNumber(data.invoice.kind, data.invoice.number)} · ${data.business.name}`
      : "This link doesn't work anymore",
  },
  { name: "robots", content: "noindex, nofollow" },
];

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const token = params.token ?? "";
  const { business, ...rest } = await customerInvoice(ctx, token);
  return {
    ...rest,
    /** Set after returning from the card page: `done` is that page's report, not proof that the money has arrived. */
    returned: url.searchParams.get("checkout"),
    business: { ...business, logo: business.logo && shellPaths.customerLogo(token, business.logo) },
    pdf: shellPaths.customerInvoicePdf(token),
  };
});

export const action = formAction(CardPayment, async ({ ctx, input, params }) =>
  redirectDocument((await startCheckout(ctx, params.token ?? "", input)).url, 303),
);

/** An invoice or credit note as shown to its customer: under the business's own name, without an account. */
export default function CustomerInvoicePage() {
  const { business, invoice, payments, pdf } = useLoaderData<typeof loader>();
  return (
    <CustomerFrame business={business}>
      <div className="flex flex-wrap items-end justify-between gap-6 print:hidden">
        <Standing />
        <Button asChild variant="outline" size="lg">
          <a href={pdf} download>
            <Download />
            Download PDF
          </a>
        </Button>
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <Paper invoice={invoice} sender={business.name} />
        <aside aria-label="Payment" className="flex flex-col gap-6 print:hidden">
          <CardPaymentState />
          {invoice.balanceMinor > 0 && <PaySlot invoice={invoice} business={business} />}
          {payments.length > 0 && (
            <Card as="section" aria-labelledby="payments" className="p-5">
              <h2 id="payments" className="font-semibold text-lg">
                Payments received
              </h2>
              <ul className="mt-2 divide-y divide-border">
                {payments.map(({ id, method, receivedOn, appliedMinor }) => (
                  <li key={id} className="flex justify-between gap-4 py-2">
                    <span>
                      {formatFullDate(receivedOn)}
                      <span className="block text-muted-foreground text-sm">{PAYMENT_METHOD_LABELS[method]}</span>
                    </span>
                    <span className="tabular">{formatMoney(appliedMinor)}</span>
                  </li>
                ))}
              </ul>
            </Card>
          )}
          <Contact business={business} />
        </aside>
      </div>
    </CustomerFrame>
  );
}

/** The amount due and the due date, in one sentence. */
function Standing() {
  const { invoice, state } = useLoaderData<typeof loader>();
  const { kind, number, balanceMinor, totalMinor, dueOn } = invoice;
  const reference = formatInvoiceNumber(kind, number);
  if (kind === "credit_note")
    return <Headline over={`Credit note ${reference}`} amount={formatMoney(totalMinor)} under="Credited to you" />;
  if (state === "void")
    return <Headline over={`Invoice ${reference}`} amount="Void" under="This invoice was voided. Nothing is owed." />;
  if (state === "paid")
    return (
      <Headline
        over={`Invoice ${reference}`}
        amount={formatMoney(totalMinor)}
        under={
          <span className="inline-flex items-center gap-2 text-ok">
            <CircleCheck aria-hidden="true" className="size-5" />
            Paid in full. Thank you.
          </span>
        }
      />
    );
  const due = dueOn === null ? "" : formatLongDate(dueOn);
  return (
    <Headline
      over={`Invoice ${reference}`}
      amount={formatMoney(balanceMinor)}
      under={
        state === "overdue" ? (
          <span className="inline-flex items-center gap-2 text-bad">
            <CircleAlert aria-hidden="true" className="size-5" />
            Was due {due}
          </span>
        ) : (
          `Due ${due}`
        )
      }
    />
  );
}

function Headline({ over, amount, under }: { over: string; amount: string; under: ReactNode }) {
  return (
    <div>
      <h1 className="text-muted-foreground">{over}</h1>
      <p className="tabular font-semibold text-2xl">{amount}</p>
      <p className="mt-1">{under}</p>
    </div>
  );
}
