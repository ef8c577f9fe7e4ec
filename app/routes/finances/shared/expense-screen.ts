import type { CivilDate } from "~/domain/shared/time/dates";
import { paths } from "~/paths";
import { expensesHref, readExpensesView } from "~/routes/finances/expenses/expenses-view";
import { readTrackerView, trackerHref } from "~/routes/finances/tracker/tracker-view";

/** URL of the screen behind an expense's dialog at `url`: the expenses or the tracker, with `fresh` as the saved expense. */
export function expenseScreenHref({ pathname, searchParams }: URL, today: CivilDate, fresh: string): string {
  return pathname.startsWith(paths.expenses())
    ? expensesHref(readExpensesView(searchParams, today), { fresh })
    : trackerHref(readTrackerView(searchParams, today), { fresh });
}
