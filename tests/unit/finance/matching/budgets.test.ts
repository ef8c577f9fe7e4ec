import fc from "fast-check";
import { expect, test } from "vitest";
import { expense } from "#tests/unit/finance/items";
import {
  type ActualEntry,
  cashflowOfEntries,
  type HouseholdLedger,
  monthActuals,
} from "~/domain/finance/cashflow/actuals";
import { groupEntries } from "~/domain/finance/cashflow/entry-groups";
import type { LedgerRow, RowEffect } from "~/domain/finance/cashflow/row-effect";
import { budgetsOfMonth, isBudget, type Spending, spendingByMonth } from "~/domain/finance/matching/budgets";
import { expectedFlows } from "~/domain/finance/matching/expected-flows";
import { isBudgetByName, type PlannedExpense, type PlannedItem } from "~/domain/finance/tracker/plan";
import { sumMinor } from "~/domain/shared/money";
import { addDays, dayNumber } from "~/domain/shared/time/dates";

const USD = { currency: "USD" } as const;
const today = "2025-06-15";
const groceries = expense({
  ...{ id: "groceries", name: "Groceries", date: "2025-01-05", amountMinor: 48_000, category: "food", isBudget: true },
});

function bought(amountMinor: number, date: string, given: Partial<LedgerRow> = {}): LedgerRow {
  return {
    ...{ id: `${date} ${amountMinor}`, accountId: "checking", accountType: "checking", currency: "USD", date },
    ...{ amountMinor: -amountMinor, pending: false, excluded: false, type: "withdrawal", category: "groceries" },
    ...{ text: "Corner store", name: "Corner store" },
    ...given,
  };
}

function itemOf({ id, date, name, currency, accountId }: LedgerRow, effect: RowEffect): PlannedItem {
  const facts = { id, date, name, currency, accountId, frequency: "once" as const, endDate: null };
  return effect.kind === "income" ? { ...facts, ...effect } : { ...facts, ...effect };
}

function month(given: Partial<HouseholdLedger>, which = "2025-06"): ActualEntry[] {
  return monthActuals(
    { today, items: [groceries], rows: [], coverage: new Map(), decisions: [], ...given },
    which,
    itemOf,
  );
}
const foodOf = (entries: ActualEntry[]) => cashflowOfEntries(entries, "2025-06", USD).expenses;
const complete = (through: string) => new Map([["checking", { from: "2025-01-01", through }]]);

test.each([
  ["the budget without spending", [], 48_000],
  ["the budget if less is spent", [bought(12_000, "2025-06-02"), bought(8000, "2025-06-09")], 48_000],
  ["the spending if it exceeds the budget", [bought(40_000, "2025-06-02"), bought(15_000, "2025-06-09")], 55_000],
  ["the budget if a refund lowers the spending", [bought(12_000, "2025-06-02"), bought(-2000, "2025-06-03")], 48_000],
  [
    "a row with about the budget's amount and name as spending like any other",
    [bought(47_000, "2025-06-05", { text: "GROCERIES" }), bought(3000, "2025-06-09")],
    50_000,
  ],
])("a month counts %s", (_, rows, totalMinor) => {
  for (const coverage of [new Map(), complete(today)]) {
    expect(foodOf(month({ rows, coverage }))).toEqual({
      totalMinor,
      byCategory: [{ category: "food", totalMinor }],
    });
  }
});

test("spending in another category, currency or month does not count against the budget", () => {
  const rows = [
    bought(1000, "2025-06-02", { category: "shopping" }),
    bought(2000, "2025-06-02", { currency: "EUR", accountId: "euros" }),
    bought(4000, "2025-05-31"),
  ];
  expect(foodOf(month({ rows })).totalMinor).toBe(49_000);
});

test("a month fully covered by accounts counts actual spending, one that is not counts the plan too", () => {
  const rows = [bought(30_000, "2025-05-10")];
  const may = (coverage: HouseholdLedger["coverage"]) => foodOf(month({ rows, coverage }, "2025-05")).totalMinor;
  expect([may(new Map()), may(complete("2025-05-31")), may(complete("2025-06-01"))]).toEqual([48_000, 48_000, 30_000]);
});

test("a future month has the whole budget", () => {
  expect(foodOf(month({ rows: [bought(9000, "2025-06-02")] }, "2025-07")).totalMinor).toBe(48_000);
});

test("a budget's rows are grouped under it, in the list and by status", () => {
  const entries = month({ rows: [bought(12_000, "2025-06-02"), bought(500, "2025-06-03", { category: "shopping" })] });
  const { planned, unplanned } = groupEntries(entries);
  expect(entries.filter(({ status }) => status === "budgeted").map(({ budgetId }) => budgetId)).toEqual(["groceries"]);
  expect(planned.map(({ totalMinor, budget }) => [totalMinor, budget])).toEqual([
    [48_000, { plannedMinor: 48_000, spentMinor: 12_000 }],
  ]);
  expect(unplanned.map(({ totalMinor }) => totalMinor)).toEqual([500]);
});

test("the rest of a budget is expected on its day, or today if that has passed", () => {
  const rows = [bought(12_000, "2025-06-02")];
  const spending: Spending[] = [
    { rowId: "2025-06-02 12000", date: "2025-06-02", currency: "USD", category: "food", amountMinor: 12_000 },
  ];
  const flows = (day: string, known = new Map([["checking", today]])) =>
    expectedFlows(
      [groceries],
      { rows, spending, asOf: day, knownThrough: known, verdicts: [] },
      { today: day, to: "2025-07-31" },
    ).map((flow) => [flow.day - dayNumber(day), flow.amountMinor]);
  expect(flows("2025-06-03")).toEqual([
    [2, -36_000],
    [32, -48_000],
  ]);
  expect(flows("2025-06-15")).toEqual([
    [0, -36_000],
    [20, -48_000],
  ]);
});

const someBudgets = fc
  .array(
    fc.record({
      amountMinor: fc.integer({ min: 1, max: 50_000 }),
      day: fc.integer({ min: 0, max: 60 }),
      category: fc.constantFrom("food" as const, "shopping" as const),
      currency: fc.constantFrom("USD" as const, "EUR" as const),
      isBudget: fc.boolean(),
    }),
    { maxLength: 6 },
  )
  .map((list) =>
    list.map(({ day, ...facts }, at) => expense({ ...facts, id: `b${at}`, date: addDays("2025-04-20", day) })),
  );

const someSpending = fc
  .array(
    fc.record({
      amountMinor: fc.integer({ min: -5000, max: 40_000 }).filter((minor) => minor !== 0),
      day: fc.integer({ min: 0, max: 29 }),
      category: fc.constantFrom("groceries", "shopping"),
      currency: fc.constantFrom("USD" as const, "EUR" as const),
    }),
    { maxLength: 12 },
  )
  .map((list) =>
    list.map(({ amountMinor, day, ...facts }, at) =>
      bought(amountMinor, addDays("2025-06-01", day), { ...facts, id: `r${at}`, accountId: facts.currency, text: "x" }),
    ),
  );

test("for any budgets and rows, each category counts the larger of plan and actual, plus its bills", () => {
  fc.assert(
    fc.property(someBudgets, someSpending, (items, rows) => {
      for (const currency of ["USD", "EUR"] as const) {
        const entries = month({ items, rows, today: "2025-06-30" });
        const { byCategory } = cashflowOfEntries(entries, "2025-06", { currency }).expenses;
        for (const [category, rowCategory] of [
          ["food", "groceries"],
          ["shopping", "shopping"],
        ] as const) {
          const own = items.filter((item) => item.currency === currency && item.category === category);
          const due = (which: readonly PlannedExpense[]) =>
            sumMinor(budgetsOfMonth(which.map(asBudget), "2025-06", []).map(({ restMinor }) => restMinor));
          const spent =
            0 -
            sumMinor(
              rows
                .filter((row) => row.currency === currency && row.category === rowCategory)
                .map((row) => row.amountMinor),
            );
          const budgets = own.filter(isBudget);
          const bills = due(own.filter((item) => !isBudget(item)));
          const expected = bills + (budgets.length > 0 ? Math.max(due(budgets), spent) : spent);
          // A bill is paid by a row with its amount, and that row does not count as spending as well.
          const paid = entries.some(({ status }) => status === "paid");
          if (!paid) expect(byCategory.find((each) => each.category === category)?.totalMinor ?? 0).toBe(expected);
        }
      }
    }),
    { numRuns: 150 },
  );
});

const asBudget = (item: PlannedExpense) => ({ ...item, isBudget: true });

test("only a monthly expense named like its category is a budget by default", () => {
  const monthly = { category: "food", isRecurring: true } as const;
  expect(isBudgetByName({ ...monthly, name: " Groceries " })).toBe(true);
  expect(isBudgetByName({ ...monthly, name: "Groceries", isRecurring: false })).toBe(false);
  expect(isBudgetByName({ ...monthly, name: "Groceries", category: "housing" })).toBe(false);
  expect(isBudgetByName({ ...monthly, name: "Meal kit" })).toBe(false);
});

test("a month's budgets see the same rows whether they search all rows or only the month's", () => {
  const rows = fc.array(fc.record({ back: fc.nat(150), amountMinor: fc.integer({ min: -20_000, max: 60_000 }) }));
  fc.assert(
    fc.property(rows, (list) => {
      const spending = list.map(
        ({ back, amountMinor }, at): Spending => ({
          ...USD,
          ...{ rowId: `${at}`, date: addDays(today, -back), category: "food", amountMinor },
        }),
      );
      const months = spendingByMonth(spending);
      for (const key of ["2025-02", "2025-03", "2025-04", "2025-05", "2025-06"]) {
        expect(budgetsOfMonth([groceries], key, months.get(key) ?? [])).toEqual(
          budgetsOfMonth([groceries], key, spending),
        );
      }
    }),
    { numRuns: 40 },
  );
});
