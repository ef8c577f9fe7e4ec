import { sql } from "drizzle-orm";
import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";

/** In the directory: tenants being restored to an earlier moment. */
export const tenantRestores = sqliteTable(
  "tenant_restores",
  {
    id: text("id").primaryKey(),
    kind: text("kind", { enum: ["business", "household"] }).notNull(),
    tenantId: text("tenant_id").notNull(),
    shard: text("shard").notNull(),
    moment: instant("moment").notNull(),
    status: text("status", { enum: ["closing", "away", "read", "done", "failed"] }).notNull(),
    /** The shard's bookmark before it was set back, to which it returns. */
    bookmark: text("bookmark"),
    /** JSON: checksums of the shard's tables at that time. */
    sums: text("sums"),
    requestedBy: text("requested_by").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    closedMs: integer("closed_ms"),
    rowsBack: integer("rows_back"),
    rowsChanged: integer("rows_changed"),
    rowsRemoved: integer("rows_removed"),
    problem: text("problem"),
    finishedAt: instant("finished_at"),
  },
  (t) => [
    uniqueIndex("tenant_restores_of_shard").on(t.shard).where(sql`status IN ('closing', 'away')`),
    uniqueIndex("tenant_restores_of_tenant").on(t.tenantId).where(sql`status NOT IN ('done', 'failed')`),
  ],
);
