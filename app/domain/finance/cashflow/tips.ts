import type { ExpenseCategory } from "~/domain/finance/tracker/categories";
import { percentOf } from "~/domain/shared/money";
import type { Summary } from "./cashflow";

/** Tips about a month's expenses; amounts in minor units, shares in percent. */
export type SpendingTip =
  | { kind: "largest"; category: ExpenseCategory; share: number }
  | { kind: "grown"; category: ExpenseCategory; byMinor: number }
  | { kind: "less"; byMinor: number }
  | { kind: "subscriptions"; yearMinor: number };

const LARGE_SHARE = 30;
const GROWN_PERCENT = 20;
const GROWN_MINOR = 2000;

function grown(month: Summary<ExpenseCategory>, before: Summary<ExpenseCategory>): SpendingTip[] {
  const risen = month.byCategory
    .map(({ category, totalMinor }) => {
      const was = before.byCategory.find((other) => other.category === category)?.totalMinor ?? 0;
      return { category, was, byMinor: totalMinor - was };
    })
    .filter(({ was, byMinor }) => was > 0 && byMinor >= GROWN_MINOR && percentOf(byMinor, was) > GROWN_PERCENT)
    .sort((a, b) => b.byMinor - a.byMinor);
  return risen.slice(0, 1).map(({ category, byMinor }) => ({ kind: "grown", category, byMinor }));
}

/**
 * Up to four tips: a category that takes 30% or more, the one that grew most over the previous month (by more than 20% and at
 * least 20.00), a total below that month's, and the yearly cost of subscriptions.
 */
export function spendingTips(month: Summary<ExpenseCategory>, before: Summary<ExpenseCategory>): SpendingTip[] {
  const largest = month.byCategory[0];
  const share = largest ? percentOf(largest.totalMinor, month.totalMinor) : 0;
  const subscriptions = month.byCategory.find(({ category }) => category === "subscriptions");
  return [
    ...(largest && share >= LARGE_SHARE ? [{ kind: "largest", category: largest.category, share } as const] : []),
    ...grown(month, before),
    ...(month.totalMinor > 0 && month.totalMinor < before.totalMinor
      ? [{ kind: "less", byMinor: before.totalMinor - month.totalMinor } as const]
      : []),
    ...(subscriptions ? [{ kind: "subscriptions", yearMinor: subscriptions.totalMinor * 12 } as const] : []),
  ];
}
