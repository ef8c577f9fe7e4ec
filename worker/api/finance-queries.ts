import { z } from "zod";
import { monthOf } from "~/domain/finance/cashflow/cashflow";

export const itemParams = z.object({ id: z.string().max(64) });

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
