import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import { RESTORE_STATUSES } from "~/domain/export/restore";

/** An export being restored. One at a time per owner. */
const restoreColumns = () => ({
  id: text("id").notNull(),
  status: text("status", { enum: RESTORE_STATUSES }).notNull(),
  requestedBy: text("requested_by").notNull(),
  createdAt: instant("created_at").notNull(),
  finishedAt: instant("finished_at"),
  fileName: text("file_name").notNull(),
  bytes: integer("bytes").notNull(),
  /** How many parts of the file have arrived, in order. */
  parts: integer("parts").notNull().default(0),
  stored: integer("stored", { mode: "boolean" }).notNull().default(true),
  lease: text("lease"),
  leaseUntil: instant("lease_until"),
  rowCount: integer("row_count").notNull().default(0),
  /** Number of rows to write; null before the file has been read through. */
  rowTotal: integer("row_total"),
  fileCount: integer("file_count").notNull().default(0),
  fileTotal: integer("file_total"),
  /** Where to resume. */
  progress: text("progress"),
  /** Its final status once the written rows are deleted. */
  outcome: text("outcome", { enum: ["failed", "canceled"] }),
  problem: text("problem"),
  report: text("report"),
});

const isOpen = sql`status IN ('uploading', 'queued', 'running', 'undoing')`;

export const businessRestores = sqliteTable(
  "business_restores",
  { orgId: text("org_id").notNull(), ...restoreColumns() },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("business_restores_one").on(t.orgId).where(isOpen),
    index("business_restores_stored_files").on(t.createdAt).where(sql`stored = 1`),
  ],
);

export const householdRestores = sqliteTable(
  "household_restores",
  { userId: text("user_id").notNull(), ...restoreColumns() },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    uniqueIndex("household_restores_one").on(t.userId).where(isOpen),
    index("household_restores_stored_files").on(t.createdAt).where(sql`stored = 1`),
  ],
);
