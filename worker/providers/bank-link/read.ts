import type { z } from "zod";
import type { AccountType, TransactionCategory, TransactionType } from "~/domain/finance/accounts/account";
import type { BankAccountFacts, BankTransaction, History } from "~/domain/finance/bank-link/item";
import type { BankFace } from "~/domain/providers";
import { minorFromDecimal } from "~/domain/shared/money";
import { isWebAddress } from "~/domain/shared/network/web-address";
import type { AccountResponse, InstitutionResponse, TransactionResponse } from "./shapes";

/** Plaid counts money out as positive; an out-of-range amount becomes 0, which is never shown. */
export function transactionOf(response: TransactionResponse): BankTransaction {
  const amountMinor = 0 - (minorFromDecimal(response.amount) ?? 0);
  const merchantName = cleanText(response.merchant_name, 500);
  return {
    id: response.transaction_id,
    pendingId: response.pending_transaction_id || null,
    bankAccountId: response.account_id,
    date: response.date,
    amountMinor: amountMinor === 0 ? 0 : amountMinor,
    currency: response.iso_currency_code ?? null,
    description:
      cleanText(response.name, 500) ?? merchantName ?? cleanText(response.original_description, 500) ?? "Transaction",
    merchantName,
    ...categorize(response.personal_finance_category ?? null, amountMinor),
    checkNumber: cleanText(response.check_number, 40),
    pending: response.pending,
  };
}

const histories: Record<string, History> = {
  NOT_READY: "not_ready",
  INITIAL_UPDATE_COMPLETE: "initial",
  HISTORICAL_UPDATE_COMPLETE: "complete",
};

/** An unknown status never counts as a complete history. */
export function historyOf(status: string | null | undefined): History {
  return histories[status ?? ""] ?? "initial";
}

const MAX_LOGO = 200_000;

/** Omits anything that is not a valid web address, color or PNG. */
export function faceOf({ institution: { url, primary_color, logo } }: z.output<typeof InstitutionResponse>): BankFace {
  const website = url?.trim() ?? "";
  const color = primary_color?.trim().toLowerCase() ?? "";
  const isPicture = logo != null && logo.length <= MAX_LOGO && /^iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$/.test(logo);
  return {
    website: website.length <= 480 && isWebAddress(website) ? website : null,
    primaryColor: /^#[0-9a-f]{6}$/.test(color) ? color : null,
    logo: isPicture ? logo : null,
  };
}

export function accountOf(response: AccountResponse): BankAccountFacts {
  const accountType = accountTypeOf(response.type, response.subtype ?? "");
  const { current, available, limit } = response.balances;
  const mask = cleanText(response.mask, 4);
  return {
    id: response.account_id,
    persistentId: response.persistent_account_id || null,
    name: cleanText(response.name, 120) ?? cleanText(response.official_name, 120) ?? "Account",
    mask: mask !== null && mask.length >= 2 ? mask : null,
    accountType,
    currency: response.balances.iso_currency_code ?? null,
    currentMinor: minorOf(current ?? (accountType === "credit" ? owed(limit, available) : available)),
    availableMinor: minorOf(available),
  };
}

function accountTypeOf(type: string, subtype: string): AccountType {
  switch (type) {
    case "depository":
      return /saving|cd|money market|hsa/.test(subtype) ? "savings" : "checking";
    case "credit":
    case "loan":
      return "credit";
    case "investment":
    case "brokerage":
      return "investment";
    default:
      return "other";
  }
}

function owed(limit: number | null | undefined, available: number | null): number | null {
  return limit === null || limit === undefined || available === null ? null : limit - available;
}

function minorOf(amount: number | null): number | null {
  return amount === null ? null : minorFromDecimal(amount);
}

function cleanText(text: string | null | undefined, max: number): string | null {
  const line = text
    ?.replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, max)
    .trim();
  return line || null;
}

/** Plaid's categories (personal_finance_category): the detailed one is used first, then the primary one, then other. */
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
  LOAN_DISBURSEMENTS: "debt",
};

interface PersonalFinanceCategory {
  primary: string;
  detailed: string;
}

/** Category and type of a transaction; `amountMinor` is signed from the account holder's side. */
export function categorize(
  pfc: PersonalFinanceCategory | null,
  amountMinor: number,
): { category: TransactionCategory; type: TransactionType } {
  const category = pfc ? (detailed[pfc.detailed] ?? primary[pfc.primary] ?? "other") : "other";
  if (amountMinor > 0) {
    return { category, type: pfc?.detailed.startsWith("INCOME_INTEREST") ? "interest" : "deposit" };
  }
  return { category, type: pfc?.primary === "BANK_FEES" ? "fee" : "withdrawal" };
}
