import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { civilDate, instant } from "#drizzle/d1/columns";
import { LEAD_SOURCES, LEAD_STAGES, LOST_REASONS, OPEN_STAGES } from "~/domain/leads/lead";
import { customers } from "./customers";
import { tenantMembers } from "./platform";

export const leads = sqliteTable(
  "leads",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    number: integer("number").notNull(),
    name: text("name").notNull(),
    companyName: text("company_name"),
    phone: text("phone"),
    email: text("email"),
    line1: text("line1"),
    line2: text("line2"),
    city: text("city"),
    state: text("state"),
    postalCode: text("postal_code"),
    need: text("need").notNull(),
    notes: text("notes"),
    source: text("source", { enum: LEAD_SOURCES }).notNull(),
    sourceDetail: text("source_detail"),
    stage: text("stage", { enum: LEAD_STAGES }).notNull().default("new"),
    stageSince: instant("stage_since").notNull(),
    lostFrom: text("lost_from", { enum: OPEN_STAGES }),
    lostReason: text("lost_reason", { enum: LOST_REASONS }),
    lostNote: text("lost_note"),
    valueMinor: integer("value_minor"),
    ownerId: text("owner_id"),
    customerId: text("customer_id"),
    createdBy: text("created_by"),
    createdOn: civilDate("created_on").notNull(),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    deletedAt: instant("deleted_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.ownerId], foreignColumns: [tenantMembers.orgId, tenantMembers.userId] }),
    foreignKey({ columns: [t.orgId, t.customerId], foreignColumns: [customers.orgId, customers.id] }),
    uniqueIndex("leads_number").on(t.orgId, t.number),
    index("leads_live").on(t.orgId, t.number).where(sql`deleted_at IS NULL`),
    index("leads_board").on(t.orgId, t.stage, t.number).where(sql`deleted_at IS NULL`),
    index("leads_phone").on(t.orgId, t.phone).where(sql`phone IS NOT NULL`),
    index("leads_email").on(t.orgId, t.email).where(sql`email IS NOT NULL`),
    index("leads_owner").on(t.orgId, t.ownerId).where(sql`owner_id IS NOT NULL`),
    index("leads_customer").on(t.orgId, t.customerId).where(sql`customer_id IS NOT NULL`),
    index("leads_deleted").on(t.deletedAt).where(sql`deleted_at IS NOT NULL`),
  ],
);

/** Activity of a lead. Rows are only added. */
export const leadActivity = sqliteTable(
  "lead_activity",
  {
    orgId: text("org_id").notNull(),
    leadId: text("lead_id").notNull(),
    id: text("id").notNull(),
    kind: text("kind").notNull(),
    userId: text("user_id"),
    text: text("text"),
    at: instant("at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.leadId, t.id] }),
    foreignKey({ columns: [t.orgId, t.leadId], foreignColumns: [leads.orgId, leads.id] }).onDelete("cascade"),
  ],
);

/** Number of leads by month, source and stage: maintained by triggers. */
export const leadCounts = sqliteTable(
  "lead_counts",
  {
    orgId: text("org_id").notNull(),
    month: text("month").notNull(),
    source: text("source").notNull(),
    stage: text("stage").notNull(),
    lostFrom: text("lost_from").notNull().default(""),
    lostReason: text("lost_reason").notNull().default(""),
    count: integer("count").notNull(),
    valueMinor: integer("value_minor").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.month, t.source, t.stage, t.lostFrom, t.lostReason] })],
);

/** A business's public lead form. */
export const leadForms = sqliteTable(
  "lead_forms",
  {
    orgId: text("org_id").primaryKey().notNull(),
    token: text("token").notNull(),
    enabled: integer("enabled", { mode: "boolean" }).notNull(),
    heading: text("heading").notNull(),
    thanks: text("thanks").notNull(),
    version: integer("version").notNull().default(1),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [uniqueIndex("lead_forms_token").on(t.token)],
);
