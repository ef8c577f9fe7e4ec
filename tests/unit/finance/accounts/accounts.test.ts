import { expect, test } from "vitest";
import {
  accountTotals,
  amountInAccount,
  CATEGORY_TYPES,
  categoriesFor,
  FORM_CATEGORIES,
  holderBalance,
  type Movement,
  TRANSACTION_TYPES,
  transactionCategory,
  transferDestinations,
} from "~/domain/finance/accounts/account";

function movement(given: Partial<Movement>): Movement {
  return { type: "deposit", amountMinor: 5000, accountId: "checking", toAccountId: null, ...given };
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
