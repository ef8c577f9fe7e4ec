import fc from "fast-check";
import { expect, test } from "vitest";
import {
  accountTotals,
  amountInAccount,
  balanceChanges,
  balanceEffect,
  CATEGORY_TYPES,
  categoriesFor,
  FORM_CATEGORIES,
  holderBalance,
  type Movement,
  TRANSACTION_TYPES,
  transactionCategory,
  transferDestinations,
} from "~/domain/finance/accounts/account";

const checking = { id: "checking", accountType: "checking" } as const;
const savings = { id: "savings", accountType: "savings" } as const;
const card = { id: "card", accountType: "credit" } as const;

function movement(given: Partial<Movement>): Movement {
  return { type: "deposit", amountMinor: 5000, accountId: "checking", toAccountId: null, pending: false, ...given };
}

test("each transaction type has its own categories, plus 'other'", () => {
  expect(categoriesFor("interest")).toEqual(["income", "investing", "other"]);
  expect(categoriesFor("transfer")).toEqual(["savings", "other"]);
  expect(categoriesFor("fee")).toEqual(["investing", "transportation", "other"]);
  expect(categoriesFor("adjustment")).toEqual(["other"]);
  expect(categoriesFor("deposit")).toEqual(["income", "salary", "business", "investing", "gift", "other"]);
  for (const type of TRANSACTION_TYPES) expect(categoriesFor(type)).toContain("other");
  for (const category of FORM_CATEGORIES) expect(CATEGORY_TYPES[category].length).toBeGreaterThan(0);
  expect([transactionCategory("dining"), transactionCategory("casino")]).toEqual(["dining", "other"]);
});

test("totals are per currency, card balances are liabilities, and archived accounts are excluded", () => {
  expect(
    accountTotals([
      { accountType: "checking", balanceMinor: -2000, currency: "GBP", isActive: true },
      { accountType: "checking", balanceMinor: 10_000, currency: "USD", isActive: true },
      { accountType: "credit", balanceMinor: 4000, currency: "USD", isActive: true },
      { accountType: "credit", balanceMinor: -500, currency: "USD", isActive: true },
      { accountType: "savings", balanceMinor: 9_999, currency: "EUR", isActive: false },
    ]),
  ).toEqual([
    { currency: "USD", assetsMinor: 10_000, liabilitiesMinor: 3500, netWorthMinor: 6500 },
    { currency: "GBP", assetsMinor: -2000, liabilitiesMinor: 0, netWorthMinor: -2000 },
  ]);
  expect(accountTotals([])).toEqual([]);
});

test("a card's debt is shown as negative, an overpaid card as positive", () => {
  expect([holderBalance("credit", 4000), holderBalance("credit", -500), holderBalance("checking", -20)]).toEqual([
    -4000, 500, -20,
  ]);
  expect(Object.is(holderBalance("credit", 0), 0)).toBe(true);
});

test("withdrawals, fees and outgoing transfers are shown as negative, the rest as positive", () => {
  const shown = TRANSACTION_TYPES.map((type) => [
    type,
    amountInAccount(movement({ type, toAccountId: "savings" }), "checking"),
  ]);
  expect(Object.fromEntries(shown)).toEqual({
    deposit: 5000,
    withdrawal: -5000,
    transfer: -5000,
    interest: 5000,
    fee: -5000,
    adjustment: 5000,
  });
  const transfer = movement({ type: "transfer", toAccountId: "savings" });
  expect([amountInAccount(transfer, "savings"), amountInAccount(transfer, "card")]).toEqual([5000, 0]);
  expect(amountInAccount(movement({ type: "adjustment", amountMinor: -700 }), "checking")).toBe(-700);
});

test("a purchase increases a card's debt, and a payment to it reduces it", () => {
  expect(balanceEffect(movement({ type: "withdrawal", accountId: "card" }), card)).toBe(5000);
  expect(balanceEffect(movement({ type: "fee", accountId: "card" }), card)).toBe(5000);
  expect(balanceEffect(movement({ type: "deposit", accountId: "card" }), card)).toBe(-5000);
  const payment = movement({ type: "transfer", toAccountId: "card" });
  expect([balanceEffect(payment, checking), balanceEffect(payment, card)]).toEqual([-5000, -5000]);
});

test("a pending transaction affects no balance until it is posted", () => {
  const pending = movement({ type: "withdrawal", pending: true });
  expect(balanceChanges(null, pending, [checking])).toEqual([]);
  expect(balanceChanges(pending, { ...pending, pending: false }, [checking])).toEqual([
    { accountId: "checking", changeMinor: -5000 },
  ]);
});

test("changing a transfer's destination reverses the old transfer and applies the new one", () => {
  const before = movement({ type: "transfer", toAccountId: "savings" });
  const after = { ...before, toAccountId: "card", amountMinor: 6000 };
  expect(balanceChanges(before, after, [checking, savings, card])).toEqual([
    { accountId: "checking", changeMinor: -1000 },
    { accountId: "savings", changeMinor: -5000 },
    { accountId: "card", changeMinor: -6000 },
  ]);
});

test("a transfer leaves net worth unchanged, and deleting one reverses it", () => {
  const accounts = [checking, savings, card];
  const id = fc.constantFrom("checking", "savings", "card");
  const anyMovement = fc.record({
    type: fc.constantFrom(...TRANSACTION_TYPES),
    amountMinor: fc.integer({ min: 1, max: 1_000_000 }),
    accountId: id,
    toAccountId: id,
    pending: fc.boolean(),
  });
  const typeOf = (accountId: string) => accounts.find((account) => account.id === accountId)?.accountType ?? "other";
  fc.assert(
    fc.property(anyMovement, (moved) => {
      fc.pre(moved.accountId !== moved.toAccountId);
      const added = balanceChanges(null, moved, accounts);
      const removed = balanceChanges(moved, null, accounts);
      expect(removed).toEqual(added.map((change) => ({ ...change, changeMinor: -change.changeMinor })));
      const worth = added.reduce(
        (sum, { accountId, changeMinor }) => sum + holderBalance(typeOf(accountId), changeMinor),
        0,
      );
      if (moved.type === "transfer") expect(worth + 0).toBe(0);
    }),
  );
});

test("a transfer can go to other active accounts in the same currency", () => {
  const account = (id: string, given = {}) => ({ id, currency: "USD" as const, isActive: true, ...given });
  const accounts = [
    account("a"),
    account("b"),
    account("old", { isActive: false }),
    account("eu", { currency: "EUR" }),
  ];
  expect(transferDestinations(accounts, account("a")).map(({ id }) => id)).toEqual(["b"]);
});
