import {
  type CashflowView,
  countedItems,
  type MonthlyCashflow,
  monthOfAmounts,
} from "~/domain/finance/cashflow/cashflow";
import type { PlannedItem } from "~/domain/finance/tracker/plan";
import { occurrenceDays } from "~/domain/finance/tracker/recurrence";
import { clampedDay, type MonthKey, monthFromIndex, monthIndex } from "~/domain/shared/time/dates";

/** A month as planned, without transactions: every occurrence counts in the month it falls in. */
export function monthlyCashflow(items: readonly PlannedItem[], month: MonthKey, view: CashflowView): MonthlyCashflow {
  const at = monthIndex(month);
  const amounts = countedItems(items, view).map((item) => ({
    item,
    totalMinor: item.amountMinor * occurrenceDays(item, clampedDay(at, 1), clampedDay(at, 31)).length,
  }));
  return monthOfAmounts(amounts, { at, currency: view.currency });
}

/** January to December, in that order. */
export function yearlyCashflow(items: readonly PlannedItem[], year: number, view: CashflowView): MonthlyCashflow[] {
  return Array.from({ length: 12 }, (_, at) => monthlyCashflow(items, monthFromIndex(year * 12 + at), view));
}
