import type { Currency } from "~/domain/shared/money";
import { type CivilDate, type MonthKey, monthKey, shiftMonth } from "~/domain/shared/time/dates";
import { paths } from "~/paths";
import { readCurrency, readMonth } from "~/routes/finances/shared/view-query";

/** The query of the expenses screen. */
export interface ExpensesView {
  month: MonthKey;
  /** Null for the household's first currency. */
  currency: Currency | null;
  /** The newly added expense. */
  fresh: string | null;
}

export function readExpensesView(search: URLSearchParams, today: CivilDate): ExpensesView {
  return { month: readMonth(search, today), currency: readCurrency(search), fresh: search.get("new") };
}

/** The screen's query after a change; its dialogs preserve it too. */
export function expensesQuery({ month, currency }: ExpensesView, change: Partial<ExpensesView> = {}) {
  return { month: change.month ?? month, currency: change.currency ?? currency, new: change.fresh };
}

export function expensesHref(view: ExpensesView, change: Partial<ExpensesView> = {}): string {
  return paths.expenses(expensesQuery(view, change));
}

/** Number of full past months that make up a usual month. */
export const USUAL_MONTHS = 3;

/** The first month needed for a month's screen: the one before it, or the start of the usual months. */
export function firstMonthNeeded(month: MonthKey, today: CivilDate): MonthKey {
  const before = shiftMonth(month, -1);
  const usual = shiftMonth(monthKey(today), -USUAL_MONTHS);
  return month > monthKey(today) && usual < before ? usual : before;
}

/** Current URL for an older link with dialogs in its query; null for any other URL. */
export function oldDialogHref(search: URLSearchParams, view: ExpensesView): string | null {
  const [add, edit, remove] = ["add", "edit", "delete"].map((name) => search.get(name));
  if (add === "expense") return paths.newExpense(expensesQuery(view));
  if (edit) return paths.expense({ id: edit, on: search.get("on") }, expensesQuery(view));
  return remove ? paths.deleteExpense(remove, expensesQuery(view)) : null;
}
