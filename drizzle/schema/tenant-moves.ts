import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import { MOVE_STATUSES } from "~/domain/operations/tenant-moves/tenant-move";

const isOpen = sql`status NOT IN ('cleaned', 'canceled', 'failed')`;

/** In the directory: a business or household moving to another shard. One at a time per tenant. */
export const tenantMoves = sqliteTable(
  "tenant_moves",
  {
    id: text("id").primaryKey(),
    kind: text("kind", { enum: ["business", "household"] }).notNull(),
    tenantId: text("tenant_id").notNull(),
    fromShard: text("from_shard").notNull(),
    toShard: text("to_shard").notNull(),
    status: text("status", { enum: MOVE_STATUSES }).notNull(),
    requestedBy: text("requested_by").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** Increases with every run: writes of an earlier run are rejected. */
    run: integer("run").notNull().default(0),
    runUntil: instant("run_until"),
    /** Null until the rows are counted. */
    rowTotal: integer("row_total"),
    rowsCopied: integer("rows_copied").notNull().default(0),
    rowsVerified: integer("rows_verified").notNull().default(0),
    rowsCaughtUp: integer("rows_caught_up").notNull().default(0),
    checksum: text("checksum"),
    frozenAt: instant("frozen_at"),
    switchedAt: instant("switched_at"),
    readOnlyMs: integer("read_only_ms"),
    /** Whether both shards have recorded the switch. */
    settled: integer("settled", { mode: "boolean" }).notNull().default(false),
    cleanAfter: instant("clean_after"),
    /** Its final status once the copy is deleted. */
    outcome: text("outcome", { enum: ["canceled", "failed"] }),
    problem: text("problem"),
    finishedAt: instant("finished_at"),
  },
  (t) => [
    uniqueIndex("tenant_moves_one").on(t.tenantId).where(isOpen),
    index("tenant_moves_open").on(t.updatedAt).where(isOpen),
  ],
);

/** On a shard: tenants whose copy here is not, or soon will not be, where they live. */
export const movingTenants = sqliteTable("moving_tenants", {
  tenantId: text("tenant_id").primaryKey(),
  moveId: text("move_id").notNull(),
  role: text("role", { enum: ["leaving", "arriving"] }).notNull(),
  frozen: integer("frozen", { mode: "boolean" }).notNull().default(false),
  run: integer("run").notNull(),
  /** Always an empty list. Earlier releases need the column. */
  people: text("people").notNull(),
  progress: text("progress").notNull(),
});

/** Keys of rows changed since a move started. */
export const changedRows = sqliteTable(
  "changed_rows",
  {
    seq: integer("seq").primaryKey({ autoIncrement: true }),
    tenantId: text("tenant_id").notNull(),
    tableName: text("table_name").notNull(),
    key: text("key").notNull(),
  },
  (t) => [index("changed_rows_of_tenant").on(t.tenantId, t.seq)],
);
