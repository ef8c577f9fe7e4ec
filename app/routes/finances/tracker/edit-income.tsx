import { useLoaderData, useParams } from "@remix-run/react";
import { updateIncome } from "~/domain/finance/tracker/income.server";
import { ITEM_MESSAGES } from "~/domain/finance/tracker/messages";
import { IncomeForm } from "~/domain/finance/tracker/schema";
import { withErrorMessage } from "~/domain/shared/errors";
import { householdToday } from "~/domain/shared/time/household-day";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { incomeForm } from "~/routes/finances/shared/plan-item-forms.server";
import { IncomeDialog } from "./income-dialog";
import { readTrackerView, trackerHref } from "./tracker-view";

export const loader = memberLoader(({ ctx, params }) => incomeForm(ctx, params.id));

export const action = formAction(IncomeForm, async ({ ctx, input, params: { id: which = "" }, url, request }) => {
  const { id } = await withErrorMessage(ITEM_MESSAGES.income.notUpdated, () => updateIncome(ctx, which, input));
  const to = trackerHref(readTrackerView(url.searchParams, householdToday(ctx)), { fresh: id });
  return redirectWithToast(request, to, { tone: "success", text: ITEM_MESSAGES.income.updated });
});

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export default function EditIncome() {
  const { id, on } = useParams();
  return <IncomeDialog key={id} data={useLoaderData<typeof loader>()} on={on} />;
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
