import { z } from "zod";
import { ACCOUNT_TYPES, TRANSACTION_TYPES } from "~/domain/finance/accounts/account";
import type { AccountView } from "~/domain/finance/accounts/accounts.server";
import type { InstitutionView } from "~/domain/finance/accounts/institutions.server";
import type { TransactionView } from "~/domain/finance/accounts/transactions.server";
import { CURRENCIES, toDecimal } from "~/domain/shared/money";

export const AccountAnswer = z.object({
  id: z.string(),
  name: z.string(),
  accountNumber: z.string().nullable(),
  accountType: z.enum(ACCOUNT_TYPES),
  currentBalance: z.number().describe("What one has; for a credit account what one owes"),
  availableBalance: z.number().nullable(),
  institutionId: z.int().nullable(),
  institution: z.object({ id: z.int(), name: z.string(), logo: z.string().nullable() }).nullable(),
  institutionName: z.string().nullable(),
  description: z.string().nullable(),
  currency: z.enum(CURRENCIES),
  isActive: z.boolean(),
  plaidAccountId: z.string().nullable(),
  plaidItemId: z.string().nullable(),
  accountMask: z.string().nullable(),
  balanceIsoCurrencyCode: z.string().nullable(),
  lastSyncTimestamp: z.string().nullable(),
  balanceLastUpdatedTimestamp: z.string().nullable(),
  version: z.int(),
});

export function accountOf(row: AccountView): z.input<typeof AccountAnswer> {
  const institution =
    row.institutionId === null || row.institutionName === null
      ? null
      : { id: row.institutionId, name: row.institutionName, logo: row.institutionLogo };
  return {
    id: row.id,
    name: row.name,
    accountNumber: row.accountNumber,
    accountType: row.accountType,
    currentBalance: toDecimal(row.currentBalanceMinor),
    availableBalance: row.availableBalanceMinor === null ? null : toDecimal(row.availableBalanceMinor),
    institutionId: row.institutionId,
    institution,
    institutionName: row.institutionName,
    description: row.description,
    currency: row.currency,
    isActive: row.isActive,
    plaidAccountId: row.plaidAccountId,
    plaidItemId: row.plaidItemId,
    accountMask: row.mask,
    balanceIsoCurrencyCode: row.balanceCurrency,
    lastSyncTimestamp: row.lastSyncedAt,
    balanceLastUpdatedTimestamp: row.balanceUpdatedAt,
    version: row.version,
  };
}

export const InstitutionAnswer = z.object({
  id: z.int(),
  name: z.string(),
  website: z.string().nullable(),
  logoUrl: z.string().nullable(),
  logo: z.string().nullable().describe("A picture from the bank link, base64"),
  description: z.string().nullable(),
  primaryColor: z.string().nullable(),
  isActive: z.boolean(),
  version: z.int(),
});

export function institutionOf(row: InstitutionView): z.input<typeof InstitutionAnswer> {
  return row;
}

export const TransactionAnswer = z.object({
  id: z.string(),
  accountId: z.string().describe("For a transfer the account that the money leaves"),
  toAccountId: z.string().nullable(),
  amount: z.number().describe("Above zero; the type tells the direction. An adjustment may be below zero"),
  transactionDate: z.string().describe("YYYY-MM-DD"),
  description: z.string(),
  merchantName: z.string().nullable(),
  type: z.enum(TRANSACTION_TYPES),
  category: z.string(),
  isReconciled: z.boolean(),
  notes: z.string().nullable(),
  pending: z.boolean(),
  plaidTransactionId: z.string().nullable(),
  version: z.int(),
});

export function transactionOf(row: TransactionView): z.input<typeof TransactionAnswer> {
  const arrives = row.leg === "in";
  const other = row.otherAccountId;
  return {
    id: row.id,
    accountId: arrives && other ? other : row.accountId,
    toAccountId: arrives ? row.accountId : other,
    amount: toDecimal(row.type === "adjustment" ? row.amountMinor : Math.abs(row.amountMinor)),
    transactionDate: row.transactionDate,
    description: row.description,
    merchantName: row.merchantName,
    type: row.type,
    category: row.category,
    isReconciled: row.isReconciled,
    notes: row.notes,
    pending: row.pending,
    plaidTransactionId: row.plaidTransactionId,
    version: row.version,
  };
}
