import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
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
import { unappliedPayment } from "~/domain/invoices/unapplied.server";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const payment = await unappliedPayment(ctx, params.id ?? "", params.paymentId ?? "");
  return {
    payment,
    toCard: payment.refundsToCard && !url.searchParams.has("by-hand"),
    constraint: getZodConstraint(NewRefund),
    cardConstraint: getZodConstraint(OnlineRefund),
    formKey: ctx.newId(),
  };
});

export const action = formActions({
  hand: formCase(NewRefund, async ({ ctx, input, params, request }) => {
    await refundPayment(ctx, params.paymentId ?? "", input, { onlyFree: true });
    const text = "Refund recorded.";
    return redirectWithToast(request, paths.customerInvoices(params.id ?? ""), { tone: "success", text });
  }),
  card: formCase(OnlineRefund, async ({ ctx, input, params, request }) => {
    await refundOnline(ctx, params.paymentId ?? "", input, { onlyFree: true });
    const text = "Refund sent.";
    return redirectWithToast(request, paths.customerInvoices(params.id ?? ""), { tone: "success", text });
  }),
});

const labels = { amount: "Amount", method: "Refunded by", refundedOn: "Refunded on", reason: "Reason" };

export default function RefundUnapplied() {
  const { toCard } = useLoaderData<typeof loader>();
  return toCard ? <ToCard /> : <ByHand />;
}

function ToCard() {
  const { payment, cardConstraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof OnlineRefund>>({
    id: "refund",
    constraint: cardConstraint,
    noun: "refund",
    defaultValue: { amount: (payment.freeMinor / 100).toFixed(2) },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="Refund to card"
      description="The money goes back to the card it was paid with."
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
  const { payment, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof NewRefund>>({
    id: "refund",
    constraint,
    noun: "refund",
    defaultValue: {
      amount: (payment.freeMinor / 100).toFixed(2),
      ...{ method: payment.method, refundedOn: payment.today },
    },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="Refund payment"
      description="This part of the payment is not applied to an invoice."
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
