import fc from "fast-check";
import { expect, test } from "vitest";
import { expense } from "#tests/unit/finance/items";
import { occurrenceStates, pastBalances } from "~/domain/finance/forecast/calendar";
import type { HouseholdRecord } from "~/domain/finance/forecast/runway";
import { addDays } from "~/domain/shared/time/dates";

const today = "2026-11-20";
const usd = { currency: "USD", isActive: true } as const;

const accounts: HouseholdRecord["accounts"] = [
  { ...usd, id: "daily", name: "Daily", accountType: "checking", balanceMinor: 100_000 },
  { ...usd, id: "card", name: "Card", accountType: "credit", balanceMinor: 5_000 },
  { ...usd, id: "fund", name: "Fund", accountType: "investment", balanceMinor: 900_000 },
  { ...usd, id: "old", name: "Old", accountType: "checking", balanceMinor: 70_000, isActive: false },
  { ...usd, id: "euro", name: "Euro", accountType: "checking", balanceMinor: 20_000, currency: "EUR" },
];

type Row = HouseholdRecord["rows"][number];

const row = (id: string, date: string, amountMinor: number, rest: Partial<Row> = {}): Row => ({
  ...{ id, date, amountMinor, accountId: "daily", currency: "USD", type: "withdrawal", text: id, pending: false },
  counts: true,
  ...rest,
});
const record = (rows: Row[]): HouseholdRecord => ({
  ...{ today, items: [], accounts, rows, knownThrough: new Map(), asOf: today },
});

test("a past day's balance is today's balances minus what was posted since", () => {
  const rows = [
    row("groceries", "2026-11-17", -4_000, { accountId: "card" }),
    row("pay", "2026-11-18", 50_000),
    row("fuel", "2026-11-20", -3_000),
    row("hold", "2026-11-19", -9_999, { pending: true }),
    row("dividend", "2026-11-19", 1_234, { accountId: "fund" }),
    row("before it was archived", "2026-11-19", 7_000, { accountId: "old" }),
  ];
  expect([...pastBalances(record(rows), { currency: "USD", from: "2026-11-01" })]).toEqual([
    ["2026-11-19", 98_000],
    ["2026-11-18", 98_000],
    ["2026-11-17", 48_000],
  ]);
  expect([...pastBalances(record(rows), { currency: "USD", from: "2026-11-18" }).keys()]).toEqual([
    "2026-11-19",
    "2026-11-18",
  ]);
  expect(pastBalances(record(rows), { currency: "EUR", from: "2026-11-01" }).size).toBe(0);
});

test("consecutive days differ by what was posted on the later one", () => {
  const someRows = fc.array(
    fc.record({ back: fc.integer({ min: -3, max: 60 }), amountMinor: fc.integer({ min: -90_000, max: 90_000 }) }),
    { minLength: 1, maxLength: 30 },
  );
  fc.assert(
    fc.property(someRows, (some) => {
      const rows = some.map(({ back, amountMinor }, at) => row(`row ${at}`, addDays(today, -back), amountMinor));
      const balances = pastBalances(record(rows), { currency: "USD", from: "2026-01-01" });
      for (const [date, balanceMinor] of balances) {
        const since = rows.filter((each) => each.date > date);
        expect(balanceMinor).toBe(95_000 - since.reduce((sum, { amountMinor }) => sum + amountMinor, 0));
      }
      const first = rows.map(({ date }) => date).sort()[0] ?? today;
      expect(balances.has(first)).toBe(first < today);
      expect(balances.has(addDays(first, -1))).toBe(false);
    }),
  );
});

test("an occurrence is missed only from its account's first row on, and paid wherever its row is", () => {
  const gym = { date: "2026-01-05", amountMinor: 4_000 };
  const euro = { currency: "EUR", accountId: "euro" } as const;
  const items = [
    expense({ ...gym, id: "own", accountId: "card" }),
    expense({ ...gym, id: "any" }),
    expense({ ...gym, ...euro, id: "euro" }),
  ];
  const known = {
    ...record([
      row("long known", "2026-02-01", 100),
      row("newly linked", "2026-08-20", -5_000, { accountId: "card" }),
      row("paid before", "2026-08-06", -4_000, { accountId: "daily", text: "any" }),
      row("since long", "2026-03-01", -9_900, euro),
    ]),
    items,
    knownThrough: new Map(["daily", "card", "euro"].map((id) => [id, today])),
    knownFrom: new Map([
      ["daily", "2026-02-01"],
      ["card", "2026-08-20"],
      ["euro", "2026-03-01"],
    ]),
  };
  const states = (month: string) =>
    [...occurrenceStates(known, month)].map(([key, { status }]) => `${key} ${status}`).sort();
  expect(states("2026-08")).toEqual([
    "expense:any@2026-08-05 paid",
    "expense:any@2026-09-05 missed",
    "expense:euro@2026-08-05 missed",
    "expense:euro@2026-09-05 missed",
    "expense:own@2026-09-05 missed",
  ]);
  expect(states("2026-06")).toEqual(["expense:euro@2026-06-05 missed", "expense:euro@2026-07-05 missed"]);
});
