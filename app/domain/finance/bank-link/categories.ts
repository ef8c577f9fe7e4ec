import type { TransactionCategory, TransactionType } from "~/domain/finance/accounts/types";

/** The bank link's categories (personal_finance_category): the detailed one decides, else the primary one, else other. */
const detailed: Record<string, TransactionCategory> = {
  RENT_AND_UTILITIES_RENT: "housing",
  LOAN_PAYMENTS_MORTGAGE_PAYMENT: "housing",
  INCOME_WAGES: "salary",
  INCOME_SALARY: "salary",
  INCOME_DIVIDENDS: "investing",
  FOOD_AND_DRINK_GROCERIES: "groceries",
  GENERAL_SERVICES_INSURANCE: "bill",
  GENERAL_SERVICES_EDUCATION: "education",
  GENERAL_SERVICES_CHILDCARE: "personal",
  GENERAL_SERVICES_AUTOMOTIVE: "transportation",
  GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS: "shopping",
  TRANSFER_OUT_SAVINGS: "other",
  TRANSFER_OUT_INVESTMENT_AND_RETIREMENT_FUNDS: "investing",
  TRANSFER_IN_INVESTMENT_AND_RETIREMENT_FUNDS: "investing",
};

const primary: Record<string, TransactionCategory> = {
  INCOME: "income",
  LOAN_PAYMENTS: "debt",
  ENTERTAINMENT: "entertainment",
  FOOD_AND_DRINK: "dining",
  GENERAL_MERCHANDISE: "shopping",
  HOME_IMPROVEMENT: "housing",
  MEDICAL: "healthcare",
  PERSONAL_CARE: "personal",
  TRANSPORTATION: "transportation",
  TRAVEL: "travel",
  RENT_AND_UTILITIES: "utilities",
};

interface Told {
  primary: string;
  detailed: string;
}

/** Category and type of a transaction; `amountMinor` is signed from the holder's side. */
export function categorise(
  told: Told | null,
  amountMinor: number,
): { category: TransactionCategory; type: TransactionType } {
  const category = told ? (detailed[told.detailed] ?? primary[told.primary] ?? "other") : "other";
  if (amountMinor > 0) {
    return { category, type: told?.detailed.startsWith("INCOME_INTEREST") ? "interest" : "deposit" };
  }
  return { category, type: told?.primary === "BANK_FEES" ? "fee" : "withdrawal" };
}
