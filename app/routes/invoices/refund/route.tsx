import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData, useParams } from "@remix-run/react";
import { RefundByHand, RefundToCard } from "~/components/invoices/refund-forms";
import { refundOnline } from "~/domain/invoices/online/refunds.server";
import { refundPayment } from "~/domain/invoices/payments.server";
import { refundableFrom } from "~/domain/invoices/refundable.server";
import { NewRefund, OnlineRefund } from "~/domain/invoices/schema";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { usePossibleDialog } from "~/lib/use-possible-dialog";
import { paths } from "~/paths";
import { useInvoice } from "~/routes/invoices/shared/use-invoice";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const { id = "", paymentId = "" } = params;
  return {
    leftMinor: await refundableFrom(ctx, { invoiceId: id, paymentId }),
    constraint: getZodConstraint(NewRefund),
    cardConstraint: getZodConstraint(OnlineRefund),
    formKey: ctx.newId(),
    byHand: url.searchParams.has("by-hand"),
  };
});

export const action = formActions({
  hand: formCase(NewRefund, async ({ ctx, input, params, request }) => {
    await refundPayment(ctx, params.paymentId ?? "", { ...input, invoiceId: params.id ?? "" });
    return redirectWithToast(request, paths.invoice(params.id ?? ""), { tone: "success", text: "Refund recorded." });
  }),
  card: formCase(OnlineRefund, async ({ ctx, input, params, request }) => {
    await refundOnline(ctx, params.paymentId ?? "", { ...input, invoiceId: params.id ?? "" });
    return redirectWithToast(request, paths.invoice(params.id ?? ""), { tone: "success", text: "Refund sent." });
  }),
});

export default function RefundPayment() {
  const { leftMinor, constraint, cardConstraint, formKey, byHand } = useLoaderData<typeof loader>();
  const { cardPayments, payments, refundsToCard, today } = useInvoice();
  const { paymentId } = useParams();
  const card = cardPayments.find(({ id }) => id === paymentId);
  const payment = payments.find(({ id }) => id === paymentId);
  const isPossible = usePossibleDialog(leftMinor > 0, "Nothing is left of this payment to refund.");
  if (!isPossible) return null;
  if (card && refundsToCard && !byHand)
    return (
      <RefundToCard
        description="The money goes back to the card it was paid with. Any amount applied to this invoice is owed again."
        maxMinor={leftMinor}
        constraint={cardConstraint}
        formKey={formKey}
      />
    );
  return (
    <RefundByHand
      description="Any amount applied to this invoice is owed again. Credit the invoice first if it should not be."
      maxMinor={leftMinor}
      method={payment?.method}
      today={today}
      constraint={constraint}
      formKey={formKey}
    />
  );
}
