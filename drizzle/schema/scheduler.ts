import { foreignKey, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { civilDate, instant } from "#drizzle/d1/columns";
import type { AppliedChange } from "~/domain/scheduling/reassign-day";
import { technicians } from "./technicians";

export const dayReassignments = sqliteTable(
  "day_reassignments",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    technicianId: text("technician_id").notNull(),
    date: civilDate("date").notNull(),
    changes: text("changes", { mode: "json" }).$type<AppliedChange[]>().notNull(),
    createdBy: text("created_by"),
    createdAt: instant("created_at").notNull(),
    undoneAt: instant("undone_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.technicianId], foreignColumns: [technicians.orgId, technicians.id] }),
  ],
);

/** Measured drives between rounded points; belongs to no tenant. */
export const driveTimes = sqliteTable(
  "drive_times",
  {
    fromPoint: text("from_point").notNull(),
    toPoint: text("to_point").notNull(),
    minutes: integer("minutes").notNull(),
    measuredAt: instant("measured_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.fromPoint, t.toPoint] })],
);
