import { useLoaderData } from "@remix-run/react";
import { createExpense } from "~/domain/finance/tracker/expenses.server";
import { ITEM_MESSAGES } from "~/domain/finance/tracker/messages";
import { NewExpenseForm } from "~/domain/finance/tracker/schema";
import { withErrorMessage } from "~/domain/shared/errors";
import { householdToday } from "~/domain/shared/time/household-day";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { ExpenseDialog } from "~/routes/finances/shared/expense-dialog";
import { expenseScreenHref } from "~/routes/finances/shared/expense-screen";
import { expenseForm } from "~/routes/finances/shared/plan-item-forms.server";

export const loader = memberLoader(({ ctx }) => expenseForm(ctx));

export const action = formAction(NewExpenseForm, async ({ ctx, input, url, request }) => {
  const { id } = await withErrorMessage(ITEM_MESSAGES.expense.notAdded, () => createExpense(ctx, input));
  const to = expenseScreenHref(url, householdToday(ctx), id);
  return redirectWithToast(request, to, { tone: "success", text: ITEM_MESSAGES.expense.added });
});

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export default function AddExpense() {
  return <ExpenseDialog data={useLoaderData<typeof loader>()} />;
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
