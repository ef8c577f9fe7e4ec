import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { civilDate, instant } from "#drizzle/d1/columns";
import { METERING_DEVICES } from "~/domain/refrigerant/charge";
import { CYLINDER_ENTRY_KINDS, CYLINDER_ISSUES, CYLINDER_KINDS } from "~/domain/refrigerant/cylinders/cylinder";
import {
  CLOCK_STEPS,
  EPISODE_ENDINGS,
  EPISODE_KINDS,
  EPISODE_REGIMES,
  LEAK_EVENT_KINDS,
  NOTICE_STAGES,
} from "~/domain/refrigerant/leaks/compliance";
import { equipment, serviceGroups } from "./equipment";
import { technicians } from "./technicians";
import { workOrders } from "./work-orders";

/** Gauge and probe readings of a circuit during a job. A removed reading is kept. */
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
    /** The technician who added or recovered refrigerant, and their certificate on that day; null if none was valid. */
    technicianId: text("technician_id"),
    certificate: text("certificate"),
    /** Recovered before the appliance was disposed of. */
    isDisposal: integer("is_disposal", { mode: "boolean" }).notNull().default(false),
    notes: text("notes"),
    takenAt: instant("taken_at").notNull(),
    takenBy: text("taken_by").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    removedAt: instant("removed_at"),
    version: integer("version").notNull().default(1),
    removedBy: text("removed_by"),
    /** Required if refrigerant was added or recovered. */
    removalReason: text("removal_reason"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }),
    foreignKey({ columns: [t.orgId, t.equipmentId], foreignColumns: [equipment.orgId, equipment.id] }),
    foreignKey({ columns: [t.orgId, t.serviceGroupId], foreignColumns: [serviceGroups.orgId, serviceGroups.id] }),
    index("refrigerant_readings_job").on(t.orgId, t.workOrderId, t.id),
    index("refrigerant_readings_unit").on(t.orgId, t.equipmentId, t.takenAt, t.id).where(sql`removed_at IS NULL`),
    index("refrigerant_readings_added").on(t.updatedAt).where(sql`added_milli_lb IS NOT NULL AND removed_at IS NULL`),
    index("refrigerant_readings_circuit").on(t.orgId, t.serviceGroupId, t.takenAt, t.id).where(sql`removed_at IS NULL`),
    index("refrigerant_readings_disposals")
      .on(t.orgId, t.takenAt, t.id)
      .where(sql`is_disposal = 1 AND removed_at IS NULL`),
    index("refrigerant_readings_handled")
      .on(t.orgId, t.takenAt, t.id)
      .where(sql`removed_at IS NULL AND (added_milli_lb IS NOT NULL OR recovered_milli_lb IS NOT NULL)`),
    index("refrigerant_readings_struck")
      .on(t.orgId, t.equipmentId, t.takenAt, t.id)
      .where(sql`removed_at IS NOT NULL AND (added_milli_lb IS NOT NULL OR recovered_milli_lb IS NOT NULL)`),
  ],
);

/** A circuit that leaked faster than its threshold, or took more than its charge in a calendar year. Voided, never deleted. */
export const leakEpisodes = sqliteTable(
  "leak_episodes",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    equipmentId: text("equipment_id").notNull(),
    /** The circuit. */
    serviceGroupId: text("service_group_id").notNull(),
    kind: text("kind", { enum: EPISODE_KINDS }).notNull(),
    /** The calendar year, for a chronic leaker. */
    year: integer("year"),
    openedOn: civilDate("opened_on").notNull(),
    regime: text("regime", { enum: EPISODE_REGIMES }).notNull(),
    thresholdPercent: integer("threshold_percent").notNull(),
    chargeMilliLb: integer("charge_milli_lb").notNull(),
    /** Hundredths of a percent. */
    rateCentiPercent: integer("rate_centi_percent").notNull(),
    /** Derived from the events; stored so that what is due next is found by index. */
    nextStep: text("next_step", { enum: CLOCK_STEPS }),
    nextDueOn: civilDate("next_due_on"),
    endedOn: civilDate("ended_on"),
    ending: text("ending", { enum: EPISODE_ENDINGS }),
    voidReason: text("void_reason"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.equipmentId], foreignColumns: [equipment.orgId, equipment.id] }),
    foreignKey({ columns: [t.orgId, t.serviceGroupId], foreignColumns: [serviceGroups.orgId, serviceGroups.id] }),
    uniqueIndex("leak_episodes_one_open").on(t.orgId, t.serviceGroupId).where(sql`kind = 'leak' AND ended_on IS NULL`),
    uniqueIndex("leak_episodes_one_a_year").on(t.orgId, t.serviceGroupId, t.year).where(sql`kind = 'chronic'`),
    index("leak_episodes_due").on(t.orgId, t.nextDueOn, t.id).where(sql`next_due_on IS NOT NULL`),
    index("leak_episodes_falling_due").on(t.nextDueOn, t.orgId).where(sql`next_due_on IS NOT NULL`),
    index("leak_episodes_unit").on(t.orgId, t.equipmentId, t.openedOn, t.id),
  ],
);

/** Actions taken on an episode. */
export const leakEvents = sqliteTable(
  "leak_events",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    episodeId: text("episode_id").notNull(),
    kind: text("kind", { enum: LEAK_EVENT_KINDS }).notNull(),
    happenedOn: civilDate("happened_on").notNull(),
    method: text("method"),
    notes: text("notes"),
    recordedBy: text("recorded_by").notNull(),
    recordedAt: instant("recorded_at").notNull(),
    voidedBy: text("voided_by"),
    voidedAt: instant("voided_at"),
    voidReason: text("void_reason"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.episodeId], foreignColumns: [leakEpisodes.orgId, leakEpisodes.id] }),
    index("leak_events_episode").on(t.orgId, t.episodeId, t.id),
  ],
);

/** Mails about a deadline, one per stage. */
export const leakNotices = sqliteTable(
  "leak_notices",
  {
    orgId: text("org_id").notNull(),
    episodeId: text("episode_id").notNull(),
    step: text("step", { enum: CLOCK_STEPS }).notNull(),
    dueOn: civilDate("due_on").notNull(),
    stage: text("stage", { enum: NOTICE_STAGES }).notNull(),
    sentAt: instant("sent_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.episodeId, t.step, t.dueOn, t.stage] }),
    foreignKey({ columns: [t.orgId, t.episodeId], foreignColumns: [leakEpisodes.orgId, leakEpisodes.id] }),
  ],
);

/** Weights are thousandths of a pound; the ledger's triggers maintain the gross weight, the holder and the return. */
export const refrigerantCylinders = sqliteTable(
  "refrigerant_cylinders",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    number: text("number").notNull(),
    refrigerant: text("refrigerant").notNull(),
    kind: text("kind", { enum: CYLINDER_KINDS }).notNull(),
    tareMilliLb: integer("tare_milli_lb").notNull(),
    /** Maximum refrigerant it may hold. */
    capacityMilliLb: integer("capacity_milli_lb").notNull(),
    grossMilliLb: integer("gross_milli_lb").notNull(),
    /** null: the shop. */
    holderId: text("holder_id"),
    testDueOn: civilDate("test_due_on"),
    needsWeighing: integer("needs_weighing", { mode: "boolean" }).notNull().default(false),
    returnedAt: instant("returned_at"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** Creation order within the business and row of the full-text index; assigned by a trigger. */
    ordinal: integer("ordinal"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.holderId], foreignColumns: [technicians.orgId, technicians.id] }),
    uniqueIndex("refrigerant_cylinders_ordinal").on(t.orgId, t.ordinal),
    uniqueIndex("refrigerant_cylinders_number").on(t.orgId, sql`upper(number)`),
    index("refrigerant_cylinders_here").on(t.orgId, sql`upper(number)`).where(sql`returned_at IS NULL`),
    index("refrigerant_cylinders_returned").on(t.orgId, sql`upper(number)`).where(sql`returned_at IS NOT NULL`),
    index("refrigerant_cylinders_held")
      .on(t.orgId, t.holderId, sql`upper(number)`)
      .where(sql`holder_id IS NOT NULL AND returned_at IS NULL`),
    index("refrigerant_cylinders_to_weigh").on(t.orgId, sql`upper(number)`).where(sql`needs_weighing = 1`),
  ],
);

/** The ledger: rows are added, never changed; `seq` is the order within a cylinder. */
export const refrigerantCylinderEntries = sqliteTable(
  "refrigerant_cylinder_entries",
  {
    orgId: text("org_id").notNull(),
    cylinderId: text("cylinder_id").notNull(),
    seq: integer("seq").notNull(),
    id: text("id").notNull(),
    kind: text("kind", { enum: CYLINDER_ENTRY_KINDS }).notNull(),
    beforeMilliLb: integer("before_milli_lb").notNull(),
    afterMilliLb: integer("after_milli_lb").notNull(),
    /** The amount added or recovered according to its reading. */
    recordedMilliLb: integer("recorded_milli_lb"),
    issue: text("issue", { enum: CYLINDER_ISSUES }),
    technicianId: text("technician_id"),
    toTechnicianId: text("to_technician_id"),
    certificate: text("certificate"),
    readingId: text("reading_id"),
    reversesId: text("reverses_id"),
    note: text("note"),
    occurredAt: instant("occurred_at").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    /** What the cylinder held then, filled in by a trigger; null in rows of older backups: as the cylinder has it. */
    refrigerant: text("refrigerant"),
    /** As above. */
    tareMilliLb: integer("tare_milli_lb"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.cylinderId, t.seq] }),
    foreignKey({
      columns: [t.orgId, t.cylinderId],
      foreignColumns: [refrigerantCylinders.orgId, refrigerantCylinders.id],
    }),
    foreignKey({ columns: [t.orgId, t.technicianId], foreignColumns: [technicians.orgId, technicians.id] }),
    foreignKey({ columns: [t.orgId, t.toTechnicianId], foreignColumns: [technicians.orgId, technicians.id] }),
    foreignKey({
      columns: [t.orgId, t.readingId],
      foreignColumns: [refrigerantReadings.orgId, refrigerantReadings.id],
    }),
    uniqueIndex("refrigerant_cylinder_entries_id").on(t.orgId, t.id),
    uniqueIndex("refrigerant_cylinder_entries_reversed_once")
      .on(t.orgId, t.reversesId)
      .where(sql`reverses_id IS NOT NULL`),
    index("refrigerant_cylinder_entries_reading").on(t.orgId, t.readingId).where(sql`reading_id IS NOT NULL`),
    index("refrigerant_cylinder_entries_occurred").on(t.orgId, t.occurredAt),
  ],
);
