import fc from "fast-check";
import { expect, test } from "vitest";
import { expense, income } from "#tests/unit/finance/items";
import { expectedFlows, openFlows } from "~/domain/finance/matching/expected-flows";
import { type BankRecord, type BankRow, namesAgree, trackOccurrences } from "~/domain/finance/matching/matching";
import { occurrenceKey, type PlannedItem, signedAmount } from "~/domain/finance/tracker/plan";
import { plannedFlows } from "~/domain/finance/tracker/recurrence";
import { sumMinor } from "~/domain/shared/money";
import { addDays, civilDate, dayNumber } from "~/domain/shared/time/dates";

const rent = expense({ id: "rent", name: "Rent", date: "2025-01-05", amountMinor: 180_000 });

function row(id: string, date: string, amountMinor: number, given: Partial<BankRow> = {}): BankRow {
  return { id, date, amountMinor, accountId: "checking", currency: "USD", text: "ACME", pending: false, ...given };
}

function track(
  items: readonly PlannedItem[],
  bank: Partial<BankRecord>,
  period = ["2025-03-01", "2025-03-31"] as const,
) {
  return trackOccurrences(plannedFlows(items, ...period), { rows: [], asOf: "2025-03-31", verdicts: [], ...bank });
}

test("a planned occurrence is paid, late, missed or upcoming", () => {
  const status = (bank: Partial<BankRecord>) =>
    track([rent], bank).map((tracked) => [tracked.status, tracked.daysLate]);
  const paidLate = row("r", "2025-03-08", -180_000);
  expect(status({ rows: [paidLate] })).toEqual([["paid", 3]]);
  expect(status({ rows: [row("r", "2025-03-03", -180_000)] })).toEqual([["paid", -2]]);
  expect(status({ asOf: "2025-03-05" })).toEqual([["upcoming", null]]);
  expect(status({ asOf: "2025-03-06" })).toEqual([["late", null]]);
  expect(status({ asOf: "2025-03-12" })).toEqual([["late", null]]);
  expect(status({ asOf: "2025-03-13" })).toEqual([["missed", null]]);
});

test.each([
  { why: "the same amount under any name", row: row("r", "2025-03-05", -180_000), paid: true },
  {
    why: "a slightly different amount under its name",
    row: row("r", "2025-03-05", -200_000, { text: "City RENT payment" }),
    paid: true,
  },
  { why: "a slightly different amount under another name", row: row("r", "2025-03-05", -200_000), paid: false },
  { why: "more than 30% off", row: row("r", "2025-03-05", -240_000, { text: "RENT" }), paid: false },
  { why: "the opposite sign", row: row("r", "2025-03-05", 180_000, { text: "RENT" }), paid: false },
  { why: "another currency", row: row("r", "2025-03-05", -180_000, { currency: "EUR" }), paid: false },
  { why: "another account", row: row("r", "2025-03-05", -180_000, { accountId: "savings" }), paid: false },
  { why: "too early", row: row("r", "2025-03-01", -180_000), paid: false },
  { why: "too late", row: row("r", "2025-03-13", -180_000), paid: false },
])("$why: paid is $paid", ({ row: bankRow, paid }) => {
  const [tracked] = track([{ ...rent, accountId: "checking" }], { rows: [bankRow] });
  expect(tracked?.row?.id ?? null).toBe(paid ? "r" : null);
});

test("names match by a distinctive word, not by 'bill' or 'payment'", () => {
  expect(namesAgree("Electric bill", "CITY ELECTRIC CO 0042")).toBe(true);
  expect(namesAgree("Water bill", "BILL PAYMENT 0042")).toBe(false);
  expect(namesAgree("Müller GmbH", "SEPA MÜLLER")).toBe(true);
});

test("one row pays one occurrence, and its twin stays open", () => {
  const twins = [
    { ...rent, id: "a" },
    { ...rent, id: "b" },
  ];
  const tracked = track(twins, { rows: [row("r", "2025-03-05", -180_000)], asOf: "2025-03-06" });
  expect(tracked.map(({ status }) => status).sort()).toEqual(["late", "paid"]);
});

test("weekly payments stay in their weeks even if one week is missed", () => {
  const shop = expense({ id: "shop", date: "2025-03-03", frequency: "weekly", amountMinor: 5000 });
  const rows = [row("first", "2025-03-04", -5000), row("third", "2025-03-17", -5000)];
  expect(track([shop], { rows, asOf: "2025-03-24" }).map((tracked) => tracked.row?.id ?? tracked.status)).toEqual([
    "first",
    "missed",
    "third",
    "upcoming",
    "upcoming",
  ]);
});

test("the user's decision overrides the match, and a deleted row is forgotten", () => {
  const key = occurrenceKey(rent, "2025-03-05");
  const rows = [row("near", "2025-03-05", -180_000), row("far", "2025-03-25", -90_000)];
  const paidBy = (verdicts: BankRecord["verdicts"]) => track([rent], { rows, verdicts })[0]?.row?.id;
  expect(paidBy([])).toBe("near");
  expect(paidBy([{ occurrenceKey: key, rowId: "far", same: true }])).toBe("far");
  expect(paidBy([{ occurrenceKey: key, rowId: "near", same: false }])).toBeUndefined();
  expect(paidBy([{ occurrenceKey: key, rowId: "gone", same: true }])).toBe("near");
});

test("a posted row is already in the balance, a pending or late one still counts today", () => {
  const flows = (bank: Partial<BankRecord>) =>
    openFlows(track([rent], bank), "2025-03-10").map(({ day, amountMinor }) => [civilDate(day), amountMinor]);
  expect(flows({ rows: [row("r", "2025-03-08", -180_000)] })).toEqual([]);
  expect(flows({ rows: [row("r", "2025-03-08", -181_000, { pending: true, text: "rent" })] })).toEqual([
    ["2025-03-10", -181_000],
  ]);
  expect(flows({ asOf: "2025-03-10" })).toEqual([["2025-03-10", -180_000]]);
  expect(flows({ asOf: "2025-03-20" })).toEqual([]);
  expect(flows({ asOf: "2025-03-04" })).toEqual([["2025-03-10", -180_000]]);
});

test("a bill paid early is not counted again on its day", () => {
  const bank = {
    rows: [row("r", "2025-03-04", -180_000)],
    asOf: "2025-03-04",
    verdicts: [],
    knownThrough: new Map([["checking", "2025-03-04"]]),
  };
  const days = (items: PlannedItem[]) =>
    expectedFlows(items, bank, { today: "2025-03-04", to: "2025-05-31" }).map(({ day }) => civilDate(day));
  expect(days([rent])).toEqual(["2025-04-05", "2025-05-05"]);
  expect(days([{ ...rent, accountId: "cash" }])).toEqual(["2025-03-05", "2025-04-05", "2025-05-05"]);
});

test("with manual entry, a row settles its bill and a missing one means nothing", () => {
  const bank = (rows: BankRow[]) => ({ rows, asOf: "2025-03-10", verdicts: [], knownThrough: new Map() });
  const days = (rows: BankRow[], today: string) =>
    expectedFlows([rent], bank(rows), { today, to: "2025-05-31" }).map(({ day }) => civilDate(day));
  expect(days([row("r", "2025-03-05", -180_000)], "2025-03-05")).toEqual(["2025-04-05", "2025-05-05"]);
  expect(days([], "2025-03-05")).toEqual(["2025-03-05", "2025-04-05", "2025-05-05"]);
  expect(days([row("r", "2025-03-07", -900)], "2025-03-08")).toEqual(["2025-04-05", "2025-05-05"]);
});

test("each fully synced account is judged by its own last day", () => {
  const bank = { rows: [], asOf: "2025-03-20", verdicts: [], knownThrough: new Map([["card", "2025-03-05"]]) };
  const [own] = track([{ ...rent, accountId: "card" }], bank);
  const [without] = track([rent], bank);
  expect([own?.status, without?.status]).toEqual(["upcoming", "missed"]);
});

test("a bill confirmed weeks before its day is not counted again", () => {
  const verdicts = [{ occurrenceKey: occurrenceKey(rent, "2025-04-05"), rowId: "r", same: true }];
  const bank = {
    rows: [row("r", "2025-03-08", -175_000)],
    asOf: "2025-03-10",
    verdicts,
    knownThrough: new Map([["checking", "2025-03-10"]]),
  };
  const days = expectedFlows([rent], bank, { today: "2025-03-10", to: "2025-05-31" }).map(({ day }) => civilDate(day));
  expect(days).toEqual(["2025-03-10", "2025-05-05"]);
});

test("however much of the plan has reached the bank, balance and forecast count each occurrence once", () => {
  const items = [
    rent,
    expense({ id: "shop", name: "Shop", date: "2025-01-02", frequency: "weekly", amountMinor: 5000 }),
    income({ id: "salary", name: "Wages", date: "2025-01-10", frequency: "biweekly", amountMinor: 150_000 }),
  ];
  const today = "2025-03-20";
  const to = "2025-06-30";
  const start = 1_000_000;
  const planned = plannedFlows(items, "2025-02-20", to);
  const due = planned.filter(({ day }) => day <= dayNumber(today));
  const happenings = fc.array(
    fc.record({ shift: fc.integer({ min: -2, max: 1 }), state: fc.constantFrom("posted", "pending", "open") }),
    {
      minLength: due.length,
      maxLength: due.length,
    },
  );
  fc.assert(
    fc.property(happenings, (happened) => {
      const recent = dayNumber(today) - 3;
      const rows = due.flatMap(({ day, item, amountMinor }, at) => {
        const { shift = 0, state = "posted" } = happened[at] ?? {};
        if (state === "open" && day >= recent) return [];
        const date = addDays(civilDate(Math.min(day, dayNumber(today) - 1)), shift);
        return [row(`r${at}`, date, amountMinor, { text: item.name, pending: state === "pending" && day >= recent })];
      });
      const balance = start + sumMinor(rows.filter(({ pending }) => !pending).map(({ amountMinor }) => amountMinor));
      const bank = { rows, asOf: today, verdicts: [], knownThrough: new Map([["checking", today]]) };
      const flows = expectedFlows(items, bank, { today, to });
      expect(balance + sumMinor(flows.map(({ amountMinor }) => amountMinor))).toBe(
        start + sumMinor(planned.map(({ item }) => signedAmount(item))),
      );
    }),
  );
});
