import { cashflowFrom, monthlyCashflow, usualExpenses } from "~/domain/finance/cashflow/cashflow";
import { currenciesOf } from "~/domain/finance/cashflow/serialize";
import type { StoredItem } from "~/domain/finance/tracker/plan";
import { monthEntries } from "~/domain/finance/tracker/recurrence";
import { type CivilDate, type MonthKey, monthKey, shiftMonth } from "~/domain/shared/dates";
import { paths } from "~/paths";
import type { TrackerView } from "~/routes/finances/tracker/tracker-view";

type Place = Pick<TrackerView, "month" | "currency">;
type Change = Partial<Pick<TrackerView, "month" | "currency" | "dialog" | "fresh">>;

/** The address of the expenses' screen after a change; a dialog does not outlive any but the one that opens it. */
export function expensesHref({ month, currency }: Place, change: Change = {}): string {
  const { dialog } = change;
  return paths.expenses({
    month: change.month ?? month,
    currency: change.currency ?? currency,
    add: dialog?.kind === "add" ? dialog.of : null,
    edit: dialog?.kind === "edit" ? dialog.id : null,
    on: dialog?.kind === "edit" ? dialog.on : null,
    delete: dialog?.kind === "delete" ? dialog.id : null,
    new: change.fresh,
  });
}

/** How many whole months behind make a usual one. */
export const USUAL_MONTHS = 3;

/** The first month that the screen of a month looks at: the one before it, or where a usual month begins. */
export function firstMonthNeeded(month: MonthKey, today: CivilDate): MonthKey {
  const before = shiftMonth(month, -1);
  const usual = shiftMonth(monthKey(today), -USUAL_MONTHS);
  return month > monthKey(today) && usual < before ? usual : before;
}

/** A month's expenses with what they are compared with. */
export function monthOfExpenses(view: Place, { items, today }: { items: readonly StoredItem[]; today: CivilDate }) {
  const currencies = currenciesOf(items);
  const currency = view.currency ?? currencies[0];
  const behind = { from: shiftMonth(monthKey(today), -USUAL_MONTHS), months: USUAL_MONTHS };
  const shown = items.filter((item) => item.currency === currency);
  return {
    currency,
    currencies,
    entries: monthEntries(shown, view.month, today),
    month: monthlyCashflow(items, view.month, { currency }),
    before: monthlyCashflow(items, shiftMonth(view.month, -1), { currency }),
    usual: usualExpenses(cashflowFrom(items, behind, { currency })),
  };
}
