import { expect, test } from "vitest";
import { accountOf, categorize, transactionOf } from "#worker/providers/bank-link/read";
import { followAccounts } from "~/domain/finance/bank-link/accounts";
import { bankErrorKind, bankErrorMessage } from "~/domain/finance/bank-link/bank-error";

test.each([
  ["ITEM_ERROR", "ITEM_LOGIN_REQUIRED", 400, "relink"],
  ["ITEM_ERROR", "ITEM_LOCKED", 400, "relink"],
  ["ITEM_ERROR", "PRODUCT_NOT_READY", 400, "retry"],
  ["ITEM_ERROR", "ITEM_NOT_FOUND", 400, "permanent"],
  ["ITEM_ERROR", "USER_PERMISSION_REVOKED", 400, "permanent"],
  ["INSTITUTION_ERROR", "INSTITUTION_DOWN", 400, "retry"],
  ["API_ERROR", "PLANNED_MAINTENANCE", 400, "retry"],
  ["RATE_LIMIT_EXCEEDED", "TRANSACTIONS_SYNC_LIMIT", 429, "retry"],
  ["INVALID_INPUT", "INVALID_ACCESS_TOKEN", 400, "permanent"],
  ["INVALID_INPUT", "INVALID_API_KEYS", 400, "operator"],
  ["TRANSACTIONS_ERROR", "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION", 400, "mutation"],
  ["ITEM_ERROR", "A_CODE_OF_TOMORROW", 400, "relink"],
  ["INSTITUTION_ERROR", "UNAUTHORIZED_INSTITUTION", 400, "operator"],
  ["INSTITUTION_ERROR", "INSTITUTION_REGISTRATION_REQUIRED", 400, "operator"],
  ["INVALID_RESULT", "LAST_UPDATED_DATETIME_OUT_OF_RANGE", 400, "retry"],
  ["OAUTH_ERROR", "OAUTH_STATE_ID_NOT_FOUND", 400, "relink"],
  ["USER_ERROR", "A_CODE_OF_TOMORROW", 400, "relink"],
  ["ITEM_ERROR", "MFA_NOT_SUPPORTED", 400, "permanent"],
  ["", "", 429, "retry"],
  ["", "", 503, "retry"],
  ["", "", 404, "operator"],
] as const)("%s/%s with status %i is of kind %s", (type, code, status, kind) => {
  expect(bankErrorKind({ type, code, status, message: "" })).toBe(kind);
});

test.each([
  ["TRANSACTIONS_SYNC_LIMIT", "The bank connection is busy."],
  ["ACCOUNTS_LIMIT", "The bank connection is busy."],
  ["INSTITUTION_RATE_LIMIT", "The bank connection is busy."],
  ["RATE_LIMIT", "The bank connection is busy."],
  ["UNAUTHORIZED_INSTITUTION", "This bank cannot be connected yet."],
  ["INVALID_API_KEYS", "The bank connection is not set up properly."],
])("for %s the household sees: %s", (code, text) => {
  expect(bankErrorMessage(code)).toContain(text);
});

test("an unknown code on a connection that needs a new sign-in says so", () => {
  expect(bankErrorMessage("A_CODE_OF_TOMORROW", "relink")).toBe("Your bank needs you to sign in again.");
});

test("a cursor that the bank does not know restarts the sync", () => {
  const message = "cursor not associated with access_token";
  expect(bankErrorKind({ type: "INVALID_REQUEST", code: "INVALID_FIELD", status: 400, message })).toBe("cursor");
});

test.each([
  ["RENT_AND_UTILITIES", "RENT_AND_UTILITIES_RENT", -1, "housing", "withdrawal"],
  ["RENT_AND_UTILITIES", "RENT_AND_UTILITIES_WATER", -1, "utilities", "withdrawal"],
  ["LOAN_PAYMENTS", "LOAN_PAYMENTS_MORTGAGE_PAYMENT", -1, "housing", "withdrawal"],
  ["LOAN_PAYMENTS", "LOAN_PAYMENTS_CAR_PAYMENT", -1, "debt", "withdrawal"],
  ["INCOME", "INCOME_WAGES", 1, "salary", "deposit"],
  ["INCOME", "INCOME_INTEREST_EARNED", 1, "income", "interest"],
  ["BANK_FEES", "BANK_FEES_ATM_FEES", -1, "other", "fee"],
  ["FOOD_AND_DRINK", "FOOD_AND_DRINK_GROCERIES", -1, "groceries", "withdrawal"],
  ["FOOD_AND_DRINK", "FOOD_AND_DRINK_COFFEE", -1, "dining", "withdrawal"],
  ["GENERAL_MERCHANDISE", "GENERAL_MERCHANDISE_BOOKS", -1, "shopping", "withdrawal"],
  ["NEW_OF_THE_FUTURE", "NEW_OF_THE_FUTURE_KIND", -1, "other", "withdrawal"],
])("%s/%s with amount %i is %s, a %s", (primary, detailed, amount, category, type) => {
  expect(categorize({ primary, detailed }, amount)).toEqual({ category, type });
});

const plaidTransaction = {
  transaction_id: "t",
  account_id: "a",
  amount: 12.34,
  iso_currency_code: "USD",
  date: "2026-11-20",
  name: "  CAFE \u0007 12 ",
  pending: false,
};

test.each([
  { amount: 12.34, amountMinor: -1234 },
  { amount: -0.01, amountMinor: 1 },
  { amount: 0, amountMinor: 0 },
  { amount: 1e15, amountMinor: 0 },
])("the bank's amount $amount is stored as $amountMinor", ({ amount, amountMinor }) => {
  expect(transactionOf({ ...plaidTransaction, amount })).toMatchObject({ amountMinor, description: "CAFE 12" });
});

const balances = { current: 10.005, available: null, limit: 100, iso_currency_code: "USD" };

test.each([
  { type: "depository", subtype: "checking", accountType: "checking", currentMinor: 1001 },
  { type: "depository", subtype: "money market", accountType: "savings", currentMinor: 1001 },
  { type: "loan", subtype: "auto", accountType: "credit", currentMinor: 1001 },
  { type: "brokerage", subtype: "ira", accountType: "investment", currentMinor: 1001 },
  { type: "payroll", subtype: null, accountType: "other", currentMinor: 1001 },
])("a $type account with subtype $subtype is $accountType", ({ type, subtype, ...expected }) => {
  expect(accountOf({ account_id: "a", name: "Main", mask: "1", type, subtype, balances })).toMatchObject({
    ...expected,
    mask: null,
  });
});

test("a card without a stated balance owes its limit minus the available credit", () => {
  const card = { account_id: "a", type: "credit", balances: { ...balances, current: null, available: 60 } };
  expect(accountOf(card)).toMatchObject({ currentMinor: 4000, name: "Account" });
});

const facts = accountOf({ account_id: "new", name: "Main", mask: "4402", type: "depository", balances });
const link = { id: "old", state: "linked" as const, accountId: "own", persistentId: null, name: "main", mask: "4402" };

test.each([
  { what: "is followed when name and digits match", links: [link], accounts: [facts], follows: "old" },
  {
    what: "is not followed when two accounts match",
    links: [link, { ...link, id: "older" }],
    accounts: [facts],
    follows: undefined,
  },
  {
    what: "is not followed when the digits differ",
    links: [{ ...link, mask: "0000" }],
    accounts: [facts],
    follows: undefined,
  },
  {
    what: "is followed when the persistent id matches",
    links: [{ ...link, persistentId: "p", mask: "1" }],
    accounts: [{ ...facts, persistentId: "p" }],
    follows: "old",
  },
])("an account with a new id $what", ({ links, accounts, follows }) => {
  expect(followAccounts(links, accounts)[0]?.link?.id).toBe(follows);
});
