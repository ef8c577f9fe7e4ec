import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import { workOrders } from "./work-orders";

/** The file that holds the details of an archived work order: archives/<org_id>/<batch>/<work_order_id>. */
export const workOrderArchives = sqliteTable(
  "work_order_archives",
  {
    orgId: text("org_id").notNull(),
    workOrderId: text("work_order_id").notNull(),
    batch: text("batch").notNull(),
    /** Hash of the file, base64url. */
    sha256: text("sha256").notNull(),
    bytes: integer("bytes").notNull(),
    historyRows: integer("history_rows").notNull(),
    taskRows: integer("task_rows").notNull(),
    signatureRows: integer("signature_rows").notNull(),
    laborSeconds: integer("labor_seconds").notNull(),
    travelSeconds: integer("travel_seconds").notNull(),
    archivedAt: instant("archived_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.workOrderId] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }),
  ],
);

/** Files that may end up unreferenced; the sweep deletes those that no row names. */
export const archiveLeftovers = sqliteTable(
  "archive_leftovers",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    batch: text("batch").notNull(),
    workOrders: text("work_orders", { mode: "json" }).$type<string[]>().notNull(),
    dueAt: instant("due_at").notNull(),
    sweeping: integer("sweeping", { mode: "boolean" }).notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] }), index("archive_leftovers_due").on(t.dueAt)],
);

/** A business without a row uses the default number of months. */
export const archiveSettings = sqliteTable("archive_settings", {
  orgId: text("org_id").primaryKey(),
  /** Months without a change; 0: never archived. */
  afterMonths: integer("after_months").notNull(),
  version: integer("version").notNull().default(1),
  updatedAt: instant("updated_at").notNull(),
});
