import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { REPEAT_FROM, REPEAT_UNITS } from "~/domain/todos/todo";
import { instant } from "../d1/columns";
import { customers } from "./customers";
import { equipment } from "./equipment";
import { invoices } from "./invoices";
import { tenantMembers } from "./platform";
import { workOrders } from "./work-orders";

export const todos = sqliteTable(
  "todos",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    title: text("title").notNull(),
    notes: text("notes"),
    assigneeId: text("assignee_id"),
    dueOn: text("due_on"),
    dueAt: text("due_at"),
    repeatEvery: integer("repeat_every"),
    repeatUnit: text("repeat_unit", { enum: REPEAT_UNITS }),
    repeatFrom: text("repeat_from", { enum: REPEAT_FROM }),
    anchorOn: text("anchor_on"),
    seriesId: text("series_id").notNull(),
    occurrence: integer("occurrence").notNull().default(1),
    customerId: text("customer_id"),
    workOrderId: text("work_order_id"),
    equipmentId: text("equipment_id"),
    invoiceId: text("invoice_id"),
    leadId: text("lead_id"),
    siteAddressId: text("site_address_id"),
    estimateId: text("estimate_id"),
    itemId: text("item_id"),
    purchaseOrderId: text("purchase_order_id"),
    supplierId: text("supplier_id"),
    locationId: text("location_id"),
    technicianId: text("technician_id"),
    serviceTypeId: text("service_type_id"),
    issueId: text("issue_id"),
    designId: text("design_id"),
    receiptId: text("receipt_id"),
    threadId: text("thread_id"),
    cylinderId: text("cylinder_id"),
    reminderMinutes: integer("reminder_minutes"),
    remindAt: instant("remind_at"),
    createdBy: text("created_by").notNull(),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    doneAt: instant("done_at"),
    doneBy: text("done_by"),
    deletedAt: instant("deleted_at"),
  },
  (t) => {
    const open = sql`done_at IS NULL AND deleted_at IS NULL`;
    const done = sql`done_at IS NOT NULL AND deleted_at IS NULL`;
    return [
      primaryKey({ columns: [t.orgId, t.id] }),
      foreignKey({ columns: [t.orgId, t.assigneeId], foreignColumns: [tenantMembers.orgId, tenantMembers.userId] }),
      foreignKey({ columns: [t.orgId, t.customerId], foreignColumns: [customers.orgId, customers.id] }),
      foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }),
      foreignKey({ columns: [t.orgId, t.equipmentId], foreignColumns: [equipment.orgId, equipment.id] }),
      foreignKey({ columns: [t.orgId, t.invoiceId], foreignColumns: [invoices.orgId, invoices.id] }),
      uniqueIndex("todos_series").on(t.orgId, t.seriesId, t.occurrence),
      index("todos_assigned").on(t.orgId, t.assigneeId, sql`due_key`, t.id).where(open),
      index("todos_open").on(t.orgId, sql`due_key`, t.id).where(open),
      index("todos_done").on(t.orgId, t.doneAt, t.id).where(done),
      index("todos_done_by").on(t.orgId, t.doneBy, t.doneAt, t.id).where(done),
      index("todos_customer").on(t.orgId, t.customerId).where(sql`customer_id IS NOT NULL`),
      index("todos_work_order").on(t.orgId, t.workOrderId).where(sql`work_order_id IS NOT NULL`),
      index("todos_equipment").on(t.orgId, t.equipmentId).where(sql`equipment_id IS NOT NULL`),
      index("todos_invoice").on(t.orgId, t.invoiceId).where(sql`invoice_id IS NOT NULL`),
      index("todos_lead").on(t.orgId, t.leadId, sql`due_key`).where(sql`lead_id IS NOT NULL AND ${open}`),
      index("todos_site").on(t.orgId, t.siteAddressId).where(sql`site_address_id IS NOT NULL`),
      index("todos_estimate").on(t.orgId, t.estimateId).where(sql`estimate_id IS NOT NULL`),
      index("todos_of_lead").on(t.orgId, t.leadId).where(sql`lead_id IS NOT NULL`),
      index("todos_item").on(t.orgId, t.itemId).where(sql`item_id IS NOT NULL`),
      index("todos_purchase_order").on(t.orgId, t.purchaseOrderId).where(sql`purchase_order_id IS NOT NULL`),
      index("todos_supplier").on(t.orgId, t.supplierId).where(sql`supplier_id IS NOT NULL`),
      index("todos_location").on(t.orgId, t.locationId).where(sql`location_id IS NOT NULL`),
      index("todos_technician").on(t.orgId, t.technicianId).where(sql`technician_id IS NOT NULL`),
      index("todos_service_type").on(t.orgId, t.serviceTypeId).where(sql`service_type_id IS NOT NULL`),
      index("todos_issue").on(t.orgId, t.issueId).where(sql`issue_id IS NOT NULL`),
      index("todos_design").on(t.orgId, t.designId).where(sql`design_id IS NOT NULL`),
      index("todos_receipt").on(t.orgId, t.receiptId).where(sql`receipt_id IS NOT NULL`),
      index("todos_thread").on(t.orgId, t.threadId).where(sql`thread_id IS NOT NULL`),
      index("todos_cylinder").on(t.orgId, t.cylinderId).where(sql`cylinder_id IS NOT NULL`),
      index("todos_remind").on(t.remindAt).where(sql`remind_at IS NOT NULL AND ${open}`),
      index("todos_deleted").on(t.deletedAt).where(sql`deleted_at IS NOT NULL`),
    ];
  },
);
