export const ACCOUNT_TYPES = ["checking", "savings", "credit", "investment", "other"] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export const ACCOUNT_TYPE_LABELS: Record<AccountType, string> = {
  checking: "Checking",
  savings: "Savings",
  credit: "Credit",
  investment: "Investment",
  other: "Other",
};

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
export type FormCategory = (typeof FORM_CATEGORIES)[number];

/** Every category a transaction can have: those of the form and those that only a bank or an import brings. */
export const TRANSACTION_CATEGORIES = [
  ...FORM_CATEGORIES,
  "bill",
  "shopping",
  "dining",
  "groceries",
  "travel",
] as const;
export type TransactionCategory = (typeof TRANSACTION_CATEGORIES)[number];

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

/** The transaction types each category of the form allows. */
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

/** The transaction category a text names; an unknown one counts as other. */
export function transactionCategory(text: string): TransactionCategory {
  return TRANSACTION_CATEGORIES.find((category) => category === text) ?? "other";
}

/** Whether a transaction of this type may have the category. Those that only banks and imports bring fit all but transfers. */
export function categoryAllows(category: TransactionCategory, type: TransactionType): boolean {
  const form = FORM_CATEGORIES.find((one) => one === category);
  return form ? CATEGORY_TYPES[form].includes(type) : type !== "transfer";
}
