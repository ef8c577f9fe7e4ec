import { z } from "zod";
import { type MonthKey, monthFromIndex } from "~/domain/shared/time/dates";

export const itemParams = z.object({ id: z.string().max(64) });

export function monthOf({ year, month }: { year: number; month: number }): MonthKey {
  return monthFromIndex(year * 12 + month - 1);
}

export function rangeOf(range: { startYear: number; startMonth: number; endYear: number; endMonth: number }) {
  return {
    from: monthOf({ year: range.startYear, month: range.startMonth }),
    to: monthOf({ year: range.endYear, month: range.endMonth }),
  };
}

/** An unpaged list, in the shape of a paged one. */
export function whole<T>(items: T[]) {
  return { items, nextCursor: null, total: items.length };
}
