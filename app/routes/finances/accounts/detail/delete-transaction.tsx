import { useLoaderData, useSearchParams } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { deleteTransaction, transaction } from "~/domain/finance/accounts/transactions.server";
import { notFound } from "~/domain/shared/errors";
import { Nothing } from "~/domain/shared/fields";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { listHrefOf } from "~/routes/finances/transactions/transactions-query";

export const loader = memberLoader(async ({ ctx, params }) => {
  const { accountId, description, otherAccountId, source } = await transaction(ctx, params.transactionId ?? "");
  if (accountId !== params.id) throw notFound("Transaction not found");
  return { description, isTransfer: otherAccountId !== null, isManual: source === "manual", formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, params: { id = "", transactionId = "" }, url, request }) => {
  await deleteTransaction(ctx, transactionId);
  const to = listHrefOf(url.searchParams.get("list")) ?? paths.account(id, { page: url.searchParams.get("page") });
  return redirectWithToast(request, to, { tone: "success", text: "Transaction deleted." });
});

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export default function DeleteTransaction() {
  const { description, isTransfer, isManual, formKey } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const returnTo = listHrefOf(search.get("list")) ?? undefined;
  return (
    <ConfirmForm {...{ title: "Delete Transaction", confirm: "Delete", confirmBusy: "Deleting...", formKey, returnTo }}>
      <p>
        <strong className="text-foreground">{description}</strong> is removed from this account, and the balance is
        updated.
        {isTransfer && " It is a transfer, so the other side is deleted too."}
        {!isManual && " The same file or the next sync will not add it again."}
      </p>
    </ConfirmForm>
  );
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
