import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData, useParams } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { MoneyField } from "~/components/forms/money-field";
import { SelectField } from "~/components/forms/select-field";
import { DateField, TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { methodChoices } from "~/components/invoices/payment-fields";
import { TextLink } from "~/components/text-link";
import { refundOnline } from "~/domain/invoices/online/refunds.server";
import { refundPayment } from "~/domain/invoices/payments.server";
import { NewRefund, OnlineRefund } from "~/domain/invoices/schema";
import { allow } from "~/domain/shared/permissions";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { useInvoice } from "~/routes/invoices/shared/use-invoice";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx, url }) => {
  allow(ctx, "invoices.manage");
  return {
    constraint: getZodConstraint(NewRefund),
    cardConstraint: getZodConstraint(OnlineRefund),
    formKey: ctx.newId(),
    byHand: url.searchParams.has("by-hand"),
  };
});

export const action = formActions({
  hand: formCase(NewRefund, async ({ ctx, input, params, request }) => {
    await refundPayment(ctx, params.paymentId ?? "", input);
    return redirectWithToast(request, paths.invoice(params.id ?? ""), { tone: "success", text: "Refund recorded." });
  }),
  card: formCase(OnlineRefund, async ({ ctx, input, params, request }) => {
    await refundOnline(ctx, params.paymentId ?? "", input);
    return redirectWithToast(request, paths.invoice(params.id ?? ""), { tone: "success", text: "Refund sent." });
  }),
});

const labels = { amount: "Amount", method: "Refunded by", refundedOn: "Refunded on", reason: "Reason" };

export default function RefundPayment() {
  const { byHand } = useLoaderData<typeof loader>();
  const { cardPayments, refundsToCard } = useInvoice();
  const { paymentId } = useParams();
  const card = cardPayments.find(({ id }) => id === paymentId);
  return card && refundsToCard && !byHand ? <ToCard payment={card} /> : <ByHand />;
}

interface CardPaymentMade {
  amountMinor: number;
  refundedMinor: number;
  refunds: { status: string; amountMinor: number }[];
}

function ToCard({ payment }: { payment: CardPaymentMade }) {
  const { cardConstraint, formKey } = useLoaderData<typeof loader>();
  const pendingMinor = payment.refunds.reduce(
    (sum, each) => sum + (each.status === "pending" ? each.amountMinor : 0),
    0,
  );
  const most = payment.amountMinor - payment.refundedMinor - pendingMinor;
  const actionForm = useActionForm<z.input<typeof OnlineRefund>>({
    id: "refund",
    constraint: cardConstraint,
    noun: "refund",
    defaultValue: { amount: (most / 100).toFixed(2) },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="Refund to card"
      description="The money goes back to the card it was paid with. Any amount applied to an invoice is owed again."
      actionForm={actionForm}
      labels={labels}
      intent="card"
      formKey={formKey}
      submit="Refund to card"
    >
      <MoneyField field={fields.amount} label={labels.amount} />
      <TextField field={fields.reason} label={labels.reason} autoComplete="off" />
      <p className="text-muted-foreground text-sm">
        Refunded in cash or by check? <TextLink to="?by-hand">Record it by hand</TextLink>
      </p>
    </FormDialog>
  );
}

function ByHand() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const invoice = useInvoice();
  const { paymentId } = useParams();
  const payment = invoice.payments.find(({ id }) => id === paymentId);
  const card = invoice.cardPayments.find(({ id }) => id === paymentId);
  const paid = payment ?? card;
  const most = paid ? paid.amountMinor - paid.refundedMinor : 0;
  const actionForm = useActionForm<z.input<typeof NewRefund>>({
    id: "refund",
    constraint,
    noun: "refund",
    defaultValue: { amount: (most / 100).toFixed(2), method: payment?.method, refundedOn: invoice.today },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="Refund payment"
      description="Any amount applied to an invoice is owed again. Credit the invoice first if it should not be."
      actionForm={actionForm}
      labels={labels}
      intent="hand"
      formKey={formKey}
      submit="Record refund"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <MoneyField field={fields.amount} label={labels.amount} />
        <SelectField field={fields.method} label={labels.method} choices={methodChoices} />
        <DateField field={fields.refundedOn} label={labels.refundedOn} />
      </div>
      <TextField field={fields.reason} label={labels.reason} autoComplete="off" />
    </FormDialog>
  );
}
