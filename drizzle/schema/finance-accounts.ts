import { isNotNull, isNull, sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { civilDate, instant } from "#drizzle/d1/columns";
import { ACCOUNT_TYPES, TRANSACTION_TYPES } from "~/domain/finance/accounts/account";

export const bankInstitutions = sqliteTable(
  "bank_institutions",
  {
    userId: text("user_id").notNull(),
    id: integer("id").notNull(),
    name: text("name").notNull(),
    website: text("website"),
    logoUrl: text("logo_url"),
    /** The logo as sent by the bank link, base64. */
    logo: text("logo"),
    description: text("description"),
    primaryColor: text("primary_color"),
    isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
    plaidInstitutionId: text("plaid_institution_id"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    uniqueIndex("bank_institutions_plaid").on(t.userId, t.plaidInstitutionId),
  ],
);

export const bankAccounts = sqliteTable(
  "bank_accounts",
  {
    userId: text("user_id").notNull(),
    id: text("id").notNull(),
    institutionId: integer("institution_id"),
    name: text("name").notNull(),
    accountNumber: text("account_number"),
    accountType: text("account_type", { enum: ACCOUNT_TYPES }).notNull(),
    currency: text("currency", { enum: ["USD", "EUR", "GBP", "CAD", "AUD"] }).notNull(),
    description: text("description"),
    isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
    openingBalanceMinor: integer("opening_balance_minor").notNull(),
    /** The balance; for a credit account, the amount owed. Maintained by triggers. */
    currentBalanceMinor: integer("current_balance_minor").notNull(),
    availableBalanceMinor: integer("available_balance_minor"),
    transactionCount: integer("transaction_count").notNull().default(0),
    plaidAccountId: text("plaid_account_id"),
    plaidItemId: text("plaid_item_id"),
    mask: text("mask"),
    balanceCurrency: text("balance_currency"),
    lastSyncedAt: instant("last_synced_at"),
    balanceUpdatedAt: instant("balance_updated_at"),
    closing: integer("closing", { mode: "boolean" }).notNull().default(false),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    foreignKey({
      columns: [t.userId, t.institutionId],
      foreignColumns: [bankInstitutions.userId, bankInstitutions.id],
    }),
    uniqueIndex("bank_accounts_plaid").on(t.userId, t.plaidAccountId),
    index("bank_accounts_item").on(t.userId, t.plaidItemId),
  ],
);

export const accountTransactions = sqliteTable(
  "account_transactions",
  {
    userId: text("user_id").notNull(),
    id: text("id").notNull(),
    accountId: text("account_id").notNull(),
    transactionDate: civilDate("transaction_date").notNull(),
    /** Signed from the account holder's side: money in is positive, money out negative. */
    amountMinor: integer("amount_minor").notNull(),
    type: text("type", { enum: TRANSACTION_TYPES }).notNull(),
    category: text("category").notNull(),
    description: text("description").notNull(),
    merchantName: text("merchant_name"),
    notes: text("notes"),
    isReconciled: integer("is_reconciled", { mode: "boolean" }).notNull().default(false),
    pending: integer("pending", { mode: "boolean" }).notNull().default(false),
    source: text("source", { enum: ["manual", "csv", "bank"] }).notNull(),
    lastChange: text("last_change", { enum: ["user", "import", "sync"] }).notNull(),
    /** Comma-separated names of columns the household edited. */
    editedFields: text("edited_fields"),
    /** Comma-separated names of columns set by a rule that is deleted now; null if none. */
    ruleFields: text("rule_fields"),
    leg: text("leg", { enum: ["out", "in"] }),
    pairId: text("pair_id"),
    otherAccountId: text("other_account_id"),
    /** The half of a transfer that stands for this row, which is removed meanwhile. */
    transferHalfId: text("transfer_half_id"),
    importKey: text("import_key"),
    batchId: text("batch_id"),
    bankId: text("bank_id"),
    checkNumber: text("check_number"),
    plaidTransactionId: text("plaid_transaction_id"),
    /** The connection that last reported the row. */
    plaidItemId: text("plaid_item_id"),
    removedAt: instant("removed_at"),
    removedBatchId: text("removed_batch_id"),
    /** Excluded from monthly totals, though included in the balance. */
    excluded: integer("excluded", { mode: "boolean" }).notNull().default(false),
    /** When the household reviewed it; null until then. */
    reviewedAt: instant("reviewed_at"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    foreignKey({ columns: [t.userId, t.accountId], foreignColumns: [bankAccounts.userId, bankAccounts.id] }),
    index("account_transactions_by_date").on(t.userId, t.accountId, t.transactionDate, t.id),
    index("account_transactions_of_household").on(t.userId, t.transactionDate, t.id).where(isNull(t.removedAt)),
    index("account_transactions_by_category")
      .on(t.userId, t.category, t.transactionDate, t.id)
      .where(isNull(t.removedAt)),
    index("account_transactions_by_amount").on(t.userId, t.amountMinor, t.id).where(isNull(t.removedAt)),
    index("account_transactions_excluded")
      .on(t.userId, t.transactionDate, t.id)
      .where(sql`removed_at IS NULL AND excluded = 1`),
    index("account_transactions_halves").on(t.userId, t.accountId, t.transactionDate).where(sql`leg = 'in'`),
    index("account_transactions_in_transfer").on(t.userId, t.transferHalfId).where(isNotNull(t.transferHalfId)),
    uniqueIndex("account_transactions_import").on(t.userId, t.accountId, t.importKey),
    uniqueIndex("account_transactions_plaid").on(t.userId, t.plaidTransactionId),
  ],
);

/** Transaction count and posted total per account and day, maintained by triggers. */
export const accountDays = sqliteTable(
  "account_days",
  {
    userId: text("user_id").notNull(),
    accountId: text("account_id").notNull(),
    day: civilDate("day").notNull(),
    transactionCount: integer("transaction_count").notNull(),
    /** Signed from the account holder's side; pending rows are excluded. */
    netMinor: integer("net_minor").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.accountId, t.day] }),
    foreignKey({ columns: [t.userId, t.accountId], foreignColumns: [bankAccounts.userId, bankAccounts.id] }),
  ],
);

/** The household's decision on a row and a planned occurrence; each has at most one match decided to be the same. */
export const plannedMatches = sqliteTable(
  "planned_matches",
  {
    userId: text("user_id").notNull(),
    transactionId: text("transaction_id").notNull(),
    occurrenceKey: text("occurrence_key").notNull(),
    same: integer("same", { mode: "boolean" }).notNull(),
    decidedAt: instant("decided_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.transactionId, t.occurrenceKey] }),
    foreignKey({
      columns: [t.userId, t.transactionId],
      foreignColumns: [accountTransactions.userId, accountTransactions.id],
    }).onDelete("cascade"),
  ],
);

/** A bulk edit; `change` is the input of its use case. */
export const transactionChanges = sqliteTable(
  "transaction_changes",
  {
    userId: text("user_id").notNull(),
    id: text("id").notNull(),
    change: text("change").notNull(),
    createdAt: instant("created_at").notNull(),
    undoneAt: instant("undone_at"),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] })],
);

/** Each row's values before such an edit, and its version after it. */
export const transactionChangeRows = sqliteTable(
  "transaction_change_rows",
  {
    userId: text("user_id").notNull(),
    changeId: text("change_id").notNull(),
    transactionId: text("transaction_id").notNull(),
    category: text("category").notNull(),
    merchantName: text("merchant_name"),
    editedFields: text("edited_fields"),
    excluded: integer("excluded", { mode: "boolean" }).notNull(),
    reviewedAt: instant("reviewed_at"),
    version: integer("version").notNull(),
    ruleFields: text("rule_fields"),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.changeId, t.transactionId] }),
    index("transaction_change_rows_transaction").on(t.userId, t.transactionId),
    foreignKey({
      columns: [t.userId, t.changeId],
      foreignColumns: [transactionChanges.userId, transactionChanges.id],
    }),
    foreignKey({
      columns: [t.userId, t.transactionId],
      foreignColumns: [accountTransactions.userId, accountTransactions.id],
    }),
  ],
);

/** Assigns a category, and optionally a name, to bank or imported rows whose text matches; enforced by triggers. */
export const categoryRules = sqliteTable(
  "category_rules",
  {
    userId: text("user_id").notNull(),
    id: text("id").notNull(),
    pattern: text("pattern").notNull(),
    /** The pattern in lower and upper case; null if it only has letters from A to Z. */
    lowerPattern: text("lower_pattern"),
    upperPattern: text("upper_pattern"),
    category: text("category").notNull(),
    /** Transaction types that allow the category, comma-separated. */
    types: text("types").notNull(),
    merchantName: text("merchant_name"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] })],
);
