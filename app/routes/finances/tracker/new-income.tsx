import { useLoaderData } from "@remix-run/react";
import { createIncome } from "~/domain/finance/tracker/income.server";
import { ITEM_MESSAGES } from "~/domain/finance/tracker/messages";
import { NewIncome } from "~/domain/finance/tracker/schema";
import { withErrorMessage } from "~/domain/shared/errors";
import { householdToday } from "~/domain/shared/time/household-day";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { incomeForm } from "~/routes/finances/shared/plan-item-forms.server";
import { IncomeDialog } from "./income-dialog";
import { readTrackerView, trackerHref } from "./tracker-view";

export const loader = memberLoader(({ ctx }) => incomeForm(ctx));

export const action = formAction(NewIncome, async ({ ctx, input, url, request }) => {
  const { id } = await withErrorMessage(ITEM_MESSAGES.income.notAdded, () => createIncome(ctx, input));
  const to = trackerHref(readTrackerView(url.searchParams, householdToday(ctx)), { fresh: id });
  return redirectWithToast(request, to, { tone: "success", text: ITEM_MESSAGES.income.added });
});

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export default function AddIncome() {
  return <IncomeDialog data={useLoaderData<typeof loader>()} />;
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
