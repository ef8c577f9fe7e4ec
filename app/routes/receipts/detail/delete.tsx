import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { deleteReceipt } from "~/domain/receipts/change.server";
import { findReceipt } from "~/domain/receipts/list.server";
import { ReceiptView } from "~/domain/receipts/schema";
import { Nothing } from "~/domain/shared/fields";
import { formatMoney } from "~/domain/shared/money";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = memberLoader(async ({ ctx, params, url }) => {
  const { of } = ReceiptView.parse(Object.fromEntries(url.searchParams));
  const { merchant, totalMinor, currency } = await findReceipt(ctx, of, params.id ?? "");
  return { merchant, total: totalMinor === null ? null : formatMoney(totalMinor, currency), formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, params, url, request }) => {
  const { of } = ReceiptView.parse(Object.fromEntries(url.searchParams));
  await deleteReceipt(ctx, of, params.id ?? "");
  return redirectWithToast(request, paths.receipts({ of }), { tone: "success", text: "Receipt deleted." });
});

export default function DeleteReceipt() {
  const { merchant, total, formKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmForm title="Delete receipt" confirm="Delete receipt" confirmBusy="Deleting..." formKey={formKey}>
      <p>
        {merchant ? `The receipt from ${merchant}${total ? ` for ${total}` : ""}` : "The receipt"} and its picture are
        permanently deleted. The records it was linked to stay.
      </p>
    </ConfirmForm>
  );
}
