import fc from "fast-check";
import { expect, test } from "vitest";
import { aDate, expense, income, someItems } from "#tests/unit/finance/items";
import { type ForecastAccount, forecast, forecastAccounts, runwayWindow } from "~/domain/finance/forecast/forecast";
import { type PlannedItem, signedAmount } from "~/domain/finance/tracker/plan";
import { expand, plannedFlows } from "~/domain/finance/tracker/recurrence";
import { sumMinor } from "~/domain/shared/money";
import { addDays, daysBetween } from "~/domain/shared/time/dates";

const view = { currency: "USD", floorMinor: 0, mainAccountId: "checking" } as const;
const window = { from: "2027-01-01", to: "2027-06-30" };

function account(id: string, balanceMinor: number, given: Partial<ForecastAccount> = {}): ForecastAccount {
  return { id, balanceMinor, currency: "USD", floorMinor: 0, inTotal: true, ...given };
}

function runway(
  accounts: readonly ForecastAccount[],
  items: readonly PlannedItem[],
  given: Partial<typeof window & { floorMinor: number; mainAccountId: null }> = {},
) {
  const range = { ...window, ...given };
  return forecast({ accounts, flows: plannedFlows(items, range.from, range.to) }, range, { ...view, ...given });
}

test("a runway of 24 months ends the day before its start date recurs", () => {
  expect(runwayWindow("2027-01-01")).toEqual({ from: "2027-01-01", to: "2028-12-31" });
  expect(runwayWindow("2026-11-20", 1)).toEqual({ from: "2026-11-20", to: "2026-12-19" });
});

test("all 24 rent payments on the 31st are deducted from the runway", () => {
  const rent = expense({ date: "2025-01-31", amountMinor: 180_000 });
  const range = runwayWindow("2027-01-01");
  const { total } = runway([account("checking", 24 * 180_000)], [rent], range);
  expect([total.balances.length, total.balances.at(-1), total.firstBelow]).toEqual([731, 0, null]);
  expect(runway([account("checking", 24 * 180_000 - 1)], [rent], range).total.firstBelow?.date).toBe("2028-12-31");
});

test("a dip within a month is found even if the month ends well", () => {
  const items = [
    expense({ id: "rent", date: "2027-01-05", amountMinor: 180_000 }),
    expense({ id: "phone", date: "2027-01-08", amountMinor: 5_000 }),
    expense({ id: "gym", date: "2027-01-09", amountMinor: 4_000 }),
    expense({ id: "radio", date: "2027-01-09", amountMinor: 1_000 }),
    expense({ id: "roof", date: "2027-03-09", frequency: "once", amountMinor: 150_000 }),
    income({ id: "salary", date: "2026-12-25", amountMinor: 200_000 }),
  ];
  const { total } = runway([account("checking", 300_000)], items);
  expect(total.firstBelow).toEqual({
    date: "2027-03-09",
    balanceMinor: 300_000 + 2 * 200_000 - 3 * 190_000 - 150_000,
    causes: [
      { key: "expense:rent", name: "rent", totalMinor: 180_000, lastDate: "2027-03-05" },
      { key: "expense:roof", name: "roof", totalMinor: 150_000, lastDate: "2027-03-09" },
      { key: "expense:phone", name: "phone", totalMinor: 5_000, lastDate: "2027-03-08" },
    ],
  });
  expect(total.monthlyLows.slice(0, 3)).toEqual([
    { month: "2027-01", date: "2027-01-09", balanceMinor: 110_000 },
    { month: "2027-02", date: "2027-02-09", balanceMinor: 120_000 },
    { month: "2027-03", date: "2027-03-09", balanceMinor: -20_000 },
  ]);
});

test("only payments since the last income are listed as causes", () => {
  const items = [
    expense({ id: "old", date: "2027-01-02", frequency: "once", amountMinor: 90_000 }),
    income({ date: "2027-01-10", frequency: "once", amountMinor: 1_000 }),
    expense({ id: "weekly shop", date: "2027-01-11", frequency: "weekly", amountMinor: 5_000 }),
  ];
  const causes = runway([account("checking", 100_000)], items).total.firstBelow?.causes;
  expect(causes).toEqual([
    { key: "expense:weekly shop", name: "weekly shop", totalMinor: 15_000, lastDate: "2027-01-25" },
  ]);
});

test("a floor above zero is reached earlier, and a balance already below it is reported on day one without a cause", () => {
  const rent = expense({ date: "2027-01-05", amountMinor: 10_000 });
  expect(runway([account("checking", 30_000)], [rent]).total.firstBelow?.date).toBe("2027-04-05");
  expect(runway([account("checking", 30_000)], [rent], { floorMinor: 15_000 }).total.firstBelow?.date).toBe(
    "2027-02-05",
  );
  expect(runway([account("checking", -1)], [rent]).total.firstBelow).toEqual({
    date: "2027-01-01",
    balanceMinor: -1,
    causes: [],
  });
});

test("an account can run out while the total does not", () => {
  const rent = expense({ date: "2027-01-05", amountMinor: 60_000, accountId: "checking" });
  const { total, accounts } = runway([account("checking", 100_000), account("savings", 900_000)], [rent]);
  expect(total.firstBelow).toBeNull();
  expect(accounts.map(({ accountId, line }) => [accountId, line.firstBelow?.date])).toEqual([
    ["checking", "2027-02-05"],
    ["savings", undefined],
  ]);
});

test("a bill without an account, or on an archived one, counts against the main account or at least the total", () => {
  const bills = [
    expense({ id: "a", date: "2027-01-05", amountMinor: 100 }),
    expense({ id: "b", date: "2027-01-05", amountMinor: 10, accountId: "archived" }),
  ];
  const ends = (result: ReturnType<typeof runway>) =>
    [result.total, ...result.accounts.map(({ line }) => line)].map((line) => line.balances[31]);
  const accounts = [account("checking", 1000), account("savings", 1000)];
  expect(ends(runway(accounts, bills))).toEqual([1890, 890, 1000]);
  expect(ends(runway(accounts, bills, { mainAccountId: null }))).toEqual([1890, 1000, 1000]);
});

test("archived accounts are excluded, cards count as debt, and investments and loans are listed separately from the total", () => {
  const held = (id: string, accountType: "checking" | "credit" | "investment", isActive = true) => ({
    id,
    name: id,
    accountType,
    balanceMinor: 5000,
    currency: "USD" as const,
    isActive,
  });
  const accounts = forecastAccounts([
    held("checking", "checking"),
    held("card", "credit"),
    held("fund", "investment"),
    held("Truck Loan", "credit"),
    held("old", "checking", false),
  ]);
  expect(accounts.map(({ id, balanceMinor, floorMinor, inTotal }) => [id, balanceMinor, floorMinor, inTotal])).toEqual([
    ["checking", 5000, 0, true],
    ["card", -5000, null, true],
    ["fund", 5000, 0, false],
    ["Truck Loan", -5000, null, false],
  ]);
  const { total, accounts: lines } = runway(accounts, []);
  expect(total.balances[0]).toBe(0);
  expect(lines.find(({ accountId }) => accountId === "card")?.line.firstBelow).toBeNull();
});

test("another currency has its own forecast", () => {
  const items = [expense({ date: "2027-01-05", amountMinor: 100, currency: "EUR" })];
  const accounts = [account("checking", 1000), account("euro", 500, { currency: "EUR" })];
  expect(runway(accounts, items).total.balances.at(-1)).toBe(1000);
  const euro = forecast({ accounts, flows: plannedFlows(items, window.from, window.to) }, window, {
    ...view,
    currency: "EUR",
  });
  expect(euro.total.balances.at(-1)).toBe(500 - 600);
});

test("every day's balance is the starting balance plus each occurrence up to that day exactly once", () => {
  fc.assert(
    fc.property(someItems, aDate, fc.integer({ min: 1, max: 24 }), fc.nat(1000), (items, today, months, pick) => {
      const range = runwayWindow(today, months);
      const accounts = [account("checking", 123_456), account("savings", 7_890)];
      const homes = ["checking", "savings", "archived", null];
      const placed = items.map((item, at) => ({ ...item, accountId: homes[at % 4] ?? null }));
      const result = forecast({ accounts, flows: plannedFlows(placed, range.from, range.to) }, range, view);
      const at = pick % result.total.balances.length;
      const day = addDays(today, at);
      const moved = sumMinor(items.map((item) => signedAmount(item) * expand(item, today, day).length));
      expect(result.total.balances[at]).toBe(131_346 + moved);
      expect(sumMinor(result.accounts.map(({ line }) => line.balances[at] ?? 0))).toBe(131_346 + moved);
      const below = result.total.balances.findIndex((balance) => balance < 0);
      expect(result.total.firstBelow?.date).toBe(below < 0 ? undefined : addDays(today, below));
      const lowest = Math.min(...result.total.balances);
      expect(Math.min(...result.total.monthlyLows.map(({ balanceMinor }) => balanceMinor))).toBe(lowest);
    }),
    { numRuns: 60 },
  );
});

test("the next income is the first one after today", () => {
  const { total } = runway(
    [account("checking", 100_000)],
    [income({ id: "salary", date: "2027-01-25", amountMinor: 200_000 })],
  );
  expect(total.nextIncome).toEqual({ date: "2027-01-25", name: "salary", amountMinor: 200_000 });
  expect(daysBetween(window.from, window.to) + 1).toBe(total.balances.length);
});
