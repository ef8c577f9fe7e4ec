import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { civilDate, instant } from "#drizzle/d1/columns";
import { ACCOUNT_TYPES } from "~/domain/finance/accounts/account";
import { HISTORIES, ITEM_STATUSES, LINK_STATES, MATCH_KINDS, NOTICES, VERDICTS } from "~/domain/finance/bank-link/item";
import { accountTransactions, bankAccounts } from "./finance-accounts";

export const bankItems = sqliteTable(
  "bank_items",
  {
    userId: text("user_id").notNull(),
    /** The bank's id of the connection; webhooks contain it. */
    id: text("id").notNull(),
    /** Encrypted; null once the bank has forgotten the connection. */
    accessToken: text("access_token"),
    institutionId: text("institution_id"),
    institutionName: text("institution_name").notNull(),
    status: text("status", { enum: ITEM_STATUSES }).notNull(),
    reason: text("reason"),
    cursor: text("sync_cursor"),
    webhookSeq: integer("webhook_seq").notNull().default(0),
    syncedWebhookSeq: integer("synced_webhook_seq").notNull().default(0),
    lastWebhookAt: instant("last_webhook_at"),
    /** When a webhook's sync was last queued. */
    syncQueuedAt: instant("sync_queued_at"),
    lastTriedAt: instant("last_tried_at"),
    lastSyncedAt: instant("last_synced_at"),
    leaseToken: text("lease_token"),
    leaseUntil: instant("lease_until"),
    notice: text("notice", { enum: NOTICES }),
    noticeDue: instant("notice_due"),
    /** Seconds since 1970: an older notice never overwrites a newer one. */
    noticeIssued: integer("notice_issued").notNull().default(0),
    /** When the household last signed in again; null before that. */
    accessRenewedAt: instant("access_renewed_at"),
    leftOut: integer("left_out").notNull().default(0),
    /** How much of its history the bank has reported. */
    history: text("history", { enum: HISTORIES }).notNull().default("not_ready"),
    /** Where the bank sends this connection's webhooks; null for connections made before this was recorded. */
    webhookUrl: text("webhook_url"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    uniqueIndex("bank_items_id").on(t.id),
    index("bank_items_tried").on(t.lastTriedAt),
  ],
);

/** The bank's accounts, and which account of the household each one fills. */
export const bankItemAccounts = sqliteTable(
  "bank_item_accounts",
  {
    userId: text("user_id").notNull(),
    itemId: text("item_id").notNull(),
    id: text("id").notNull(),
    accountId: text("account_id"),
    state: text("state", { enum: LINK_STATES }).notNull(),
    persistentId: text("persistent_id"),
    name: text("name").notNull(),
    mask: text("mask"),
    accountType: text("account_type", { enum: ACCOUNT_TYPES }).notNull(),
    currency: text("currency"),
    currentMinor: integer("current_minor"),
    availableMinor: integer("available_minor"),
    /** The cursor is past transactions that this account lacks. */
    isCatchingUp: integer("is_catching_up", { mode: "boolean" }).notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.itemId, t.id] }),
    foreignKey({ columns: [t.userId, t.itemId], foreignColumns: [bankItems.userId, bankItems.id] }),
    foreignKey({ columns: [t.userId, t.accountId], foreignColumns: [bankAccounts.userId, bankAccounts.id] }),
    uniqueIndex("bank_item_accounts_account").on(t.userId, t.accountId),
  ],
);

/** The bank's updates of reconciled transactions, deferred until those are no longer reconciled. */
export const deferredBankChanges = sqliteTable(
  "deferred_bank_changes",
  {
    userId: text("user_id").notNull(),
    itemId: text("item_id").notNull(),
    transactionId: text("transaction_id").notNull(),
    /** The transaction as JSON; null if the bank has removed it. */
    change: text("change"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.itemId, t.transactionId] }),
    foreignKey({ columns: [t.userId, t.itemId], foreignColumns: [bankItems.userId, bankItems.id] }),
  ],
);

/** What the bank reported for a row the household has edited; recognizes the row when it is reported under another id. */
export const bankReports = sqliteTable(
  "bank_reports",
  {
    userId: text("user_id").notNull(),
    rowId: text("row_id").notNull(),
    transactionDate: civilDate("transaction_date").notNull(),
    amountMinor: integer("amount_minor").notNull(),
    description: text("description").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.rowId] }),
    foreignKey({
      columns: [t.userId, t.rowId],
      foreignColumns: [accountTransactions.userId, accountTransactions.id],
    }).onDelete("cascade"),
  ],
);

/** Two rows that may be one transaction, and the household's decision. */
export const bankMatches = sqliteTable(
  "bank_matches",
  {
    userId: text("user_id").notNull(),
    id: text("id").notNull(),
    /** The row reported by the bank. */
    rowId: text("row_id").notNull(),
    otherRowId: text("other_row_id").notNull(),
    kind: text("kind", { enum: MATCH_KINDS }).notNull(),
    /** Null until the household has decided. */
    verdict: text("verdict", { enum: VERDICTS }),
    decidedAt: instant("decided_at"),
    /** For a match decided to be the same transaction: the remaining row before and after the merge, as JSON. */
    merge: text("merge"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    foreignKey({
      columns: [t.userId, t.rowId],
      foreignColumns: [accountTransactions.userId, accountTransactions.id],
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.userId, t.otherRowId],
      foreignColumns: [accountTransactions.userId, accountTransactions.id],
    }).onDelete("cascade"),
    uniqueIndex("bank_matches_pair").on(t.userId, t.rowId, t.otherRowId),
    index("bank_matches_other").on(t.userId, t.otherRowId),
    uniqueIndex("bank_matches_open_row").on(t.userId, t.rowId),
    uniqueIndex("bank_matches_open_other").on(t.userId, t.otherRowId),
    index("bank_matches_decided").on(t.userId, t.decidedAt),
  ],
);

/** Verified webhooks as received; duplicates have the same signature. */
export const bankWebhooks = sqliteTable(
  "bank_webhooks",
  {
    id: text("id").primaryKey(),
    signatureHash: text("signature_hash").notNull().unique(),
    itemId: text("item_id").notNull(),
    type: text("type").notNull(),
    code: text("code").notNull(),
    facts: text("facts").notNull(),
    issued: integer("issued").notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (t) => [index("bank_webhooks_age").on(t.receivedAt)],
);

/** The bank's public keys by id; an id the bank does not know is stored without a key. */
export const bankKeys = sqliteTable(
  "bank_keys",
  { kid: text("kid").primaryKey(), jwk: text("jwk"), fetchedAt: instant("fetched_at").notNull() },
  (t) => [index("bank_keys_age").on(t.fetchedAt)],
);

export const simulatedBanks = sqliteTable("simulated_banks", {
  id: text("id").primaryKey(),
  state: text("state").notNull(),
  version: integer("version").notNull().default(1),
});
