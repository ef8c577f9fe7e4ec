import { z } from "zod";

/** The fields used of the bank's responses (Plaid-Version 2020-09-14); all others are dropped unread. */

export const LinkTokenResponse = z.object({ link_token: z.string().min(1) });
export const ExchangeResponse = z.object({ access_token: z.string().min(1), item_id: z.string().min(1).max(200) });

const Amount = z.number().nullable();

export const AccountResponse = z.object({
  account_id: z.string().min(1).max(200),
  persistent_account_id: z.string().nullish(),
  name: z.string().nullish(),
  official_name: z.string().nullish(),
  mask: z.string().nullish(),
  type: z.string(),
  subtype: z.string().nullish(),
  balances: z.object({
    current: Amount,
    available: Amount,
    limit: Amount.optional(),
    iso_currency_code: z.string().nullish(),
  }),
});
export type AccountResponse = z.output<typeof AccountResponse>;
export const AccountsResponse = z.object({ accounts: z.array(AccountResponse) });

export const ItemResponse = z.object({
  item: z.object({
    institution_id: z.string().nullish(),
    institution_name: z.string().nullish(),
    error: z.object({ error_code: z.string() }).nullish(),
  }),
});

export const InstitutionResponse = z.object({
  institution: z.object({
    url: z.string().nullish(),
    primary_color: z.string().nullish(),
    logo: z.string().nullish(),
  }),
});

export const TransactionResponse = z.object({
  transaction_id: z.string().min(1).max(200),
  pending_transaction_id: z.string().nullish(),
  account_id: z.string(),
  amount: z.number(),
  iso_currency_code: z.string().nullish(),
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  name: z.string().nullish(),
  merchant_name: z.string().nullish(),
  original_description: z.string().nullish(),
  pending: z.boolean(),
  check_number: z.string().nullish(),
  personal_finance_category: z.object({ primary: z.string(), detailed: z.string() }).nullish(),
});
export type TransactionResponse = z.output<typeof TransactionResponse>;

export const SyncResponse = z.object({
  added: z.array(TransactionResponse),
  modified: z.array(TransactionResponse),
  removed: z.array(z.object({ transaction_id: z.string() })),
  accounts: z.array(AccountResponse).default([]),
  next_cursor: z.string().max(256),
  has_more: z.boolean(),
  transactions_update_status: z.string().nullish(),
});

export const KeyResponse = z.object({
  key: z.object({
    alg: z.literal("ES256"),
    crv: z.literal("P-256"),
    kty: z.literal("EC"),
    x: z.string(),
    y: z.string(),
    expired_at: z.number().nullish(),
  }),
});

export const ErrorResponse = z.object({
  error_type: z.string().default(""),
  error_code: z.string().default(""),
  error_message: z.string().nullish(),
  display_message: z.string().nullish(),
});
