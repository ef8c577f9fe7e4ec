import { expect, test } from "vitest";
import { expense, income } from "#tests/unit/finance/items";
import type { NamedAccount } from "~/domain/finance/forecast/card-debt";
import { safeToSpend } from "~/domain/finance/forecast/safe-to-spend";
import type { PlannedExpense, PlannedItem } from "~/domain/finance/tracker/plan";
import { plannedFlows } from "~/domain/finance/tracker/recurrence";

const today = "2026-11-21";

function held(accountType: NamedAccount["accountType"], balanceMinor: number, given: Partial<NamedAccount> = {}) {
  return {
    ...{ id: accountType, name: accountType, accountType, balanceMinor, currency: "USD" as const, isActive: true },
    ...given,
  };
}

const accounts = [
  held("checking", 400_000),
  held("savings", 900_000),
  held("investment", 2_000_000),
  held("credit", 60_000),
  held("checking", 777_000, { isActive: false }),
  held("checking", 555_000, { currency: "EUR" }),
];

function safe(items: readonly PlannedItem[], floorMinor = 0, own: readonly NamedAccount[] = accounts) {
  const flows = plannedFlows(items, today, "2027-06-30");
  return safeToSpend({ accounts: own, items, flows }, { today, currency: "USD", floorMinor });
}

const salary = income({ id: "salary", name: "Salary", date: "2026-01-30", amountMinor: 500_000 });
const coaching = income({ id: "coach", date: "2026-11-22", frequency: "weekly", amountMinor: 9_000 });
const rent = expense({ id: "rent", date: "2026-01-29", amountMinor: 180_000 });
const food = expense({ id: "food", date: "2026-01-25", amountMinor: 40_000 });

test("a small income tomorrow does not end the period: everything due before the main pay is deducted", () => {
  expect(safe([salary, coaching, rent, food])).toEqual({
    through: "2026-11-29",
    nextPay: { name: "Salary", date: "2026-11-30" },
    spendingMinor: 400_000,
    dueMinor: 220_000,
    dueCount: 2,
    owedMinor: 60_000,
    floorMinor: 0,
    safeMinor: 120_000,
    missingMinor: 0,
  });
});

test("the nearer of two large paychecks ends the period", () => {
  const second = income({ id: "second", date: "2026-01-25", amountMinor: 400_000 });
  expect(safe([salary, second, rent])).toMatchObject({ through: "2026-11-24", dueMinor: 0 });
});

test("without recurring income, the period is thirty days", () => {
  const gift = income({ id: "gift", date: "2026-11-25", frequency: "once", amountMinor: 900_000 });
  expect(safe([gift, rent])).toMatchObject({ nextPay: null, through: "2026-12-20", dueMinor: 180_000 });
  const yearly = income({ id: "yearly", date: "2026-06-01", frequency: "annually", amountMinor: 900_000 });
  expect(safe([yearly, rent])).toMatchObject({ nextPay: null, through: "2026-12-20" });
});

test("the floor is deducted, and below zero the missing amount is given", () => {
  expect(safe([salary, rent, food], 100_000)).toMatchObject({ safeMinor: 20_000, missingMinor: 0 });
  expect(safe([salary, rent, food], 150_000)).toMatchObject({ safeMinor: 0, missingMinor: 30_000 });
});

const payment = (given: Partial<PlannedExpense>) =>
  expense({ id: "payment", date: "2026-01-25", amountMinor: 45_000, category: "debt_paydown", ...given });

test.each([
  [{ name: "Credit card" }],
  [{ name: "Harbor payment" }],
  [{ name: "Visa payment", category: "other" as const }],
])("a planned card payment %j is not deducted on top of the card's debt", (given) => {
  const own = [held("checking", 400_000), held("credit", 60_000, { name: "Harbor Card" })];
  const paid = safe([salary, rent, payment(given)], 0, own);
  expect(paid).toMatchObject({ dueMinor: 180_000, dueCount: 1, owedMinor: 60_000, safeMinor: 160_000 });
});

test("what planned card payments exceed the debt by is due", () => {
  const own = [held("checking", 400_000), held("credit", 30_000, { name: "Harbor Card" })];
  const paid = safe([salary, payment({ name: "Harbor Card" })], 0, own);
  expect(paid).toMatchObject({ dueMinor: 15_000, dueCount: 1, owedMinor: 30_000, safeMinor: 355_000 });
});

test.each([
  [{ name: "Car loan" }],
  [{ name: "Student debt" }],
  [{ name: "Gift card", category: "other" as const }],
  [{ name: "Harbor Energy bill", category: "utilities" as const }],
  [{ name: "Card game night", category: "entertainment" as const }],
])("a bill that pays no card, %j, is due beside the card's debt", (given) => {
  const own = [held("checking", 400_000), held("credit", 60_000, { name: "Harbor Card" })];
  expect(safe([salary, payment(given)], 0, own)).toMatchObject({ dueMinor: 45_000, dueCount: 1, safeMinor: 295_000 });
});

test("a payment to a card that no account shows is due", () => {
  const own = [held("checking", 400_000)];
  expect(safe([salary, payment({ name: "Credit card" })], 0, own)).toMatchObject({ dueMinor: 45_000, owedMinor: 0 });
});

test("of a loan, its planned payment is deducted, not what is owed for years", () => {
  const own = [held("checking", 400_000), held("credit", 1_482_600, { name: "Truck Loan" })];
  const paid = safe([salary, payment({ name: "Truck loan" })], 0, own);
  expect(paid).toMatchObject({ dueMinor: 45_000, owedMinor: 0, safeMinor: 355_000, missingMinor: 0 });
});
