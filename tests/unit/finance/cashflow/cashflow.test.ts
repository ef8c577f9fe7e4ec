import fc from "fast-check";
import { expect, test } from "vitest";
import { expense, income, someItems } from "#tests/unit/finance/items";
import { type MonthlyCashflow, savingsRate, savingsTip, totalsOf } from "~/domain/finance/cashflow/cashflow";
import { variation, yearlyInsights } from "~/domain/finance/cashflow/insights";
import { sumMinor } from "~/domain/shared/money";
import { monthlyCashflow, yearlyCashflow } from "./planned-months";

const USD = { currency: "USD" } as const;
const salary = income({ date: "2025-01-01", amountMinor: 500_000 });

test("income of 5,000 and expenses of 3,800 leave 1,200, a great savings rate of 24", () => {
  const { netMinor, savingsRate: rate } = monthlyCashflow(
    [salary, expense({ date: "2025-01-05", amountMinor: 380_000 })],
    "2025-03",
    USD,
  );
  expect([netMinor, rate, savingsTip(rate)]).toEqual([120_000, 24, "great"]);
});

test("the tip follows the savings rate at its thresholds", () => {
  const cases = [
    [-0.01, "negative"],
    [0, "low"],
    [9.99, "low"],
    [10, "good"],
    [19.99, "good"],
    [20, "great"],
  ] as const;
  for (const [rate, tip] of cases) expect(savingsTip(rate), String(rate)).toBe(tip);
});

test("without income the savings rate is 0", () => {
  const month = monthlyCashflow([expense({ date: "2025-03-05", amountMinor: 50_000 })], "2025-03", USD);
  expect([month.netMinor, month.savingsRate]).toEqual([-50_000, 0]);
  expect(savingsRate(0, 0)).toBe(0);
});

test("a disabled expense is not in the totals or its category, and returns when enabled", () => {
  const gym = expense({ id: "gym", category: "healthcare", date: "2025-01-10", amountMinor: 20_000 });
  const rest = expense({ id: "rent", date: "2025-01-05", amountMinor: 360_000 });
  const items = [salary, gym, rest];
  const without = monthlyCashflow(items, "2025-03", { ...USD, disabledExpenseIds: new Set(["gym"]) });
  expect([without.expenses.totalMinor, without.netMinor, without.savingsRate]).toEqual([360_000, 140_000, 28]);
  expect(without.expenses.byCategory.map(({ category }) => category)).toEqual(["housing"]);
  expect(monthlyCashflow(items, "2025-03", USD).expenses.byCategory.map(({ category }) => category)).toEqual([
    "housing",
    "healthcare",
  ]);
});

test("income with the same id as a disabled expense still counts", () => {
  const month = monthlyCashflow(
    [income({ ...salary, id: "12" }), expense({ id: "12", date: "2025-01-05", amountMinor: 100 })],
    "2025-03",
    {
      ...USD,
      disabledExpenseIds: new Set(["12"]),
    },
  );
  expect([month.income.totalMinor, month.expenses.totalMinor]).toEqual([500_000, 0]);
});

test("an amount in another currency counts only in that currency's cashflow", () => {
  const items = [salary, expense({ date: "2025-01-05", amountMinor: 90_000, currency: "EUR" })];
  expect(monthlyCashflow(items, "2025-03", USD).expenses.totalMinor).toBe(0);
  expect(monthlyCashflow(items, "2025-03", { currency: "EUR" }).netMinor).toBe(-90_000);
});

test("a year is the sum of its months, and its savings rate is not their mean", () => {
  const items = [
    expense({ id: "groceries", category: "food", date: "2025-01-01", frequency: "weekly", amountMinor: 12_500 }),
    income({ date: "2025-01-03", frequency: "biweekly", amountMinor: 200_000 }),
    expense({ id: "rent", date: "2025-01-31", amountMinor: 180_000 }),
    expense({
      id: "insurance",
      category: "insurance",
      date: "2024-11-30",
      frequency: "quarterly",
      amountMinor: 45_000,
    }),
    expense({ id: "tax", category: "other", date: "2025-06-15", frequency: "annually", amountMinor: 120_000 }),
  ];
  const year = yearlyCashflow(items, 2025, USD);
  expect(year.map(({ netMinor }) => netMinor / 100)).toEqual([
    3575, 1250, 1700, 1575, 1250, 500, 1575, 3250, 1700, 1575, 1250, 1575,
  ]);
  const totals = totalsOf(year);
  expect([totals.incomeMinor, totals.expensesMinor, totals.netMinor]).toEqual([5_200_000, 3_122_500, 2_077_500]);
  expect(totals.savingsRate).toBeCloseTo(39.9519, 4);
  expect(sumMinor(year.map((month) => month.savingsRate)) / 12).toBeCloseTo(38.54, 2);
});

test("the categories of a month add up to its totals, and the months to the year", () => {
  fc.assert(
    fc.property(someItems, fc.integer({ min: 2019, max: 2031 }), (items, year) => {
      const months = yearlyCashflow(items, year, USD);
      expect(months.map(({ month }) => month)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
      for (const month of months) {
        for (const side of [month.income, month.expenses]) {
          expect(sumMinor(side.byCategory.map(({ totalMinor }) => totalMinor))).toBe(side.totalMinor);
          expect(side.byCategory.every(({ totalMinor }) => totalMinor > 0)).toBe(true);
        }
      }
      expect(totalsOf(months).netMinor).toBe(sumMinor(months.map(({ netMinor }) => netMinor)));
    }),
    { numRuns: 60 },
  );
});

function yearOf(incomes: readonly number[], spent: readonly number[]): MonthlyCashflow[] {
  const month = (date: string, amounts: readonly number[], at: number) => ({
    date,
    frequency: "once" as const,
    amountMinor: amounts[at % amounts.length] ?? 0,
  });
  const items = Array.from({ length: 12 }, (_, at) => {
    const date = `2025-${String(at + 1).padStart(2, "0")}-10`;
    return [
      income({ id: `i${at}`, ...month(date, incomes, at) }),
      expense({ id: `e${at}`, ...month(date, spent, at) }),
    ];
  });
  return yearlyCashflow(items.flat(), 2025, USD);
}

test("variation is the population standard deviation as a percentage of the mean", () => {
  expect(variation([90, 110])).toBe(10);
  expect(variation([2, 4, 4, 4, 5, 5, 7, 9])).toBe(40);
  expect(variation([0, 0])).toBeNull();
  expect(variation([])).toBeNull();
});

test("income and expenses are rated by how much they vary", () => {
  const cases = [
    { swing: 5, income: "very_stable", expenses: "consistent" },
    { swing: 12, income: "some_variation", expenses: "consistent" },
    { swing: 20, income: "some_variation", expenses: "moderate" },
    { swing: 35, income: "fluctuating", expenses: "significant" },
  ];
  for (const { swing, ...expected } of cases) {
    const amounts = [10_000 - swing * 100, 10_000 + swing * 100];
    expect(yearlyInsights(yearOf(amounts, amounts)), `swing of ${swing} %`).toMatchObject(expected);
  }
  expect(yearlyInsights(yearOf([0], [100]))).toMatchObject({
    income: null,
    expenses: "consistent",
    overall: "positive",
  });
});

test("the savings trend compares the half-years in percentage points", () => {
  const half = (first: number, second: number) =>
    yearOf([100_000], [...Array<number>(6).fill(first), ...Array<number>(6).fill(second)]);
  expect(yearlyInsights(half(90_000, 80_000)).trend).toBe("improving");
  expect(yearlyInsights(half(90_000, 85_000)).trend).toBe("stable");
  expect(yearlyInsights(half(85_000, 90_000)).trend).toBe("stable");
  expect(yearlyInsights(half(80_000, 90_000)).trend).toBe("decreasing");
});

test("the year's savings rate gets a grade", () => {
  const cases = [
    [80_000, "excellent"],
    [80_001, "doing_well"],
    [90_000, "doing_well"],
    [90_001, "positive"],
    [100_000, "positive"],
    [100_001, "negative"],
  ] as const;
  for (const [spent, grade] of cases)
    expect(yearlyInsights(yearOf([100_000], [spent])).overall, String(spent)).toBe(grade);
});
