import fc from "fast-check";
import { expect, test } from "vitest";
import { expense, income, someItems } from "#tests/unit/finance/items";
import type { TransactionType } from "~/domain/finance/accounts/account";
import { withCounts } from "~/domain/finance/cashflow/row-effect";
import { bankOf, type HouseholdRecord, householdForecast, runway } from "~/domain/finance/forecast/runway";
import { safeToSpend } from "~/domain/finance/forecast/safe-to-spend";
import { stillToCome, upcomingBills } from "~/domain/finance/forecast/upcoming";
import { applyWhatIf, type WhatIf } from "~/domain/finance/forecast/what-if";
import { expectedFlows } from "~/domain/finance/matching/expected-flows";
import { occurrenceKey, planKey } from "~/domain/finance/tracker/plan";
import { addDays } from "~/domain/shared/time/dates";

const today = "2026-11-20";
const view = { currency: "USD", floorMinor: 20_000, whatIf: [] } as const;

const someRows = fc
  .array(
    fc.record({
      back: fc.integer({ min: -5, max: 200 }),
      amountMinor: fc.integer({ min: -1_000_000, max: 1_000_000 }),
      pending: fc.boolean(),
      /** Index of the item whose amount the row has, if there is such an item. */
      like: fc.nat(20),
    }),
    { maxLength: 40 },
  )
  .map((rows) => rows.map((row, at) => ({ ...row, id: `row ${at}` })));

const households: fc.Arbitrary<HouseholdRecord> = fc
  .record({ items: someItems, rows: someRows, budgets: fc.boolean(), synced: fc.boolean(), balanceMinor: fc.integer() })
  .map(({ items, rows, budgets, synced, balanceMinor }) => {
    const record: HouseholdRecord = {
      today,
      items: items.map((item) =>
        item.kind === "expense" ? { ...item, isBudget: budgets && item.category === "food" } : item,
      ),
      accounts: [
        { id: "daily", name: "Daily", accountType: "checking", currency: "USD", isActive: true, balanceMinor },
        { id: "card", name: "Card", accountType: "credit", currency: "USD", isActive: true, balanceMinor: 5_000 },
      ],
      rows: rows.map(({ id, back, amountMinor, pending, like }) => {
        const item = items[like];
        const own = item && (item.kind === "income" ? item.amountMinor : -item.amountMinor);
        const facts = { id, pending, date: addDays(today, -back), accountId: "daily", currency: "USD" as const };
        return {
          ...facts,
          amountMinor: own ?? amountMinor,
          type: "withdrawal",
          counts: true,
          text: `Paid ${item?.name ?? "shop"}`,
        };
      }),
      knownThrough: new Map(synced ? [["daily", today]] : []),
      asOf: today,
    };
    const spending = record.rows.map(({ id, ...row }) => ({
      ...{ rowId: id, date: row.date, currency: row.currency },
      ...{ category: "food" as const, amountMinor: -row.amountMinor },
    }));
    return { ...record, spending };
  });

test("the shared computation of balances and safe to spend equals the separate ones to the cent", () => {
  fc.assert(
    fc.property(households, fc.boolean(), (record, isChanged) => {
      const first = record.items[0];
      const whatIf: WhatIf[] = isChanged && first ? [{ kind: "disable", key: planKey(first) }] : [];
      const changed = applyWhatIf(record.items, whatIf, today);
      const found = runway(record, { ...view, whatIf });
      expect(found.planned).toEqual(householdForecast(record, record.items, view));
      expect(found.whatIf).toEqual(householdForecast(record, changed, view));
      const flows = expectedFlows(changed, bankOf(record), { today, to: addDays(today, 40) });
      expect(found.safe).toEqual(
        safeToSpend(
          { accounts: record.accounts, items: changed, flows },
          { today, currency: "USD", floorMinor: 20_000 },
        ),
      );
    }),
    { numRuns: 60 },
  );
});

const held: HouseholdRecord["accounts"] = [
  { id: "daily", name: "Daily", accountType: "checking", currency: "USD", isActive: true, balanceMinor: 250_000 },
  { id: "card", name: "Card", accountType: "credit", currency: "USD", isActive: true, balanceMinor: 0 },
];

interface GivenRow {
  id: string;
  date: string;
  amountMinor: number;
  accountId?: "daily" | "card";
  type?: TransactionType;
  category?: string;
  excluded?: boolean;
  text?: string;
}

function rowsOf(given: readonly GivenRow[]): HouseholdRecord["rows"] {
  return withCounts(
    given.map(({ accountId = "daily", amountMinor, text = "Shop", ...row }) => ({
      ...{ accountId, accountType: accountId === "card" ? ("credit" as const) : ("checking" as const) },
      ...{ amountMinor, text, currency: "USD" as const, category: "shopping", excluded: false, pending: false },
      type: amountMinor > 0 ? ("deposit" as const) : ("withdrawal" as const),
      ...row,
    })),
  );
}

test("unplanned spending leaves out card payments, moves between own accounts and excluded rows", () => {
  const rows = rowsOf(
    ["2026-07", "2026-08", "2026-09", "2026-10"].flatMap((month): GivenRow[] => [
      { id: `${month} bought`, date: `${month}-03`, amountMinor: -100_000, accountId: "card" },
      { id: `${month} paid`, date: `${month}-20`, amountMinor: -100_000, category: "debt", text: "CARD AUTOPAY" },
      { id: `${month} got`, date: `${month}-21`, amountMinor: 100_000, accountId: "card", category: "other" },
      { id: `${month} expense report`, date: `${month}-22`, amountMinor: -70_000, excluded: true },
    ]),
  );
  const record = { today, items: [], accounts: held, rows, knownThrough: new Map(), asOf: today };
  const { bands, historyMonths } = runway(record, { ...view, months: 12 });
  expect([historyMonths, bands?.p50.at(-1)]).toEqual([3, 250_000 - 12 * 100_000]);
});

test("an account in another currency does not make months without rows part of the history", () => {
  const euro = { id: "euro", name: "Euro", accountType: "checking", currency: "EUR", isActive: true } as const;
  const rows = rowsOf([
    { id: "long ago", date: "2025-01-10", amountMinor: -5_000 },
    { id: "bought", date: "2026-10-10", amountMinor: -20_000 },
  ]).map((row) => (row.id === "bought" ? { ...row, accountId: "euro", currency: "EUR" as const } : row));
  const accounts = [...held, { ...euro, balanceMinor: 500_000 }];
  const record = { today, items: [], accounts, rows, knownThrough: new Map(), asOf: today };
  const { bands, historyMonths } = runway(record, { ...view, currency: "EUR", months: 12 });
  expect([historyMonths, bands]).toEqual([0, null]);
});

test("a transfer or an excluded row settles no bill or income, unless the household says so", () => {
  const side = income({ id: "side", name: "Side job", date: "2026-11-19", amountMinor: 50_000, frequency: "once" });
  const gym = expense({ id: "gym", name: "Gym", date: "2026-11-19", amountMinor: 4000, frequency: "once" });
  const rows = rowsOf([
    { id: "moved", date: "2026-11-19", amountMinor: 50_000, type: "transfer", category: "savings" },
    { id: "theirs", date: "2026-11-19", amountMinor: -4000, excluded: true },
  ]);
  const record = { ...{ today, items: [side, gym], accounts: held, rows }, knownThrough: new Map([["daily", today]]) };
  const open = (verdicts: HouseholdRecord["verdicts"] = []) =>
    [...stillToCome({ ...record, asOf: today, verdicts }, "2026-11-30").keys()].sort();
  expect(open()).toEqual(["expense:gym", "income:side"]);
  const decided = { occurrenceKey: occurrenceKey(gym, gym.date), rowId: "theirs", same: true };
  expect(open([decided])).toEqual(["income:side"]);
});

test("safe to spend does not end at a pay that has arrived early", () => {
  const salary = income({ id: "salary", name: "Salary", date: "2026-01-01", amountMinor: 300_000 });
  const rent = expense({ id: "rent", name: "Rent", date: "2026-01-03", amountMinor: 150_000 });
  const record: HouseholdRecord = {
    ...{ today: "2026-10-30", items: [salary, rent], accounts: held, asOf: "2026-10-30" },
    rows: rowsOf([{ id: "pay", date: "2026-10-30", amountMinor: 300_000, category: "salary", text: "SALARY" }]),
    knownThrough: new Map([["daily", "2026-10-30"]]),
  };
  expect(runway(record, { ...view, floorMinor: 0 }).safe).toMatchObject({
    ...{ nextPay: null, through: "2026-11-28", dueMinor: 150_000, safeMinor: 100_000 },
  });
});

test("a pending payment of a bill lowers the account that it is on", () => {
  const gym = expense({ id: "gym", name: "Gym", date: "2026-11-19", amountMinor: 4000, frequency: "once" });
  const [row] = rowsOf([{ id: "gym row", date: "2026-11-19", amountMinor: -4000, accountId: "card", text: "Gym" }]);
  expect(row).toBeDefined();
  const record = {
    ...{ today, items: [gym], accounts: held, rows: row ? [{ ...row, pending: true }] : [], asOf: today },
    knownThrough: new Map([["daily", today]]),
  };
  const { accounts, total } = householdForecast(record, record.items, view);
  expect(accounts.map(({ accountId, line }) => [accountId, line.balances[0]])).toEqual([
    ["daily", 250_000],
    ["card", -4000],
  ]);
  expect(total.balances[0]).toBe(246_000);
});

test("a synced account in another currency does not make a bill without an account late", () => {
  const rent = expense({ id: "rent", name: "Rent", date: "2026-11-17", amountMinor: 90_000, frequency: "once" });
  const flat = { ...rent, id: "flat", currency: "EUR" as const };
  const girokonto = { id: "girokonto", name: "Girokonto", accountType: "checking" as const, currency: "EUR" as const };
  const accounts = [...held, { ...girokonto, isActive: true, balanceMinor: 0 }];
  const record = { today, items: [rent, flat], accounts, rows: [], asOf: today };
  const knownThrough = new Map([["girokonto", today]]);
  expect(upcomingBills({ ...record, knownThrough }).map(({ item, status }) => `${item.id} ${status}`)).toEqual([
    "flat late",
  ]);
  expect([...stillToCome({ ...record, knownThrough }, "2026-11-30").keys()]).toEqual(["expense:flat"]);
});

test("a planned card payment moves money between accounts: the total falls only by what exceeds the card's debt", () => {
  const bill = expense({
    id: "card",
    name: "Card payment",
    category: "debt_paydown",
    date: "2026-11-25",
    amountMinor: 40_000,
  });
  const own = held.map((account) => (account.id === "card" ? { ...account, balanceMinor: 60_000 } : account));
  const record: HouseholdRecord = {
    ...{ today, items: [bill], accounts: own, rows: [], asOf: today, knownThrough: new Map<string, string>() },
  };
  const { total, accounts } = householdForecast(record, record.items, view);
  const onDays = (balances: readonly number[]) => [balances[0], balances[5], balances[35], balances[66]];
  expect(onDays(total.balances)).toEqual([190_000, 190_000, 170_000, 130_000]);
  expect(onDays(accounts[0]?.line.balances ?? [])).toEqual([250_000, 210_000, 170_000, 130_000]);
});
