import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { depositRequest, withdrawDepositRequest } from "~/domain/invoices/deposits/requests.server";
import { Nothing } from "~/domain/shared/fields";
import { formatMoney } from "~/domain/shared/money";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  allow(ctx, "invoices.write");
  const { amountMinor, isProcessing } = await depositRequest(ctx, params.requestId ?? "");
  return { amountMinor, isProcessing, formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, params, request }) => {
  await withdrawDepositRequest(ctx, params.requestId ?? "");
  return redirectWithToast(request, paths.workOrderBilling(params.id ?? ""), {
    tone: "success",
    text: "Request withdrawn.",
  });
});

export default function WithdrawDeposit() {
  const { amountMinor, isProcessing, formKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmForm
      title={`Withdraw the request for ${formatMoney(amountMinor)}?`}
      confirm="Withdraw"
      confirmBusy="Withdrawing..."
      tone="destructive"
      formKey={formKey}
    >
      {isProcessing
        ? "The customer has just paid and the money is on its way. It will be added to the customer's credit."
        : "The link no longer takes a payment. It says that the request was withdrawn."}
    </ConfirmForm>
  );
}
