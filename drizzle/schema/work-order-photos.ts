import { foreignKey, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import { workOrders } from "./work-orders";

export const workOrderPhotos = sqliteTable(
  "work_order_photos",
  {
    orgId: text("org_id").notNull(),
    workOrderId: text("work_order_id").notNull(),
    id: text("id").notNull(),
    taskId: text("task_id"),
    fileKey: text("file_key").notNull(),
    contentType: text("content_type", { enum: ["image/jpeg", "image/png", "image/webp"] }).notNull(),
    bytes: integer("bytes").notNull(),
    userId: text("user_id"),
    takenAt: instant("taken_at").notNull(),
    recordedAt: instant("recorded_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.workOrderId, t.id] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }),
  ],
);
