import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import type { Playbook } from "~/domain/service-types/playbook";
import type { TaskResult } from "~/domain/service-types/results";
import { TASK_KINDS } from "~/domain/service-types/service-type";
import { NOTIFICATION_CHANNELS, type WindowColumns } from "~/domain/technicians/arrival-window";
import { PRIORITIES } from "~/domain/work-order-basics/priority";
import {
  CANCEL_REASONS,
  HOLD_REASONS,
  type HoldReason,
  WORK_ORDER_STATUSES,
  type WorkOrderStatus,
} from "~/domain/work-order-basics/status";
import { addresses, customers } from "./customers";
import { technicians } from "./technicians";

export const workOrders = sqliteTable(
  "work_orders",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    number: integer("number").notNull(),
    title: text("title").notNull(),
    description: text("description"),
    status: text("status", { enum: WORK_ORDER_STATUSES }).notNull(),
    priority: text("priority", { enum: PRIORITIES }).notNull(),
    customerId: text("customer_id").notNull(),
    siteAddressId: text("site_address_id").notNull(),
    serviceTypeId: text("service_type_id"),
    technicianId: text("technician_id"),
    scheduledStart: instant("scheduled_start"),
    scheduledEnd: instant("scheduled_end"),
    durationMinutes: integer("duration_minutes").notNull(),
    arrivalWindowMinutes: integer("arrival_window_minutes"),
    /** The arrival window promised to the customer; the booked start lies within it. */
    windowStart: instant("window_start"),
    windowEnd: instant("window_end"),
    windowNotifiedAt: instant("window_notified_at"),
    windowNotifiedHow: text("window_notified_how", { enum: NOTIFICATION_CHANNELS }),
    windowNotifiedBy: text("window_notified_by"),
    holdReason: text("hold_reason", { enum: HOLD_REASONS }),
    cancelReason: text("cancel_reason", { enum: CANCEL_REASONS }),
    signatureRequired: integer("signature_required", { mode: "boolean" }).notNull().default(false),
    noCharge: integer("no_charge", { mode: "boolean" }).notNull().default(false),
    /** Why it was closed without an invoice although something was billable. */
    closeReason: text("close_reason"),
    callbackOf: text("callback_of"),
    version: integer("version").notNull().default(1),
    createdBy: text("created_by"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    completedAt: instant("completed_at"),
    /** Completed, billable and without an invoice. Maintained by triggers. */
    toBill: integer("to_bill", { mode: "boolean" }).notNull().default(false),
    /** The playbook it was booked with, except the tasks, which are rows. */
    playbook: text("playbook", { mode: "json" }).$type<Omit<Playbook, "tasks">>(),
    /** 1: its details are in a file (`work_order_archives`); 2: within the batch that restores them. */
    detailArchived: integer("detail_archived").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.customerId], foreignColumns: [customers.orgId, customers.id] }),
    foreignKey({ columns: [t.orgId, t.siteAddressId], foreignColumns: [addresses.orgId, addresses.id] }),
    foreignKey({ columns: [t.orgId, t.technicianId], foreignColumns: [technicians.orgId, technicians.id] }),
    foreignKey({ columns: [t.orgId, t.callbackOf], foreignColumns: [t.orgId, t.id] }),
    uniqueIndex("work_orders_number").on(t.orgId, t.number),
    index("work_orders_status").on(t.orgId, t.status, t.priority, t.number),
    index("work_orders_technician").on(t.orgId, t.technicianId, t.status, t.priority, t.number),
    index("work_orders_customer").on(t.orgId, t.customerId, t.number),
    index("work_orders_start").on(t.orgId, t.scheduledStart),
    index("work_orders_created").on(t.orgId, t.createdAt, t.id).where(sql`status <> 'cancelled'`),
    index("work_orders_completed").on(t.orgId, t.completedAt, t.customerId, t.serviceTypeId),
    index("work_orders_booked").on(t.orgId, t.status, t.priority, t.scheduledStart),
    index("work_orders_booked_by").on(t.orgId, t.technicianId, t.status, t.scheduledStart),
    index("work_orders_to_bill").on(t.orgId, t.number).where(sql`to_bill = 1`),
    uniqueIndex("work_orders_under_way").on(t.orgId, t.technicianId),
    index("work_orders_to_archive")
      .on(t.orgId, t.updatedAt)
      .where(sql`detail_archived = 0 AND to_bill = 0 AND status IN ('completed', 'closed', 'cancelled')`),
  ],
);

export const appointments = sqliteTable(
  "appointments",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    workOrderId: text("work_order_id").notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    state: text("state", { enum: ["booked", "done", "released"] }).notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }).onDelete(
      "cascade",
    ),
    index("appointments_work_order").on(t.orgId, t.workOrderId),
    uniqueIndex("appointments_booked").on(t.orgId, t.workOrderId),
  ],
);

export const appointmentTechnicians = sqliteTable(
  "appointment_technicians",
  {
    orgId: text("org_id").notNull(),
    appointmentId: text("appointment_id").notNull(),
    technicianId: text("technician_id").notNull(),
    role: text("role", { enum: ["lead", "helper"] }).notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    blocksCalendar: integer("blocks_calendar", { mode: "boolean" }).notNull().default(true),
    overrideReason: text("override_reason"),
    /** Ids of the work orders that the override may overlap; null: any. */
    overrideOf: text("override_of", { mode: "json" }).$type<readonly string[]>(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.appointmentId, t.technicianId] }),
    foreignKey({ columns: [t.orgId, t.appointmentId], foreignColumns: [appointments.orgId, appointments.id] }).onDelete(
      "cascade",
    ),
    foreignKey({ columns: [t.orgId, t.technicianId], foreignColumns: [technicians.orgId, technicians.id] }),
    index("appointment_technicians_time").on(t.orgId, t.technicianId, t.startsAt),
    index("appointment_technicians_day")
      .on(t.orgId, t.startsAt, t.appointmentId, t.technicianId)
      .where(sql`blocks_calendar = 1`),
    uniqueIndex("appointment_technicians_lead").on(t.orgId, t.appointmentId),
  ],
);

/** Time and technicians of an appointment; null times if it is unscheduled. Instants are ISO text; the lead comes first. */
export type Slot = {
  start: string | null;
  end: string | null;
  technicianIds: readonly string[];
  /** The window promised to the customer; omitted if it was not considered. */
  window?: { start: string; end: string } | null;
};
export type BookingChange = { before: Slot; after: Slot; replaced?: ReplacedSchedule };

/** With the slot before it, everything that a change of the schedule replaced: it can be undone exactly. */
export type ReplacedSchedule = {
  status: WorkOrderStatus;
  holdReason: HoldReason | null;
  /** The lead. */
  technicianId: string | null;
  durationMinutes: number;
  window: WindowColumns;
  overrideReason: string | null;
  overrideOf: readonly string[] | null;
  /** Ids of the open reservations of planned parts. */
  reservations: readonly string[];
  /** The work order that was moved in the same step to make room. */
  displaced: string | null;
  /** The change that this one undid. */
  undoes: string | null;
};

export const workOrderHistory = sqliteTable(
  "work_order_history",
  {
    orgId: text("org_id").notNull(),
    workOrderId: text("work_order_id").notNull(),
    id: text("id").notNull(),
    fromStatus: text("from_status", { enum: WORK_ORDER_STATUSES }),
    /** Both null: the status stayed the same, but the time or the people changed. */
    toStatus: text("to_status", { enum: WORK_ORDER_STATUSES }),
    booking: text("booking", { mode: "json" }).$type<BookingChange>(),
    reason: text("reason"),
    userId: text("user_id"),
    occurredAt: instant("occurred_at").notNull(),
    recordedAt: instant("recorded_at").notNull(),
    /** The time of the device's clock, if the server's time is used instead. */
    deviceAt: instant("device_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.workOrderId, t.id] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }).onDelete(
      "cascade",
    ),
  ],
);

export const workOrderNotes = sqliteTable(
  "work_order_notes",
  {
    orgId: text("org_id").notNull(),
    workOrderId: text("work_order_id").notNull(),
    id: text("id").notNull(),
    body: text("body").notNull(),
    customerVisible: integer("customer_visible", { mode: "boolean" }).notNull(),
    userId: text("user_id"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.workOrderId, t.id] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }),
  ],
);

export const workOrderTasks = sqliteTable(
  "work_order_tasks",
  {
    orgId: text("org_id").notNull(),
    workOrderId: text("work_order_id").notNull(),
    id: text("id").notNull(),
    position: integer("position").notNull(),
    title: text("title").notNull(),
    required: integer("required", { mode: "boolean" }).notNull().default(true),
    doneAt: instant("done_at"),
    doneBy: text("done_by"),
    serviceTaskId: text("service_task_id"),
    kind: text("kind", { enum: TASK_KINDS }).notNull().default("check"),
    instructions: text("instructions"),
    skills: text("skills", { mode: "json" }).$type<string[]>().notNull().default([]),
    unit: text("unit"),
    min: real("min_value"),
    max: real("max_value"),
    result: text("result", { mode: "json" }).$type<TaskResult>(),
    outcome: text("outcome", { enum: ["pass", "fail"] }),
    /** The result says that the equipment is unsafe to run. */
    unsafe: integer("unsafe", { mode: "boolean" }).notNull().default(false),
    /** The follow-up work order for a failed result of this task. */
    followUpId: text("follow_up_id"),
    /** Increases with every entry for it. */
    version: integer("version").notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.workOrderId, t.id] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }).onDelete(
      "cascade",
    ),
    index("work_order_tasks_unsafe").on(t.orgId, t.workOrderId),
  ],
);

export const workOrderSignatures = sqliteTable(
  "work_order_signatures",
  {
    orgId: text("org_id").notNull(),
    workOrderId: text("work_order_id").notNull(),
    id: text("id").notNull(),
    signerName: text("signer_name").notNull(),
    strokes: text("strokes"),
    userId: text("user_id"),
    signedAt: instant("signed_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.workOrderId, t.id] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }),
  ],
);
