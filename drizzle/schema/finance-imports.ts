import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { civilDate, instant } from "#drizzle/d1/columns";
import type { StagedKind } from "~/domain/finance/imports/classify";
import type { Encoding } from "~/domain/finance/imports/csv/decode";
import { bankAccounts } from "./finance-accounts";

export const importBatches = sqliteTable(
  "import_batches",
  {
    userId: text("user_id").notNull(),
    id: text("id").notNull(),
    accountId: text("account_id").notNull(),
    fileName: text("file_name").notNull(),
    format: text("format"),
    importedCount: integer("imported_count").notNull().default(0),
    skippedCount: integer("skipped_count").notNull().default(0),
    errorCount: integer("error_count").notNull().default(0),
    /** The first errors as a JSON array of sentences. */
    errors: text("errors").notNull().default("[]"),
    firstDate: civilDate("first_date"),
    lastDate: civilDate("last_date"),
    createdAt: instant("created_at").notNull(),
    undoneAt: instant("undone_at"),
    keptEdited: integer("kept_edited").notNull().default(0),
    keptReconciled: integer("kept_reconciled").notNull().default(0),
    redoneAt: instant("redone_at"),
    /** Transactions restored by the last redo. */
    redoneCount: integer("redone_count").notNull().default(0),
    /** Rows and matches set aside by an undo. */
    asideCount: integer("aside_count").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    foreignKey({ columns: [t.userId, t.accountId], foreignColumns: [bankAccounts.userId, bankAccounts.id] }),
    index("import_batches_account").on(t.userId, t.accountId, t.id),
  ],
);

/** An uploaded file that is waiting for confirmation. */
export const stagedImports = sqliteTable(
  "staged_imports",
  {
    userId: text("user_id").notNull(),
    id: text("id").notNull(),
    accountId: text("account_id").notNull(),
    fileName: text("file_name").notNull(),
    encoding: text("encoding").notNull().$type<Encoding>(),
    /** The set of its classified rows; the set of its text is the import's own id. */
    setId: text("set_id").notNull(),
    options: text("options").notNull(),
    decisions: text("decisions").notNull().default("{}"),
    summary: text("summary").notNull(),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    foreignKey({ columns: [t.userId, t.accountId], foreignColumns: [bankAccounts.userId, bankAccounts.id] }),
    index("staged_imports_account").on(t.userId, t.accountId),
    index("staged_imports_age").on(t.updatedAt),
  ],
);

/** The text or the rows of a set in chunks, each a JSON array of at most 600,000 characters. */
export const stagedRows = sqliteTable(
  "staged_rows",
  {
    userId: text("user_id").notNull(),
    setId: text("set_id").notNull(),
    kind: text("kind").notNull().$type<StagedKind>(),
    position: integer("position").notNull(),
    rows: text("rows").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.setId, t.kind, t.position] }), index("staged_rows_age").on(t.createdAt)],
);

/** A row of a file that is a transaction the account already had from elsewhere. */
export const importMatches = sqliteTable(
  "import_matches",
  {
    userId: text("user_id").notNull(),
    accountId: text("account_id").notNull(),
    importKey: text("import_key").notNull(),
    transactionId: text("transaction_id").notNull(),
    batchId: text("batch_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.accountId, t.importKey] }),
    foreignKey({ columns: [t.userId, t.accountId], foreignColumns: [bankAccounts.userId, bankAccounts.id] }),
    index("import_matches_transaction").on(t.userId, t.transactionId),
    index("import_matches_batch").on(t.userId, t.batchId),
  ],
);

/** Matches of an undone import. */
export const undoneImportMatches = sqliteTable(
  "undone_import_matches",
  {
    userId: text("user_id").notNull(),
    batchId: text("batch_id").notNull(),
    importKey: text("import_key").notNull(),
    accountId: text("account_id").notNull(),
    transactionId: text("transaction_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.batchId, t.importKey] }),
    foreignKey({ columns: [t.userId, t.accountId], foreignColumns: [bankAccounts.userId, bankAccounts.id] }),
  ],
);

export const importMappings = sqliteTable(
  "import_mappings",
  {
    userId: text("user_id").notNull(),
    accountId: text("account_id").notNull(),
    headerHash: text("header_hash").notNull(),
    mapping: text("mapping").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.accountId, t.headerHash] }),
    foreignKey({ columns: [t.userId, t.accountId], foreignColumns: [bankAccounts.userId, bankAccounts.id] }),
  ],
);
