import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { Transaction } from "~/domain/finance/accounts/schema";
import { createTransaction } from "~/domain/finance/accounts/transactions.server";
import { householdToday } from "~/domain/shared/time/household-day";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { TransactionDialog } from "./transaction-dialog";

export const loader = memberLoader(({ ctx }) => ({
  today: householdToday(ctx),
  constraint: getZodConstraint(Transaction),
  formKey: ctx.newId(),
}));

export const action = formAction(Transaction, async ({ ctx, input, params: { id = "" }, request }) => {
  await createTransaction(ctx, id, input);
  return redirectWithToast(request, paths.account(id), { tone: "success", text: "Transaction added." });
});

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export default function NewTransaction() {
  return <TransactionDialog transaction={null} {...useLoaderData<typeof loader>()} />;
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
