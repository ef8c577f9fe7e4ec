import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData, useParams } from "@remix-run/react";
import { RefundByHand, RefundToCard } from "~/components/invoices/refund-forms";
import { refundOnline } from "~/domain/invoices/online/refunds.server";
import { isAppliedTo, refundPayment } from "~/domain/invoices/payments.server";
import { NewRefund, OnlineRefund } from "~/domain/invoices/schema";
import { allow } from "~/domain/shared/permissions";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { usePossibleDialog } from "~/lib/use-possible-dialog";
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

/** A payment that is not applied to this invoice is refunded from here as far as it is not applied to another one either. */
export const action = formActions({
  hand: formCase(NewRefund, async ({ ctx, input, params, request }) => {
    await refundPayment(ctx, params.paymentId ?? "", { ...input, onlyFree: !(await isAppliedTo(ctx, params)) });
    return redirectWithToast(request, paths.invoice(params.id ?? ""), { tone: "success", text: "Refund recorded." });
  }),
  card: formCase(OnlineRefund, async ({ ctx, input, params, request }) => {
    await refundOnline(ctx, params.paymentId ?? "", { ...input, onlyFree: !(await isAppliedTo(ctx, params)) });
    return redirectWithToast(request, paths.invoice(params.id ?? ""), { tone: "success", text: "Refund sent." });
  }),
});

export default function RefundPayment() {
  const { constraint, cardConstraint, formKey, byHand } = useLoaderData<typeof loader>();
  const { cardPayments, payments, refundsToCard, today } = useInvoice();
  const { paymentId } = useParams();
  const card = cardPayments.find(({ id }) => id === paymentId);
  const payment = payments.find(({ id }) => id === paymentId);
  const leftMinor = payment
    ? payment.amountMinor - payment.refundedMinor - (card ? pendingOf(card) : 0)
    : (card?.freeMinor ?? 0);
  const isPossible = usePossibleDialog(leftMinor > 0, "Nothing is left of this payment to refund.");
  if (!isPossible) return null;
  if (card && refundsToCard && !byHand)
    return (
      <RefundToCard
        description="The money goes back to the card it was paid with. Any amount applied to an invoice is owed again."
        maxMinor={leftMinor}
        constraint={cardConstraint}
        formKey={formKey}
      />
    );
  return (
    <RefundByHand
      description="Any amount applied to an invoice is owed again. Credit the invoice first if it should not be."
      maxMinor={leftMinor}
      method={payment?.method}
      today={today}
      constraint={constraint}
      formKey={formKey}
    />
  );
}

function pendingOf({ refunds }: { refunds: readonly { status: string; amountMinor: number }[] }): number {
  return refunds.reduce((sum, { status, amountMinor }) => sum + (status === "pending" ? amountMinor : 0), 0);
}
