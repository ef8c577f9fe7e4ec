import { CURRENCIES, type Currency, sumMinor } from "~/domain/shared/money";

export const ACCOUNT_TYPES = ["checking", "savings", "credit", "investment", "other"] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export const ACCOUNT_TYPE_LABELS: Record<AccountType, string> = {
  checking: "Checking",
  savings: "Savings",
  credit: "Credit",
  investment: "Investment",
  other: "Other",
};

/** The maximum number of active accounts in a household without Pro. */
export const FREE_BANK_ACCOUNTS = 10;

export const NOT_PROCESSED = "Failed to process request. Please try again.";
export const ACCOUNT_IS_ARCHIVED = "This account is archived. Reactivate it to add transactions.";

export const TRANSACTION_TYPES = ["deposit", "withdrawal", "transfer", "interest", "fee", "adjustment"] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

export const TRANSACTION_TYPE_LABELS: Record<TransactionType, string> = {
  deposit: "Deposit",
  withdrawal: "Withdrawal",
  transfer: "Transfer",
  interest: "Interest",
  fee: "Fee",
  adjustment: "Balance Adjustment",
};

/** The categories the transaction form offers. */
export const FORM_CATEGORIES = [
  "income",
  "salary",
  "business",
  "investing",
  "gift",
  "housing",
  "food",
  "utilities",
  "healthcare",
  "personal",
  "education",
  "entertainment",
  "debt",
  "transportation",
  "savings",
  "other",
] as const;
type FormCategory = (typeof FORM_CATEGORIES)[number];

/** Every transaction category: those in the form plus those that only banks and imports use. */
export const TRANSACTION_CATEGORIES = [
  ...FORM_CATEGORIES,
  "bill",
  "shopping",
  "dining",
  "groceries",
  "travel",
] as const;
export type TransactionCategory = (typeof TRANSACTION_CATEGORIES)[number];

/** The categories that can be given to transactions; savings is for transfers only. */
export const ASSIGNABLE_CATEGORIES = TRANSACTION_CATEGORIES.filter((category) => category !== "savings");

export const TRANSACTION_CATEGORY_LABELS: Record<TransactionCategory, string> = {
  income: "Income",
  salary: "Salary",
  business: "Business",
  investing: "Investing",
  gift: "Gift",
  housing: "Housing",
  food: "Food",
  utilities: "Utilities",
  healthcare: "Healthcare",
  personal: "Personal",
  education: "Education",
  entertainment: "Entertainment",
  debt: "Debt",
  transportation: "Transportation",
  savings: "Savings",
  other: "Other",
  bill: "Bill",
  shopping: "Shopping",
  dining: "Dining",
  groceries: "Groceries",
  travel: "Travel",
};

/** The transaction types allowed for each form category. */
export const CATEGORY_TYPES: Record<FormCategory, readonly TransactionType[]> = {
  income: ["deposit", "interest"],
  salary: ["deposit"],
  business: ["deposit"],
  investing: ["deposit", "withdrawal", "fee", "interest"],
  gift: ["deposit", "withdrawal"],
  housing: ["withdrawal"],
  food: ["withdrawal"],
  utilities: ["withdrawal"],
  healthcare: ["withdrawal"],
  personal: ["withdrawal"],
  education: ["withdrawal"],
  entertainment: ["withdrawal"],
  debt: ["withdrawal"],
  transportation: ["withdrawal", "fee"],
  savings: ["transfer"],
  other: TRANSACTION_TYPES,
};

/** The categories the form offers for a type, in the form's order; `other` is always among them. */
export function categoriesFor(type: TransactionType): FormCategory[] {
  return FORM_CATEGORIES.filter((category) => CATEGORY_TYPES[category].includes(type));
}

/** Parses a transaction category; unknown text becomes `other`. */
export function transactionCategory(text: string): TransactionCategory {
  return TRANSACTION_CATEGORIES.find((category) => category === text) ?? "other";
}

/**
 * Whether a transaction of this type may have the category. Categories used only by banks and imports fit every type but
 * transfers.
 */
export function categoryAllows(category: TransactionCategory, type: TransactionType): boolean {
  const form = FORM_CATEGORIES.find((one) => one === category);
  return form ? CATEGORY_TYPES[form].includes(type) : type !== "transfer";
}

/**
 * An account with its balance as entered or as the bank reports it: the money held, or for a credit account the amount owed (so
 * an overpaid card is below zero).
 */
export interface HeldAccount {
  accountType: AccountType;
  balanceMinor: number;
  currency: Currency;
  isActive: boolean;
}

/** Minor units of one currency; liabilities above zero are owed. */
export interface AccountTotals {
  currency: Currency;
  assetsMinor: number;
  liabilitiesMinor: number;
  netWorthMinor: number;
}

export function isLiability(accountType: AccountType): boolean {
  return accountType === "credit";
}

/** Converts a stored balance to the holder's view and back: the amount owed on a credit account is negative. */
export function holderBalance(accountType: AccountType, balanceMinor: number): number {
  return isLiability(accountType) && balanceMinor !== 0 ? -balanceMinor : balanceMinor;
}

/** Totals of the active accounts, one line per currency in the order of CURRENCIES; archived accounts do not count. */
export function accountTotals(accounts: readonly HeldAccount[]): AccountTotals[] {
  const active = accounts.filter((account) => account.isActive);
  return CURRENCIES.filter((currency) => active.some((account) => account.currency === currency)).map((currency) => {
    const held = active.filter((account) => account.currency === currency);
    const sum = (owed: boolean) =>
      sumMinor(
        held.filter(({ accountType }) => isLiability(accountType) === owed).map((account) => account.balanceMinor),
      );
    const assetsMinor = sum(false);
    const liabilitiesMinor = sum(true);
    return { currency, assetsMinor, liabilitiesMinor, netWorthMinor: assetsMinor - liabilitiesMinor };
  });
}

/** The part of a transaction that moves money. */
export interface Movement {
  type: TransactionType;
  /** Minor units, above zero; only an adjustment may be negative. */
  amountMinor: number;
  accountId: string;
  /** The destination of a transfer; null for every other type. */
  toAccountId: string | null;
}

interface TransferAccount {
  id: string;
  currency: Currency;
  isActive: boolean;
}

function signOf(type: TransactionType): 1 | -1 {
  switch (type) {
    case "withdrawal":
    case "fee":
    case "transfer":
      return -1;
    case "deposit":
    case "interest":
    case "adjustment":
      return 1;
  }
}

/**
 * The amount as the account's table shows it: withdrawals, fees and outgoing transfers are negative, incoming transfers and
 * everything else positive. 0 for an account that the transaction does not affect.
 */
export function amountInAccount(movement: Movement, accountId: string): number {
  if (movement.accountId === accountId) return signOf(movement.type) * movement.amountMinor;
  return movement.type === "transfer" && movement.toAccountId === accountId ? movement.amountMinor : 0;
}

/** The accounts a transfer from `source` can go to: other active accounts in the same currency. */
export function transferDestinations<Account extends TransferAccount>(
  accounts: readonly Account[],
  source: TransferAccount,
): Account[] {
  return accounts.filter(
    (account) => account.isActive && account.id !== source.id && account.currency === source.currency,
  );
}
