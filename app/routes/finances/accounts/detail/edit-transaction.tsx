import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { Transaction } from "~/domain/finance/accounts/schema";
import { transaction, updateTransaction } from "~/domain/finance/accounts/transactions.server";
import { notFound } from "~/domain/shared/errors";
import { householdToday } from "~/domain/shared/time/household-day";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { listHrefOf } from "~/routes/finances/transactions/transactions-query";
import { TransactionDialog } from "./transaction-dialog";

export const loader = memberLoader(async ({ ctx, params }) => {
  const { editedFields: _, ...row } = await transaction(ctx, params.transactionId ?? "");
  if (row.accountId !== params.id) throw notFound("Transaction not found");
  return {
    transaction: row,
    today: householdToday(ctx),
    constraint: getZodConstraint(Transaction),
    formKey: ctx.newId(),
  };
});

export const action = formAction(Transaction, async ({ ctx, input, params, url, request }) => {
  // Unchecked checkboxes are not submitted.
  const { isReconciled = false, lowers = false } = input;
  await updateTransaction(ctx, params.transactionId ?? "", { ...input, isReconciled, lowers });
  const to =
    listHrefOf(url.searchParams.get("list")) ?? paths.account(params.id ?? "", { page: url.searchParams.get("page") });
  return redirectWithToast(request, to, { tone: "success", text: "Transaction updated." });
});

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export default function EditTransaction() {
  const data = useLoaderData<typeof loader>();
  return <TransactionDialog key={data.transaction.id} {...data} />;
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
