export const EXPENSE_CATEGORIES = [
  "housing",
  "utilities",
  "transportation",
  "food",
  "healthcare",
  "insurance",
  "entertainment",
  "education",
  "shopping",
  "subscriptions",
  "debt_paydown",
  "other",
] as const;
export type ExpenseCategory = (typeof EXPENSE_CATEGORIES)[number];

export const EXPENSE_CATEGORY_LABELS: Record<ExpenseCategory, string> = {
  housing: "Housing",
  utilities: "Utilities",
  transportation: "Transportation",
  food: "Food",
  healthcare: "Healthcare",
  insurance: "Insurance",
  entertainment: "Entertainment",
  education: "Education",
  shopping: "Shopping",
  subscriptions: "Subscriptions",
  debt_paydown: "Debt Paydown",
  other: "Other",
};

export const INCOME_CATEGORIES = ["salary", "freelance", "investment", "rental", "bonus", "gift", "other"] as const;
export type IncomeCategory = (typeof INCOME_CATEGORIES)[number];

export const INCOME_CATEGORY_LABELS: Record<IncomeCategory, string> = {
  salary: "Salary",
  freelance: "Freelance",
  investment: "Investment",
  rental: "Rental",
  bonus: "Bonus",
  gift: "Gift",
  other: "Other",
};

/** How often a planned item occurs. Income offers all of them, an expense `once` and `monthly`. */
export const FREQUENCIES = ["once", "weekly", "biweekly", "monthly", "quarterly", "annually"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const FREQUENCY_LABELS: Record<Frequency, string> = {
  once: "One-time",
  weekly: "Weekly",
  biweekly: "Bi-weekly",
  monthly: "Monthly",
  quarterly: "Quarterly",
  annually: "Annually",
};

/** Parses an expense category; unknown text becomes `other`. */
export function expenseCategory(text: string): ExpenseCategory {
  return EXPENSE_CATEGORIES.find((category) => category === text) ?? "other";
}

/** Parses an income category; unknown text becomes `other`. */
export function incomeCategory(text: string): IncomeCategory {
  return INCOME_CATEGORIES.find((category) => category === text) ?? "other";
}
