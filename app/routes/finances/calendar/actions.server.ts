import { formatCivilDate } from "~/components/date-format";
import { ITEM_TEXTS } from "~/domain/finance/tracker/messages";
import { moveExpense, moveIncome } from "~/domain/finance/tracker/move.server";
import { householdToday } from "~/domain/finance/tracker/rows.server";
import { MoveOccurrence } from "~/domain/finance/tracker/schema";
import { notFound, withErrorMessage } from "~/domain/shared/errors";
import { formCase } from "~/http/form-action";
import { redirectWithToast } from "~/http/toast.server";
import { calendarHref, readCalendarView } from "./calendar-view";

/** Saves the move that the address shows. */
export const calendarForms = {
  move: formCase(MoveOccurrence, async ({ ctx, input, url, request }) => {
    const view = readCalendarView(url.searchParams, householdToday(ctx));
    const [kind, id] = view.bill?.key.split(":") ?? [];
    if (!id) throw notFound();
    if (kind === "income") await withErrorMessage(ITEM_TEXTS.income.notUpdated, () => moveIncome(ctx, id, input));
    else await withErrorMessage(ITEM_TEXTS.expense.notUpdated, () => moveExpense(ctx, id, input));
    const to = calendarHref(view, { bill: null, to: null });
    return redirectWithToast(request, to, { tone: "success", text: `Moved to ${formatCivilDate(input.to)}.` });
  }),
};
