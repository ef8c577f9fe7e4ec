import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { deleteExpense, findExpense } from "~/domain/finance/tracker/expenses.server";
import { deleteIncome, findIncome } from "~/domain/finance/tracker/income.server";
import { ITEM_MESSAGES } from "~/domain/finance/tracker/messages";
import { PLAN_KINDS, type PlanKind } from "~/domain/finance/tracker/plan";
import { notFound, withErrorMessage } from "~/domain/shared/errors";
import { Nothing } from "~/domain/shared/fields";
import { householdToday } from "~/domain/shared/time/household-day";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { ITEM_LABELS } from "~/routes/finances/shared/item-labels";
import { readTrackerView, trackerHref } from "./tracker-view";

function itemIn({ kind, id }: Record<string, string | undefined>): { kind: PlanKind; id: string } {
  const known = PLAN_KINDS.find((each) => each === kind);
  if (!known || !id) throw notFound();
  return { kind: known, id };
}

export const loader = memberLoader(async ({ ctx, params }) => {
  const { kind, id } = itemIn(params);
  const { name } = await (kind === "income" ? findIncome(ctx, id) : findExpense(ctx, id));
  return { kind, name, formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, params, url, request }) => {
  const { kind, id } = itemIn(params);
  const remove = kind === "income" ? deleteIncome : deleteExpense;
  await withErrorMessage(ITEM_MESSAGES[kind].notDeleted, () => remove(ctx, id));
  const to = trackerHref(readTrackerView(url.searchParams, householdToday(ctx)));
  return redirectWithToast(request, to, { tone: "success", text: ITEM_MESSAGES[kind].deleted });
});

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export default function DeleteItem() {
  const { kind, name, formKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmForm title={ITEM_LABELS[kind].deleteTitle} confirm="Delete" confirmBusy="Deleting..." formKey={formKey}>
      <p>{`Are you sure you want to permanently delete this ${kind}? This action cannot be undone.`}</p>
      <p className="mt-3 font-medium text-foreground">{name}</p>
    </ConfirmForm>
  );
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
