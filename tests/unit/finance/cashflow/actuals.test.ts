import fc from "fast-check";
import { expect, test } from "vitest";
import { expense, income, someItems } from "#tests/unit/finance/items";
import {
  type ActualEntry,
  actualCashflows,
  type Coverage,
  cashflowOfEntries,
  type HouseholdLedger,
  monthActuals,
} from "~/domain/finance/cashflow/actuals";
import type { LedgerRow, RowEffect } from "~/domain/finance/cashflow/row-effect";
import { occurrenceKey, type PlannedItem } from "~/domain/finance/tracker/plan";
import { sumMinor } from "~/domain/shared/money";
import { addDays, monthFromIndex, monthKey } from "~/domain/shared/time/dates";
import { monthlyCashflow } from "./planned-months";

const USD = { currency: "USD" } as const;
const today = "2025-06-15";

function row(given: Partial<LedgerRow> & { amountMinor: number; date: string }): LedgerRow {
  const text = given.text ?? "Corner store";
  return {
    id: `row-${given.date}-${given.amountMinor}`,
    accountId: "checking",
    accountType: "checking",
    currency: "USD",
    pending: false,
    excluded: false,
    type: given.amountMinor > 0 ? "deposit" : "withdrawal",
    category: given.amountMinor > 0 ? "income" : "groceries",
    name: text,
    ...given,
    text,
  };
}

function itemOf({ id, date, name, currency, accountId }: LedgerRow, effect: RowEffect): PlannedItem {
  const facts = { id, date, name, currency, accountId, frequency: "once" as const, endDate: null };
  return effect.kind === "income" ? { ...facts, ...effect } : { ...facts, ...effect };
}

function ledger(given: Partial<HouseholdLedger>): HouseholdLedger {
  return { today, items: [], rows: [], coverage: new Map(), decisions: [], ...given };
}

const synced = new Map([["checking", { from: "2025-01-01", through: today }]]);
const rent = expense({ id: "rent", name: "Rent", date: "2025-01-03", amountMinor: 150_000, category: "housing" });

const lines = (entries: ActualEntry[]) =>
  entries.map(({ item, date, status }) => `${date} ${item.name} ${item.amountMinor} ${status}`);

test("a transaction without a plan is an unplanned line of its month, in its own category", () => {
  const rows = [row({ date: "2025-06-02", amountMinor: -4321, text: "Corner store" })];
  const entries = monthActuals(ledger({ rows }), "2025-06", itemOf);
  expect(lines(entries)).toEqual(["2025-06-02 Corner store 4321 unplanned"]);
  expect(cashflowOfEntries(entries, "2025-06", USD).expenses.byCategory).toEqual([
    { category: "food", totalMinor: 4321 },
  ]);
});

test("a transaction that matches a planned occurrence replaces it, with the real amount and the plan's category", () => {
  const rows = [row({ date: "2025-06-04", amountMinor: -152_500, category: "other", text: "RENT 12 OAK ST" })];
  const entries = monthActuals(ledger({ items: [rent], rows, coverage: synced }), "2025-06", itemOf);
  expect(lines(entries)).toEqual(["2025-06-04 Rent 152500 paid"]);
  expect(entries[0]).toMatchObject({ planned: { amountMinor: 150_000, date: "2025-06-03" } });
  expect(cashflowOfEntries(entries, "2025-06", USD).expenses).toEqual({
    totalMinor: 152_500,
    byCategory: [{ category: "housing", totalMinor: 152_500 }],
  });
});

test("an unmatched occurrence is planned without account data, late while it may still come, and missed after that", () => {
  const items = [rent, expense({ id: "gym", name: "Gym", date: "2025-01-12", amountMinor: 4000 })];
  expect(lines(monthActuals(ledger({ items }), "2025-06", itemOf))).toEqual([
    "2025-06-03 Rent 150000 planned",
    "2025-06-12 Gym 4000 planned",
  ]);
  const entries = monthActuals(ledger({ items, coverage: synced }), "2025-06", itemOf);
  expect(lines(entries)).toEqual(["2025-06-03 Rent 150000 missed", "2025-06-12 Gym 4000 late"]);
  expect(cashflowOfEntries(entries, "2025-06", USD).expenses.totalMinor).toBe(4000);
});

test("nothing is missed before an account's first transaction", () => {
  const coverage = new Map([["checking", { from: "2025-05-20", through: today }]]);
  expect(lines(monthActuals(ledger({ items: [rent], coverage }), "2025-05", itemOf))).toEqual([
    "2025-05-03 Rent 150000 planned",
  ]);
});

test("transfers, adjustments, pending and excluded rows, and savings do not count", () => {
  const out = { date: "2025-06-05", amountMinor: -10_000 };
  const rows = [
    row({ ...out, id: "transfer", type: "transfer" }),
    row({ ...out, id: "adjustment", type: "adjustment" }),
    row({ ...out, id: "pending", pending: true }),
    row({ ...out, id: "excluded", excluded: true }),
    row({ ...out, id: "invested", category: "investing" }),
    row({ ...out, id: "saved", category: "savings" }),
  ];
  expect(monthActuals(ledger({ rows }), "2025-06", itemOf)).toEqual([]);
});

test("a card payment counts on neither side, but purchases on the card do", () => {
  const card = { accountId: "card", accountType: "credit" } as const;
  const rows = [
    row({ ...card, date: "2025-06-01", amountMinor: -2599, category: "shopping", text: "Books" }),
    row({ date: "2025-06-08", amountMinor: -80_000, category: "debt", text: "CARD AUTOPAY" }),
    row({ ...card, date: "2025-06-10", amountMinor: 80_000, category: "other", text: "PAYMENT THANK YOU" }),
  ];
  expect(lines(monthActuals(ledger({ rows }), "2025-06", itemOf))).toEqual(["2025-06-01 Books 2599 unplanned"]);
});

test("a refund reduces its category's total", () => {
  const rows = [
    row({ date: "2025-06-01", amountMinor: -5000, category: "shopping", text: "Shoes" }),
    row({ date: "2025-06-09", amountMinor: 2000, category: "shopping", text: "Shoes returned" }),
  ];
  const { expenses, income: earned } = cashflowOfEntries(
    monthActuals(ledger({ rows }), "2025-06", itemOf),
    "2025-06",
    USD,
  );
  expect([expenses.totalMinor, earned.totalMinor]).toEqual([3000, 0]);
});

test("a future month has only the plan, without what was paid early", () => {
  const pay = income({ id: "pay", name: "Salary", date: "2025-01-01", amountMinor: 300_000 });
  const rows = [
    row({ date: "2025-06-30", amountMinor: 300_000, category: "salary", text: "SALARY" }),
    row({ date: "2025-07-10", amountMinor: -9900, text: "Dated ahead" }),
  ];
  const whole = ledger({ items: [pay, rent], rows, today: "2025-06-30" });
  expect(lines(monthActuals(whole, "2025-07", itemOf))).toEqual(["2025-07-03 Rent 150000 planned"]);
  expect(lines(monthActuals(whole, "2025-08", itemOf))).toEqual([
    "2025-08-01 Salary 300000 planned",
    "2025-08-03 Rent 150000 planned",
  ]);
});

test("the household's decisions override the automatic matches, even weeks apart", () => {
  const rows = [
    row({ id: "a", date: "2025-06-03", amountMinor: -150_000, text: "RENT" }),
    row({ id: "b", date: "2025-06-28", amountMinor: -90_000, text: "LANDLORD" }),
  ];
  const key = occurrenceKey(rent, "2025-06-03");
  const decisions = [
    { transactionId: "a", occurrenceKey: key, same: false },
    { transactionId: "b", occurrenceKey: key, same: true },
  ];
  expect(lines(monthActuals(ledger({ items: [rent], rows, decisions }), "2025-06", itemOf))).toEqual([
    "2025-06-03 RENT 150000 unplanned",
    "2025-06-28 Rent 90000 paid",
  ]);
});

test("a decision about an occurrence that was moved or deleted since no longer counts", () => {
  const paid = row({ id: "paid", date: "2025-06-03", amountMinor: -150_000, category: "housing", text: "RENT" });
  const decisions = [{ transactionId: "paid", occurrenceKey: occurrenceKey(rent, "2025-06-03"), same: true }];
  const linesWith = (items: HouseholdLedger["items"]) =>
    lines(monthActuals(ledger({ items, rows: [paid], decisions, coverage: synced }), "2025-06", itemOf));
  expect(linesWith([{ ...rent, date: "2025-01-05" }])).toEqual(["2025-06-03 Rent 150000 paid"]);
  expect(linesWith([{ ...rent, id: "added again" }])).toEqual(["2025-06-03 Rent 150000 paid"]);
  expect(linesWith([{ ...rent, date: "2025-01-25" }])).toEqual([
    "2025-06-03 RENT 150000 unplanned",
    "2025-06-25 Rent 150000 planned",
  ]);
});

test("an archived account changes nothing about months that the other accounts show completely", () => {
  const budget = expense({
    ...{
      id: "groceries",
      name: "Groceries",
      date: "2025-01-01",
      amountMinor: 60_000,
      category: "food",
      isBudget: true,
    },
  });
  const rows = [row({ date: "2025-04-10", amountMinor: -45_000, text: "Corner store" })];
  const spentIn = (month: string, idle: Coverage) => {
    const coverage = new Map([...synced, ["idle", idle]]);
    const entries = monthActuals(ledger({ items: [budget, rent], rows, coverage }), month, itemOf);
    return cashflowOfEntries(entries, month, USD).expenses.totalMinor;
  };
  const active = { from: "2025-02-10", through: today };
  const archived = { from: "2025-02-10", through: "2025-03-20", isArchived: true };
  for (const [month, totalMinor] of [
    ["2025-02", 210_000],
    ["2025-04", 45_000],
    ["2025-06", 60_000],
  ] as const) {
    expect(spentIn(month, active), month).toBe(totalMinor);
    expect(spentIn(month, archived), month).toBe(totalMinor);
  }
});

test("archiving every account keeps the months that they showed", () => {
  const archived = new Map([
    ["checking", { from: "2025-01-01", through: "2025-05-20", isArchived: true }],
    ["idle", { from: "2025-01-01", through: "2025-03-20", isArchived: true }],
  ]);
  const statusIn = (month: string) =>
    monthActuals(ledger({ items: [rent], coverage: archived }), month, itemOf).map(({ status }) => status);
  expect([statusIn("2025-04"), statusIn("2025-06")]).toEqual([["missed"], ["planned"]]);
});

test("without transactions every month is as planned", () => {
  fc.assert(
    fc.property(someItems, fc.integer({ min: 2019 * 12, max: 2031 * 12 }), (items, at) => {
      const month = monthFromIndex(at);
      const entries = monthActuals(ledger({ items }), month, itemOf);
      expect(cashflowOfEntries(entries, month, USD)).toEqual(monthlyCashflow(items, month, USD));
    }),
    { numRuns: 60 },
  );
});

const someRows = fc
  .array(
    fc.record({
      day: fc.integer({ min: 0, max: 364 }),
      amountMinor: fc.oneof(fc.integer({ min: -200_000, max: -1 }), fc.integer({ min: 1, max: 200_000 })),
      category: fc.constantFrom("groceries", "other", "salary", "debt", "housing", "shopping"),
      currency: fc.constantFrom("USD" as const, "EUR" as const),
      pending: fc.boolean(),
      excluded: fc.boolean(),
      credit: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((list) =>
    list.map(({ day, credit, ...facts }, at) =>
      row({
        ...facts,
        id: `r${at}`,
        date: addDays("2025-01-01", day),
        accountId: `${credit ? "card" : "checking"}-${facts.currency}`,
        accountType: credit ? "credit" : "checking",
      }),
    ),
  );

const someLedger = fc
  .record({ items: someItems, rows: someRows, isSynced: fc.boolean() })
  .map(({ isSynced, ...rest }) =>
    ledger({
      ...rest,
      coverage: isSynced ? new Map([["checking-USD", { from: "2025-01-01", through: today }]]) : new Map(),
    }),
  );

const months2025 = Array.from({ length: 12 }, (_, at) => monthFromIndex(2025 * 12 + at));

test("each transaction counts at most once, in the month of its date, and each occurrence at most once", () => {
  fc.assert(
    fc.property(someLedger, (given) => {
      const entries = months2025.flatMap((month) => {
        const lines = monthActuals(given, month, itemOf);
        for (const { date } of lines) expect(monthKey(date)).toBe(month);
        return lines;
      });
      const rowIds = entries.flatMap(({ transactionId }) => transactionId ?? []);
      expect(new Set(rowIds).size).toBe(rowIds.length);
      const keys = entries.flatMap(({ item, date, planned, status }) =>
        status === "unplanned" ? [] : [occurrenceKey(item, planned?.date ?? date)],
      );
      expect(new Set(keys).size).toBe(keys.length);
      const byId = new Map(given.rows.map((each) => [each.id, each]));
      for (const { transactionId, item } of entries) {
        const source = transactionId === null ? undefined : byId.get(transactionId);
        if (!source) continue;
        expect(source.pending || source.excluded).toBe(false);
        expect(item.kind === "income" ? item.amountMinor : -item.amountMinor).toBe(source.amountMinor);
        expect(item.currency).toBe(source.currency);
      }
    }),
    { numRuns: 80 },
  );
});

test("categories add up to the total, months to the year, and currencies are never mixed", () => {
  fc.assert(
    fc.property(someLedger, (given) => {
      const inUsd = { ...given, rows: given.rows.filter(({ currency }) => currency === "USD") };
      const year = actualCashflows(given, { from: "2025-01", months: 12 }, { ...USD, itemOf });
      expect(year).toEqual(
        months2025.map((month) => cashflowOfEntries(monthActuals(given, month, itemOf), month, USD)),
      );
      expect(year).toEqual(actualCashflows(inUsd, { from: "2025-01", months: 12 }, { ...USD, itemOf }));
      for (const { income: earned, expenses, netMinor } of year) {
        expect(sumMinor(earned.byCategory.map(({ totalMinor }) => totalMinor))).toBe(earned.totalMinor);
        expect(sumMinor(expenses.byCategory.map(({ totalMinor }) => totalMinor))).toBe(expenses.totalMinor);
        expect(netMinor).toBe(earned.totalMinor - expenses.totalMinor);
      }
    }),
    { numRuns: 60 },
  );
});

test("accounts in another currency do not tell whether a bill without an account was paid", () => {
  const food = expense({ id: "food", name: "Food", date: "2025-01-05", amountMinor: 40_000, category: "food" });
  const items = [rent, { ...food, isBudget: true }, { ...rent, id: "flat", name: "Flat", currency: "EUR" as const }];
  const coverage = new Map([["girokonto", { from: "2025-01-01", through: today, currency: "EUR" as const }]]);
  expect(lines(monthActuals(ledger({ items, coverage }), "2025-05", itemOf))).toEqual([
    "2025-05-03 Flat 150000 missed",
    "2025-05-03 Rent 150000 planned",
    "2025-05-05 Food 40000 planned",
  ]);
});
