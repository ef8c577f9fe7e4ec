import { expect, test } from "vitest";
import { expense } from "#tests/unit/finance/items";
import { EXPENSE_CATEGORIES, expenseCategory, incomeCategory } from "~/domain/finance/tracker/categories";
import { countFutureView, showsProBanner } from "~/domain/finance/tracker/pro-banner";
import { isFutureMonth, isProjected } from "~/domain/finance/tracker/recurrence";

test("an unknown category counts as other", () => {
  expect(EXPENSE_CATEGORIES.map(expenseCategory)).toEqual([...EXPENSE_CATEGORIES]);
  expect([
    expenseCategory("pets"),
    expenseCategory("toString"),
    incomeCategory("lottery"),
    incomeCategory("bonus"),
  ]).toEqual(["other", "other", "other", "bonus"]);
});

test("a future month is after the current calendar month", () => {
  expect(["2025-02", "2025-03", "2025-04"].map((month) => isFutureMonth(month, "2025-03-31"))).toEqual([
    false,
    false,
    true,
  ]);
});

test("an occurrence is projected only in months after the current one and after the item's first", () => {
  const cases = [
    { from: "2025-03-01", on: "2025-03-01", projected: false },
    { from: "2025-03-01", on: "2025-04-01", projected: true },
    { from: "2025-01-15", on: "2025-02-15", projected: false },
    { from: "2025-01-15", on: "2025-05-15", projected: true },
    { from: "2025-06-01", on: "2025-06-01", projected: false },
    { from: "2025-06-01", on: "2025-07-01", projected: true },
  ];
  for (const { from, on, projected } of cases) {
    expect(isProjected(expense({ date: from, amountMinor: 1 }), on, "2025-03-20"), `${from} on ${on}`).toBe(projected);
  }
  expect(
    isProjected(expense({ date: "2025-07-01", amountMinor: 1, frequency: "once" }), "2025-07-01", "2025-03-20"),
  ).toBe(false);
});

test("the Pro banner appears after three views of future months in month view", () => {
  const today = "2025-03-20";
  const views = [
    { mode: "month", month: "2025-03" },
    { mode: "month", month: "2025-04" },
    { mode: "year", month: "2025-05" },
    { mode: "month", month: "2025-04" },
    { mode: "month", month: "2025-12" },
  ] as const;
  const counts = views.map((_, at) =>
    views.slice(0, at + 1).reduce((count, view) => countFutureView(count, view, today), 0),
  );
  expect(counts).toEqual([0, 1, 1, 2, 3]);
  expect(counts.map((count) => showsProBanner(count, null, 0))).toEqual([false, false, false, false, true]);
});

test("a dismissed Pro banner stays hidden for seven days", () => {
  const dismissed = Date.UTC(2025, 2, 1, 9, 30);
  const after = (ms: number) => showsProBanner(3, dismissed, dismissed + ms);
  expect([after(0), after(7 * 86_400_000 - 1), after(7 * 86_400_000)]).toEqual([false, false, true]);
});
