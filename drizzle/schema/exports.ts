import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import { EXPORT_STATUSES } from "~/domain/export/export";

/** A file with all data of its owner, made by the queue. At most one per owner is queued or running, and it is the newest. */
const exportColumns = () => ({
  id: text("id").notNull(),
  status: text("status", { enum: EXPORT_STATUSES }).notNull(),
  requestedBy: text("requested_by").notNull(),
  createdAt: instant("created_at").notNull(),
  finishedAt: instant("finished_at"),
  expiresAt: instant("expires_at"),
  lease: text("lease"),
  leaseUntil: instant("lease_until"),
  rowCount: integer("row_count").notNull().default(0),
  /** Number of rows when it started; null before. */
  rowTotal: integer("row_total"),
  fileCount: integer("file_count").notNull().default(0),
  /** Size of the stored parts. */
  bytes: integer("bytes").notNull().default(0),
  /** Where to resume, and the parts so far. */
  progress: text("progress"),
  problem: text("problem"),
});

const isOpen = sql`status IN ('queued', 'running')`;

export const businessExports = sqliteTable(
  "business_exports",
  { orgId: text("org_id").notNull(), ...exportColumns() },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("business_exports_one").on(t.orgId).where(isOpen),
    index("business_exports_over").on(t.expiresAt).where(sql`expires_at IS NOT NULL`),
  ],
);

export const householdExports = sqliteTable(
  "household_exports",
  { userId: text("user_id").notNull(), ...exportColumns() },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    uniqueIndex("household_exports_one").on(t.userId).where(isOpen),
    index("household_exports_over").on(t.expiresAt).where(sql`expires_at IS NOT NULL`),
  ],
);
