import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { deleteExpense, findExpense } from "~/domain/finance/tracker/expenses.server";
import { ITEM_MESSAGES } from "~/domain/finance/tracker/messages";
import { withErrorMessage } from "~/domain/shared/errors";
import { Nothing } from "~/domain/shared/fields";
import { householdToday } from "~/domain/shared/time/household-day";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { expensesHref, readExpensesView } from "./expenses-view";

export const loader = memberLoader(async ({ ctx, params: { id = "" } }) => {
  const { name } = await findExpense(ctx, id);
  return { name, formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, params: { id = "" }, url, request }) => {
  await withErrorMessage(ITEM_MESSAGES.expense.notDeleted, () => deleteExpense(ctx, id));
  const to = expensesHref(readExpensesView(url.searchParams, householdToday(ctx)));
  return redirectWithToast(request, to, { tone: "success", text: ITEM_MESSAGES.expense.deleted });
});

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export default function DeleteExpense() {
  const { name, formKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmForm title="Delete Expense" confirm="Delete" confirmBusy="Deleting..." formKey={formKey}>
      <p>Are you sure you want to delete this expense?</p>
      <p className="mt-3 font-medium text-foreground">{name}</p>
    </ConfirmForm>
  );
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
