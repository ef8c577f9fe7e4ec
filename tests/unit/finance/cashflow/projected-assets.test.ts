import fc from "fast-check";
import { expect, test } from "vitest";
import { aDate, expense, income, someItems } from "#tests/unit/finance/items";
import { accountTotals, type HeldAccount } from "~/domain/finance/accounts/account";
import { projectedAssets } from "~/domain/finance/cashflow/projected-assets";
import { signedAmount } from "~/domain/finance/tracker/plan";
import { expand } from "~/domain/finance/tracker/recurrence";
import { sumMinor } from "~/domain/shared/money";
import { firstDayOfMonth, lastDayOfMonth, monthKey, shiftMonth } from "~/domain/shared/time/dates";

const USD = { currency: "USD" } as const;

function held(accountType: HeldAccount["accountType"], dollars: number, isActive = true): HeldAccount {
  return { accountType, balanceMinor: dollars * 100, currency: "USD", isActive };
}

const accounts = [
  held("checking", 5000),
  held("savings", 10_000),
  held("investment", 20_000),
  held("credit", 1500),
  held("other", 99_999, false),
];
const items = [
  income({ id: "salary", date: "2025-01-01", amountMinor: 600_000 }),
  expense({ id: "living", date: "2025-01-31", amountMinor: 430_000 }),
  expense({ id: "gym", date: "2025-01-10", amountMinor: 20_000 }),
  income({ id: "bonus", category: "bonus", frequency: "once", date: "2025-05-10", amountMinor: 250_000 }),
  expense({ id: "sofa", frequency: "once", date: "2025-04-20", amountMinor: 120_000 }),
];
const toJune = { today: "2025-03-10", target: "2025-06", mode: "whole_month" } as const;

test("assets, four months of net income and one-time items make 42,300 in June", () => {
  expect(projectedAssets({ accounts, items }, toJune, USD)).toEqual({
    balancesMinor: 3_500_000,
    recurringNetMinor: 600_000,
    oneTimeIncomeMinor: 250_000,
    oneTimeExpensesMinor: 120_000,
    adjustmentMinor: 0,
    projectedMinor: 4_230_000,
  });
});

test("disabling an expense of 200 a month adds back 800 by June", () => {
  const struck = projectedAssets({ accounts, items }, toJune, { ...USD, disabledExpenseIds: new Set(["gym"]) });
  expect([struck.adjustmentMinor, struck.projectedMinor]).toEqual([80_000, 4_310_000]);
});

test("today's net worth deducts card debt and excludes archived accounts", () => {
  expect(accountTotals(accounts)).toEqual([
    { currency: "USD", assetsMinor: 3_500_000, liabilitiesMinor: 150_000, netWorthMinor: 3_350_000 },
  ]);
});

test("counting from today excludes what the month has already had", () => {
  const remaining = { ...toJune, today: "2025-03-11", mode: "remaining_days" } as const;
  const projected = projectedAssets({ accounts, items }, remaining, USD);
  expect(projected.recurringNetMinor).toBe(3 * 600_000 - 4 * 430_000 - 3 * 20_000);
  expect(projectedAssets({ accounts, items }, { ...remaining, today: "2025-03-10" }, USD).recurringNetMinor).toBe(
    3 * 600_000 - 4 * 430_000 - 4 * 20_000,
  );
});

test("a target before the current month projects no change", () => {
  expect(projectedAssets({ accounts, items }, { ...toJune, target: "2025-02" }, USD).projectedMinor).toBe(3_500_000);
});

test("accounts and items in another currency are excluded", () => {
  const euro = { accountType: "checking", balanceMinor: 70_000, currency: "EUR", isActive: true } as const;
  const rent = expense({ id: "flat", date: "2025-01-05", amountMinor: 10_000, currency: "EUR" });
  const plan = { accounts: [...accounts, euro], items: [...items, rent] };
  expect(projectedAssets(plan, toJune, USD).projectedMinor).toBe(4_230_000);
  expect(projectedAssets(plan, toJune, { currency: "EUR" }).projectedMinor).toBe(70_000 - 4 * 10_000);
});

test("projected assets are the balances plus every future occurrence exactly once", () => {
  fc.assert(
    fc.property(someItems, aDate, fc.nat(24), fc.boolean(), (plan, today, months, whole) => {
      const target = shiftMonth(monthKey(today), months);
      const from = whole ? firstDayOfMonth(monthKey(today)) : today;
      const expected = sumMinor(
        plan.map((item) => signedAmount(item) * expand(item, from, lastDayOfMonth(target)).length),
      );
      const mode = whole ? "whole_month" : "remaining_days";
      expect(projectedAssets({ accounts, items: plan }, { today, target, mode }, USD).projectedMinor).toBe(
        3_500_000 + expected,
      );
    }),
  );
});
