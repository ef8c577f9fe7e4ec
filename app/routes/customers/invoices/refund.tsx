import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { RefundByHand, RefundToCard } from "~/components/invoices/refund-forms";
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
    await refundPayment(ctx, params.paymentId ?? "", { ...input, invoiceId: null, onlyFree: true });
    const text = "Refund recorded.";
    return redirectWithToast(request, paths.customerInvoices(params.id ?? ""), { tone: "success", text });
  }),
  card: formCase(OnlineRefund, async ({ ctx, input, params, request }) => {
    await refundOnline(ctx, params.paymentId ?? "", { ...input, invoiceId: null, onlyFree: true });
    const text = "Refund sent.";
    return redirectWithToast(request, paths.customerInvoices(params.id ?? ""), { tone: "success", text });
  }),
});

export default function RefundUnapplied() {
  const { payment, toCard, constraint, cardConstraint, formKey } = useLoaderData<typeof loader>();
  if (toCard)
    return (
      <RefundToCard
        description="The money goes back to the card it was paid with."
        maxMinor={payment.freeMinor}
        constraint={cardConstraint}
        formKey={formKey}
      />
    );
  return (
    <RefundByHand
      description="This part of the payment is not applied to an invoice."
      maxMinor={payment.freeMinor}
      method={payment.method}
      today={payment.today}
      constraint={constraint}
      formKey={formKey}
    />
  );
}
