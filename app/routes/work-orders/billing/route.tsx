import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, Outlet, useLoaderData } from "@remix-run/react";
import { DataTable } from "~/components/data-table/data-table";
import { EstimateSection } from "~/components/estimates/estimate-list";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { useIsSubmitting } from "~/components/forms/use-action-form";
import { InvoiceStateBadge } from "~/components/invoices/state-badge";
import { MoneyText } from "~/components/money-text";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { CircleAlert, ReceiptText } from "~/components/ui/icons";
import { type BillingPreview, billingPreview } from "~/domain/billing/preview.server";
import { percentText } from "~/domain/billing/settings";
import { estimatesOf } from "~/domain/estimates/list.server";
import { formatQuantity } from "~/domain/inventory/quantity";
import { depositRequestsOf } from "~/domain/invoices/deposits/requests.server";
import { invoiceWorkOrder } from "~/domain/invoices/draft.server";
import { formatInvoiceNumber, stateOf } from "~/domain/invoices/invoice";
import { Nothing } from "~/domain/shared/fields";
import { allow, can } from "~/domain/shared/permissions";
import { formatElapsed } from "~/domain/shared/time/date-format";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { refusable } from "~/http/refusable";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { paths } from "~/paths";
import { useWorkOrder } from "~/routes/work-orders/shared/use-work-order";
import { DepositRequests } from "./deposit-requests";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.workOrder.reference ?? "Work order"} billing · Plenum` },
];

export const loader = pageLoader(async ({ ctx, params }) => {
  const id = params.id ?? "";
  const me = allow(ctx, "invoices.read");
  const [preview, deposits, estimates] = await Promise.all([
    billingPreview(ctx, id),
    depositRequestsOf(ctx, id),
    estimatesOf(ctx, { workOrder: id }),
  ]);
  const mayEstimate = can(me, "leads.write");
  return { ...preview, deposits, estimates, mayEstimate, now: ctx.now.toISOString(), formKey: ctx.newId() };
});

/** Creates the draft, or opens the invoice if someone has created it meanwhile. */
export const action = formAction(Nothing, async ({ ctx, params, request }) => {
  const { answer, refusal } = await refusable(invoiceWorkOrder(ctx, params.id ?? ""), ["conflict"]);
  if (answer)
    return redirectWithToast(request, paths.invoice(answer.id), { tone: "success", text: "Draft invoice created." });
  const existing = refusal.extras.details?.invoiceId;
  if (typeof existing !== "string") throw refusal;
  return redirectWithToast(request, paths.invoice(existing), { tone: "info", text: refusal.message });
});

/** With its place in the list, because a job may have two equal lines. */
type Line = BillingPreview["lines"][number] & { position: number };

export default function WorkOrderBilling() {
  const preview = useLoaderData<typeof loader>();
  const { facts, rulesText } = preview;
  const lines = preview.lines.map((line, position): Line => ({ ...line, position }));
  // Two equal lines are flagged with the same words.
  const messages = [...new Set(preview.flags.map(({ message }) => message))];
  return (
    <>
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Section title="Charges" description={rulesText}>
          {messages.map((message) => (
            <p key={message} className="flex items-center gap-2">
              <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-warn" />
              {message}
            </p>
          ))}
          <DataTable<Line>
            caption="Charges"
            rows={lines}
            rowKey={({ position }) => String(position)}
            columns={[
              { key: "description", header: "Description", cell: ({ description }) => description },
              {
                key: "quantity",
                header: "Quantity",
                numeric: true,
                cell: ({ quantityMilli, unit }) => `${formatQuantity(quantityMilli)} ${unit}`,
              },
              {
                key: "price",
                header: "Price",
                numeric: true,
                cell: ({ unitPriceMinor }) => <Amount minor={unitPriceMinor} />,
              },
              { key: "net", header: "Amount", numeric: true, cell: ({ netMinor }) => <Amount minor={netMinor} /> },
            ]}
            empty={<p className="p-4 text-muted-foreground">Nothing to bill yet: no time was clocked.</p>}
          />
          <p className="text-muted-foreground text-sm">
            Clocked: {formatElapsed(facts.laborSeconds)} of labor, {formatElapsed(facts.travelSeconds)} of travel
          </p>
        </Section>
        <div className="flex flex-col gap-8">
          <Sums />
          <Documents />
          {preview.estimates && (
            <EstimateSection
              estimates={preview.estimates}
              createFor={preview.mayEstimate ? { workOrderId: preview.workOrder.id } : null}
              formKey={preview.formKey}
              empty="Additional work can be offered here and is billed once it is approved."
            />
          )}
          <DepositRequests />
        </div>
      </div>
      <Outlet />
    </>
  );
}

function Amount({ minor }: { minor: number | null }) {
  return minor === null ? <span className="text-warn">No price</span> : <MoneyText minor={minor} />;
}

function Sums() {
  const { customer, totals, exempt, isTaxKnown, margin, depositMinor } = useLoaderData<typeof loader>();
  return (
    <Section title="Preview">
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5">
        <Row term="Subtotal">
          <MoneyText minor={totals.subtotalMinor} />
        </Row>
        {totals.discountMinor > 0 && (
          <Row term="Discount">
            <MoneyText minor={-totals.discountMinor} />
          </Row>
        )}
        {exempt !== null && (
          <Row term={`Tax exempt: ${exempt}`}>
            <MoneyText minor={0} />
          </Row>
        )}
        {isTaxKnown ? (
          totals.taxes.map(({ name, ratePpm, taxMinor }) => (
            <Row key={`${name} ${ratePpm}`} term={`${name} ${percentText(ratePpm)}`}>
              <MoneyText minor={taxMinor} />
            </Row>
          ))
        ) : (
          <Row term="Tax">
            <span className="text-warn">No rate for this location</span>
          </Row>
        )}
        <Row term="Total" isStrong>
          <MoneyText minor={totals.totalMinor} />
        </Row>
        {depositMinor > 0 && (
          <Row term={<TextLink to={paths.customerInvoices(customer.number)}>Prepaid</TextLink>}>
            <MoneyText minor={-depositMinor} />
          </Row>
        )}
        {margin && (
          <Row term="Margin">
            {margin.marginMinor === null ? (
              <span className="text-subtle-foreground">Unknown cost</span>
            ) : (
              <MoneyText minor={margin.marginMinor} />
            )}
          </Row>
        )}
      </dl>
    </Section>
  );
}

interface RowProps {
  term: React.ReactNode;
  isStrong?: boolean;
  children: React.ReactNode;
}

function Row({ term, isStrong = false, children }: RowProps) {
  return (
    <>
      <dt className={isStrong ? "font-semibold" : "text-muted-foreground"}>{term}</dt>
      <dd className={isStrong ? "text-right font-semibold" : "text-right"}>{children}</dd>
    </>
  );
}

function Documents() {
  const { documents, deposits, rights, formKey, workOrder, now } = useLoaderData<typeof loader>();
  const hasOpenRequest = deposits.items.some(({ state }) => state === "open");
  const isInvoiced = documents.some(({ status }) => status === "issued");
  const { zone } = useWorkOrder();
  const refusal = useFormRefusal(useActionAnswer());
  const isSaving = useIsSubmitting();
  const today = wallTimeOf(Date.parse(now), zone).date;
  const unpaid = documents.find(
    (document) => document.status === "issued" && document.kind === "invoice" && stateOf(document, today) !== "paid",
  );
  return (
    <Section title="Invoice">
      {documents.map((document) => (
        <p key={document.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <TextLink to={paths.invoice(document.id)}>{formatInvoiceNumber(document.kind, document.number)}</TextLink>
          <InvoiceStateBadge kind={document.kind} state={stateOf(document, today)} />
          <MoneyText minor={document.totalMinor} />
        </p>
      ))}
      {documents.length === 0 && (
        <p className="flex items-center gap-2">
          <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-warn" />
          {workOrder.noCharge ? "Marked as no charge." : "Not billed yet."}
        </p>
      )}
      {refusal.lastResult?.error?.[""] && (
        <p role="alert" className="font-medium text-bad">
          {refusal.lastResult.error[""].join(" ")}
        </p>
      )}
      {rights.write && (
        <div className="flex flex-wrap gap-2">
          {documents.length === 0 && (
            <Form method="post">
              <HiddenFields {...{ formKey, isSaving }} isInDoubt={refusal.isInDoubt} />
              <Button type="submit" variant="default" loading={isSaving}>
                <ReceiptText />
                Create invoice
              </Button>
            </Form>
          )}
          {unpaid && (
            <Button asChild variant="outline">
              <Link to={paths.invoiceDialog(unpaid.id, "payment")}>Record payment</Link>
            </Button>
          )}
          {!isInvoiced && (
            <Button asChild variant="outline">
              <Link to={paths.workOrderDeposit(workOrder.number)} preventScrollReset>
                Take deposit
              </Link>
            </Button>
          )}
          {deposits.canRequest && workOrder.status !== "cancelled" && !hasOpenRequest && !isInvoiced && (
            <Button asChild variant="outline">
              <Link to={paths.requestDeposit(workOrder.number)} preventScrollReset>
                Request deposit
              </Link>
            </Button>
          )}
        </div>
      )}
      {refusal.sessionEnded}
    </Section>
  );
}
