import type { TransactionType } from "~/domain/finance/accounts/account";
import type { Currency } from "~/domain/shared/money";
import {
  addDays,
  addMonths,
  type CivilDate,
  daysBetween,
  type MonthKey,
  monthFromIndex,
  monthIndex,
  monthKey,
} from "~/domain/shared/time/dates";
import type { BalanceLine } from "./forecast";

const MAX_MONTHS = 24;

/** An account row; `amountMinor` as the holder sees it, negative for money out. */
export interface AccountRow {
  id: string;
  date: CivilDate;
  amountMinor: number;
  currency: Currency;
  type: TransactionType;
}

/** The date of the earliest row; null without rows. */
export function firstRowDate(rows: readonly { date: CivilDate }[]): CivilDate | null {
  let first: CivilDate | null = null;
  for (const { date } of rows) if (first === null || date < first) first = date;
  return first;
}

/** The whole months with rows before the current one, oldest first, at most the last 24. */
export function wholePastMonths(firstRow: CivilDate, today: CivilDate): MonthKey[] {
  const first = monthIndex(monthKey(addDays(firstRow, -1))) + 1;
  const current = monthIndex(monthKey(today));
  const start = Math.max(first, current - MAX_MONTHS);
  return Array.from({ length: Math.max(0, current - start) }, (_, at) => monthFromIndex(start + at));
}

/**
 * The spending in each of `months` that was not planned, in minor units: withdrawals and fees without a planned occurrence. A
 * transfer is not spending.
 */
export function unscheduledSpending(
  rows: readonly AccountRow[],
  months: readonly MonthKey[],
  spending: { currency: Currency; plannedRowIds: ReadonlySet<string> },
): number[] {
  const totals = new Map<MonthKey, number>(months.map((month) => [month, 0]));
  for (const row of rows) {
    if (row.currency !== spending.currency || (row.type !== "withdrawal" && row.type !== "fee")) continue;
    const month = monthKey(row.date);
    const total = totals.get(month);
    if (total !== undefined && !spending.plannedRowIds.has(row.id)) totals.set(month, total - row.amountMinor);
  }
  return [...totals.values()];
}

const DRAWS = 1000;
const MIN_HISTORY = 3;

interface Quantiles {
  p10Minor: number;
  p50Minor: number;
  p90Minor: number;
}

/**
 * Unplanned spending from the start of a forecast through a day, in minor units: one run in ten spends less than P10, one in ten
 * more than P90.
 */
interface SpendingBand extends Quantiles {
  through: CivilDate;
}

/** Uniformly distributed numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const rankOf = (share: number) => Math.ceil(share * DRAWS) - 1;

/**
 * Hoare's selection within `from` to `to`, both inclusive: afterward `values[rank]` is in its sorted position, with nothing
 * greater to its left and nothing smaller to its right. Three ranks per month take a quarter of the time of sorting.
 */
function select(values: Float64Array, rank: number, { from, to }: { from: number; to: number }): number {
  let low = from;
  let high = to;
  while (low < high) {
    const pivot = values[(low + high) >> 1] ?? 0;
    let left = low;
    let right = high;
    while (left <= right) {
      while ((values[left] ?? pivot) < pivot) left += 1;
      while ((values[right] ?? pivot) > pivot) right -= 1;
      if (left > right) break;
      const moved = values[left] ?? 0;
      values[left] = values[right] ?? 0;
      values[right] = moved;
      left += 1;
      right -= 1;
    }
    if (rank <= right) high = right;
    else if (rank >= left) low = left;
    else break;
  }
  return values[rank] ?? 0;
}

// Nearest rank: always one of the drawn amounts, never an interpolation.
function quantilesOf(totals: Float64Array): Quantiles {
  const [lower, middle, upper] = [rankOf(0.1), rankOf(0.5), rankOf(0.9)];
  const p50Minor = select(totals, middle, { from: 0, to: DRAWS - 1 });
  const p10Minor = select(totals, lower, { from: 0, to: middle - 1 });
  return { p10Minor, p50Minor, p90Minor: select(totals, upper, { from: middle + 1, to: DRAWS - 1 }) };
}

// The cumulative quantiles after each future month; empty if the history is too short.
function drawnQuantiles(history: readonly number[], months: number, random: () => number): Quantiles[] {
  if (history.length < MIN_HISTORY) return [];
  const totals = new Float64Array(DRAWS);
  return Array.from({ length: months }, () => {
    // A counter instead of an iterator: 24,000 draws would allocate as many pairs.
    for (let draw = 0; draw < DRAWS; draw++) {
      totals[draw] = (totals[draw] ?? 0) + (history[Math.floor(random() * history.length)] ?? 0);
    }
    return quantilesOf(totals.slice());
  });
}

/**
 * The bands at the end of each future month, cumulative, by drawing whole past months with replacement: each month keeps its
 * shape, so that one laptop is not spread over every day. `history` holds a total per whole past month, in minor units; with
 * fewer than three there is no band (an empty list).
 */
export function spendingBands(
  history: readonly number[],
  horizon: { from: CivilDate; months: number },
  random: () => number,
): SpendingBand[] {
  return drawnQuantiles(history, horizon.months, random).map((quantiles, at) => ({
    through: addDays(addMonths(horizon.from, at + 1), -1),
    ...quantiles,
  }));
}

/** Each day's balance less the spending bands, spread evenly over the days of each future month. */
export function balanceBands(line: BalanceLine, bands: readonly SpendingBand[]) {
  const low: number[] = [];
  const middle: number[] = [];
  const high: number[] = [];
  let before: SpendingBand = { through: addDays(line.window.from, -1), p10Minor: 0, p50Minor: 0, p90Minor: 0 };
  for (const band of bands) {
    const start = before;
    const days = daysBetween(start.through, band.through);
    for (let day = 1; day <= days; day++) {
      const balance = line.balances[low.length];
      if (balance === undefined) break;
      const spent = (from: number, to: number) => Math.round(from + ((to - from) * day) / days);
      low.push(balance - spent(start.p90Minor, band.p90Minor));
      middle.push(balance - spent(start.p50Minor, band.p50Minor));
      high.push(balance - spent(start.p10Minor, band.p10Minor));
    }
    before = band;
  }
  return { p10: low, p50: middle, p90: high };
}
