import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { civilDate, instant } from "#drizzle/d1/columns";
import { CAUSE_KINDS, GRAINS, SCOPES } from "~/domain/performance/performance";
import { WORK_ORDER_STATUSES } from "~/domain/work-order-basics/status";
import { workOrders } from "./work-orders";

/** The business's UTC offset from an instant on. */
export const businessClock = sqliteTable(
  "business_clock",
  {
    orgId: text("org_id").notNull(),
    fromAt: instant("from_at").notNull(),
    offsetMinutes: integer("offset_minutes").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.fromAt] })],
);

/** The time zone used for the dates in the tables below. */
export const jobFactZones = sqliteTable(
  "job_fact_zones",
  {
    orgId: text("org_id").notNull(),
    timeZone: text("time_zone").notNull(),
    countedAt: instant("counted_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId] })],
);

/** Figures of each completed job. Written by triggers only. */
export const jobFacts = sqliteTable(
  "job_facts",
  {
    orgId: text("org_id").notNull(),
    workOrderId: text("work_order_id").notNull(),
    completedAt: instant("completed_at").notNull(),
    completedOn: civilDate("completed_on").notNull(),
    technicianId: text("technician_id").notNull(),
    serviceTypeId: text("service_type_id").notNull(),
    hasUnit: integer("has_unit", { mode: "boolean" }).notNull(),
    fixedFirstTime: integer("fixed_first_time", { mode: "boolean" }).notNull(),
    calledBack: integer("called_back", { mode: "boolean" }).notNull(),
    laborSeconds: integer("labor_seconds").notNull(),
    travelSeconds: integer("travel_seconds").notNull(),
    billed: integer("billed", { mode: "boolean" }).notNull(),
    revenueMinor: integer("revenue_minor").notNull(),
    costedRevenueMinor: integer("costed_revenue_minor").notNull(),
    costMinor: integer("cost_minor").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.workOrderId] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }).onDelete(
      "cascade",
    ),
    index("job_facts_day").on(t.orgId, t.completedOn, t.workOrderId),
    index("job_facts_technician").on(t.orgId, t.technicianId, t.completedOn, t.workOrderId),
    index("job_facts_service_type").on(t.orgId, t.serviceTypeId, t.completedOn, t.workOrderId),
    index("job_facts_called_back").on(t.orgId, t.completedOn, t.workOrderId).where(sql`called_back = 1`),
    index("job_facts_second_visit")
      .on(t.orgId, t.completedOn, t.workOrderId)
      .where(sql`has_unit = 1 AND fixed_first_time = 0`),
  ],
);

/** Sums of job facts by period. Written by triggers only. */
export const jobSums = sqliteTable(
  "job_sums",
  {
    orgId: text("org_id").notNull(),
    scope: text("scope", { enum: SCOPES }).notNull(),
    grain: text("grain", { enum: GRAINS }).notNull(),
    startsOn: civilDate("starts_on").notNull(),
    key: text("key").notNull(),
    jobs: integer("jobs").notNull(),
    unitJobs: integer("unit_jobs").notNull(),
    fixedJobs: integer("fixed_jobs").notNull(),
    callbackJobs: integer("callback_jobs").notNull(),
    laborSeconds: integer("labor_seconds").notNull(),
    travelSeconds: integer("travel_seconds").notNull(),
    billedJobs: integer("billed_jobs").notNull(),
    revenueMinor: integer("revenue_minor").notNull(),
    costedRevenueMinor: integer("costed_revenue_minor").notNull(),
    costMinor: integer("cost_minor").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.scope, t.grain, t.startsOn, t.key] })],
);

/** Estimates by the period in which they were sent. Written by triggers only. */
export const estimateSums = sqliteTable(
  "estimate_sums",
  {
    orgId: text("org_id").notNull(),
    grain: text("grain", { enum: ["day", "month", "year"] }).notNull(),
    startsOn: civilDate("starts_on").notNull(),
    sent: integer("sent").notNull(),
    approved: integer("approved").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.grain, t.startsOn] })],
);

/** Incoming work by week and booked time by day. Written by triggers only. */
export const workloadSums = sqliteTable(
  "workload_sums",
  {
    orgId: text("org_id").notNull(),
    kind: text("kind", { enum: ["created", "booked"] }).notNull(),
    startsOn: civilDate("starts_on").notNull(),
    jobs: integer("jobs").notNull(),
    minutes: integer("minutes").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.kind, t.startsOn] })],
);

/** Jobs by start date and status. Written by triggers only. */
export const scheduledSums = sqliteTable(
  "scheduled_sums",
  {
    orgId: text("org_id").notNull(),
    startsOn: civilDate("starts_on").notNull(),
    status: text("status", { enum: WORK_ORDER_STATUSES }).notNull(),
    jobs: integer("jobs").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.startsOn, t.status] })],
);

/** Why each job was called back. Written by triggers only. */
export const callbackCauses = sqliteTable(
  "callback_causes",
  {
    orgId: text("org_id").notNull(),
    workOrderId: text("work_order_id").notNull(),
    kind: text("kind", { enum: CAUSE_KINDS }).notNull(),
    key: text("key").notNull(),
    label: text("label").notNull(),
    completedOn: civilDate("completed_on").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.workOrderId, t.kind, t.key] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [jobFacts.orgId, jobFacts.workOrderId] }).onDelete(
      "cascade",
    ),
    index("callback_causes_key").on(t.orgId, t.kind, t.key, t.completedOn, t.workOrderId),
  ],
);

export const callbackCauseSums = sqliteTable(
  "callback_cause_sums",
  {
    orgId: text("org_id").notNull(),
    kind: text("kind", { enum: CAUSE_KINDS }).notNull(),
    grain: text("grain", { enum: ["day", "month", "year"] }).notNull(),
    startsOn: civilDate("starts_on").notNull(),
    key: text("key").notNull(),
    label: text("label").notNull(),
    callbacks: integer("callbacks").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.kind, t.grain, t.startsOn, t.key] }),
    index("callback_cause_sums_most").on(t.orgId, t.kind, t.grain, t.startsOn, sql`callbacks DESC`, t.key),
  ],
);

/** Maintenance plans by the quarters in which they started and ended. Written by triggers only. */
export const planCohorts = sqliteTable(
  "plan_cohorts",
  {
    orgId: text("org_id").notNull(),
    startedOn: civilDate("started_on").notNull(),
    endedOn: text("ended_on").notNull(),
    plans: integer("plans").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.startedOn, t.endedOn] })],
);
