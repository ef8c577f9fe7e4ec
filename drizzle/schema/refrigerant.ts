import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { METERING_DEVICES } from "~/domain/refrigerant/charge";
import { instant } from "../d1/columns";
import { equipment, serviceGroups } from "./equipment";
import { workOrders } from "./work-orders";

/** What gauges and probes showed on a circuit during a job. A reading that was taken away stays. */
export const refrigerantReadings = sqliteTable(
  "refrigerant_readings",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    workOrderId: text("work_order_id").notNull(),
    equipmentId: text("equipment_id").notNull(),
    /** The circuit. */
    serviceGroupId: text("service_group_id").notNull(),
    refrigerant: text("refrigerant").notNull(),
    metering: text("metering", { enum: METERING_DEVICES }).notNull(),
    altitudeFeet: integer("altitude_feet").notNull().default(0),
    targetSubcoolingCentiF: integer("target_subcooling_centi_f"),
    suctionMilliPsi: integer("suction_milli_psi"),
    suctionCentiF: integer("suction_centi_f"),
    liquidMilliPsi: integer("liquid_milli_psi"),
    liquidCentiF: integer("liquid_centi_f"),
    wetBulbCentiF: integer("wet_bulb_centi_f"),
    dryBulbCentiF: integer("dry_bulb_centi_f"),
    addedMilliLb: integer("added_milli_lb"),
    recoveredMilliLb: integer("recovered_milli_lb"),
    cylinder: text("cylinder"),
    notes: text("notes"),
    takenAt: instant("taken_at").notNull(),
    takenBy: text("taken_by").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    removedAt: instant("removed_at"),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }),
    foreignKey({ columns: [t.orgId, t.equipmentId], foreignColumns: [equipment.orgId, equipment.id] }),
    foreignKey({ columns: [t.orgId, t.serviceGroupId], foreignColumns: [serviceGroups.orgId, serviceGroups.id] }),
    index("refrigerant_readings_job").on(t.orgId, t.workOrderId, t.id),
    index("refrigerant_readings_unit").on(t.orgId, t.equipmentId, t.takenAt, t.id).where(sql`removed_at IS NULL`),
    index("refrigerant_readings_circuit").on(t.orgId, t.serviceGroupId, t.takenAt, t.id).where(sql`removed_at IS NULL`),
  ],
);
