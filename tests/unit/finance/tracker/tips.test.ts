import { expect, test } from "vitest";
import type { Summary } from "~/domain/finance/cashflow/cashflow";
import { spendingTips } from "~/domain/finance/cashflow/tips";
import type { ExpenseCategory } from "~/domain/finance/tracker/categories";

function month(totals: Partial<Record<ExpenseCategory, number>>): Summary<ExpenseCategory> {
  const all: [ExpenseCategory, number | undefined][] = [
    ["housing", totals.housing],
    ["food", totals.food],
    ["subscriptions", totals.subscriptions],
  ];
  const byCategory = all.flatMap(([category, totalMinor]) => (totalMinor ? [{ category, totalMinor }] : []));
  byCategory.sort((a, b) => b.totalMinor - a.totalMinor);
  return { totalMinor: byCategory.reduce((sum, { totalMinor }) => sum + totalMinor, 0), byCategory };
}

const nothing = month({});

test("a month without expenses has no tips", () => {
  expect(spendingTips(nothing, nothing)).toEqual([]);
  expect(spendingTips(nothing, month({ food: 5000 }))).toEqual([]);
});

test("a category with 30% or more of expenses is named with its share", () => {
  expect(spendingTips(month({ housing: 6000, food: 4000 }), nothing)).toEqual([
    { kind: "largest", category: "housing", share: 60 },
  ]);
});

test("the category that grew the most is named if it grew by more than a fifth and by 20.00", () => {
  const before = month({ housing: 100_000, food: 10_000 });
  const grown = (food: number) =>
    spendingTips(month({ housing: 100_000, food }), before).filter((t) => t.kind === "grown");
  expect(grown(12_000)).toEqual([]);
  expect(grown(12_001)).toEqual([{ kind: "grown", category: "food", byMinor: 2001 }]);
  expect(spendingTips(month({ food: 1999 }), month({ food: 1 })).filter((t) => t.kind === "grown")).toEqual([]);
});

test("tips mention spending less than last month and the yearly cost of subscriptions", () => {
  const tips = spendingTips(month({ housing: 5000, subscriptions: 1500 }), month({ housing: 9000 }));
  expect(tips).toContainEqual({ kind: "less", byMinor: 2500 });
  expect(tips).toContainEqual({ kind: "subscriptions", yearMinor: 18_000 });
});
