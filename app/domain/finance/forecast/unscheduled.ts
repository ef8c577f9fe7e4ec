import type { TransactionType } from "~/domain/finance/accounts/types";
import { addDays, type CivilDate, type MonthKey, monthFromIndex, monthIndex, monthKey } from "~/domain/shared/dates";
import type { Currency } from "~/domain/shared/money";

const MOST_MONTHS = 24;

/** A row of an account; `amountMinor` as the holder sees it, below zero for money out. */
export interface AccountRow {
  id: string;
  date: CivilDate;
  amountMinor: number;
  currency: Currency;
  type: TransactionType;
}

/** The whole months with rows before the current one, oldest first, at most the last 24. */
export function wholePastMonths(firstRow: CivilDate, today: CivilDate): MonthKey[] {
  const first = monthIndex(monthKey(addDays(firstRow, -1))) + 1;
  const current = monthIndex(monthKey(today));
  const start = Math.max(first, current - MOST_MONTHS);
  return Array.from({ length: Math.max(0, current - start) }, (_, at) => monthFromIndex(start + at));
}

/**
 * What was spent in each of `months` beside the plan, in minor units: withdrawals and fees that no planned
 * occurrence accounts for. A transfer is no spending.
 */
export function unscheduledSpending(
  rows: readonly AccountRow[],
  months: readonly MonthKey[],
  spending: { currency: Currency; plannedRowIds: ReadonlySet<string> },
): number[] {
  const totals = new Map<MonthKey, number>(months.map((month) => [month, 0]));
  for (const row of rows) {
    const total = totals.get(monthKey(row.date));
    if (total === undefined || row.currency !== spending.currency || spending.plannedRowIds.has(row.id)) continue;
    if (row.type === "withdrawal" || row.type === "fee") totals.set(monthKey(row.date), total - row.amountMinor);
  }
  return [...totals.values()];
}
