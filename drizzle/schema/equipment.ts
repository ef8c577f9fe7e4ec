import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { civilDate, instant } from "#drizzle/d1/columns";
import type { ChargeTrend } from "~/domain/equipment/charge-trend";
import { CHARGE_BASES, EQUIPMENT_STATUSES, EQUIPMENT_TYPES } from "~/domain/equipment/equipment";
import { PLAN_BASES, PLAN_UNITS } from "~/domain/equipment/maintenance-plans";
import { addresses, customers } from "./customers";
import { serviceTypes } from "./service-types";
import { workOrders } from "./work-orders";

export const equipment = sqliteTable(
  "equipment",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    customerId: text("customer_id"),
    addressId: text("address_id"),
    name: text("name").notNull(),
    type: text("type", { enum: EQUIPMENT_TYPES }).notNull(),
    status: text("status", { enum: EQUIPMENT_STATUSES }).notNull().default("active"),
    manufacturer: text("manufacturer"),
    modelNumber: text("model_number"),
    serialNumber: text("serial_number"),
    location: text("location"),
    installDate: text("install_date"),
    lifespanYears: integer("lifespan_years"),
    warrantyExpiresOn: text("warranty_expires_on"),
    lastMaintenanceOn: text("last_maintenance_on"),
    nextMaintenanceOn: text("next_maintenance_on"),
    criticalAlerts: text("critical_alerts", { mode: "json" }).$type<string[]>().notNull().default([]),
    notes: text("notes"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** Assigned by the database. */
    number: integer("number"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("equipment_number").on(t.orgId, t.number),
    foreignKey({ columns: [t.orgId, t.customerId], foreignColumns: [customers.orgId, customers.id] }),
    foreignKey({ columns: [t.orgId, t.addressId], foreignColumns: [addresses.orgId, addresses.id] }),
    index("equipment_by_name").on(t.orgId, sql`lower(name)`, t.id),
    index("equipment_customer").on(t.orgId, t.customerId, sql`lower(name)`, t.id),
    index("equipment_next_maintenance").on(t.orgId, t.nextMaintenanceOn),
    index("equipment_address").on(t.orgId, t.addressId),
  ],
);

export const serviceGroups = sqliteTable(
  "service_groups",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    equipmentId: text("equipment_id").notNull(),
    name: text("name").notNull(),
    refrigerant: text("refrigerant").notNull(),
    /** Thousandths of a pound. */
    chargeMilliLb: integer("charge_milli_lb"),
    chargeBasis: text("charge_basis", { enum: CHARGE_BASES }),
    createdAt: instant("created_at").notNull(),
    /** Derived from the circuit's readings; null while its charge is steady and in range. */
    chargeTrend: text("charge_trend", { mode: "json" }).$type<ChargeTrend>(),
    version: integer("version").notNull().default(1),
    /** When a fact of its leak rule changed whose effect is not determined yet; set by triggers. */
    leakCheckAt: instant("leak_check_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.equipmentId], foreignColumns: [equipment.orgId, equipment.id] }).onDelete(
      "cascade",
    ),
    uniqueIndex("service_groups_name").on(t.orgId, t.equipmentId, sql`lower(name)`),
    index("service_groups_trend").on(t.orgId, t.equipmentId).where(sql`charge_trend IS NOT NULL`),
    index("service_groups_leak_check").on(t.leakCheckAt).where(sql`leak_check_at IS NOT NULL`),
  ],
);

export const workOrderEquipment = sqliteTable(
  "work_order_equipment",
  {
    orgId: text("org_id").notNull(),
    workOrderId: text("work_order_id").notNull(),
    equipmentId: text("equipment_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.workOrderId, t.equipmentId] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }).onDelete(
      "cascade",
    ),
    foreignKey({ columns: [t.orgId, t.equipmentId], foreignColumns: [equipment.orgId, equipment.id] }),
    index("work_order_equipment_unit").on(t.orgId, t.equipmentId, t.workOrderId),
  ],
);

export const maintenancePlans = sqliteTable(
  "maintenance_plans",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    equipmentId: text("equipment_id").notNull(),
    serviceTypeId: text("service_type_id"),
    title: text("title").notNull(),
    startsOn: text("starts_on").notNull(),
    every: integer("every").notNull(),
    unit: text("unit", { enum: PLAN_UNITS }).notNull(),
    basis: text("basis", { enum: PLAN_BASES }).notNull(),
    endsOn: text("ends_on"),
    /** The day on which a user ended it. */
    endedOn: text("ended_on"),
    leadDays: integer("lead_days").notNull().default(30),
    active: integer("active", { mode: "boolean" }).notNull().default(true),
    /** Why its work order could not be created, as shown to the office. */
    bookingProblem: text("booking_problem"),
    /** When that was last tried. */
    bookingTriedAt: instant("booking_tried_at"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.equipmentId], foreignColumns: [equipment.orgId, equipment.id] }).onDelete(
      "cascade",
    ),
    foreignKey({ columns: [t.orgId, t.serviceTypeId], foreignColumns: [serviceTypes.orgId, serviceTypes.id] }),
    index("maintenance_plans_unit").on(t.orgId, t.equipmentId),
    index("maintenance_plans_cohort").on(
      t.orgId,
      sql`CAST(substr(starts_on, 1, 4) AS INTEGER) * 4 + (CAST(substr(starts_on, 6, 2) AS INTEGER) - 1) / 3`,
      sql`CASE WHEN active = 0 THEN coalesce(ended_on, ends_on, '') ELSE coalesce(ends_on, '9999-12-31') END`,
      t.id,
    ),
  ],
);

export const maintenanceOccurrences = sqliteTable(
  "maintenance_occurrences",
  {
    orgId: text("org_id").notNull(),
    planId: text("plan_id").notNull(),
    dueOn: text("due_on").notNull(),
    workOrderId: text("work_order_id"),
    /** The day of its completion, stored as the equipment's last maintenance; null unless its job is completed. */
    maintainedOn: civilDate("maintained_on"),
    /** The equipment's last maintenance before. */
    replacedOn: civilDate("replaced_on"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.planId, t.dueOn] }),
    foreignKey({
      columns: [t.orgId, t.planId],
      foreignColumns: [maintenancePlans.orgId, maintenancePlans.id],
    }).onDelete("cascade"),
    index("maintenance_occurrences_work_order").on(t.orgId, t.workOrderId),
  ],
);
