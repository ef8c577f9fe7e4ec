import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import type { PlannedPart } from "~/domain/service-types/playbook";
import { SERVICE_CATEGORIES, TASK_KINDS } from "~/domain/service-types/service-type";

const list = (name: string) => text(name, { mode: "json" }).$type<string[]>().notNull().default([]);

export const serviceTypes = sqliteTable(
  "service_types",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    description: text("description"),
    category: text("category", { enum: SERVICE_CATEGORIES }).notNull(),
    durationMinutes: integer("duration_minutes").notNull(),
    priceMinor: integer("price_minor"),
    skills: list("skills"),
    certifications: list("certifications"),
    refrigerantWork: integer("refrigerant_work", { mode: "boolean" }).notNull().default(false),
    parts: text("parts", { mode: "json" }).$type<PlannedPart[]>().notNull().default([]),
    active: integer("active", { mode: "boolean" }).notNull().default(true),
    /** Increases when a new work order would get a different playbook than one booked before. */
    playbookVersion: integer("playbook_version").notNull().default(1),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** Creation order within the business and row of the full-text index; assigned by a trigger. */
    ordinal: integer("ordinal"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("service_types_ordinal").on(t.orgId, t.ordinal),
    uniqueIndex("service_types_name").on(t.orgId, sql`lower(name)`),
    index("service_types_by_name").on(t.orgId, t.active, sql`lower(name)`, t.id),
  ],
);

export const serviceTasks = sqliteTable(
  "service_tasks",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    serviceTypeId: text("service_type_id").notNull(),
    sequence: integer("sequence").notNull(),
    title: text("title").notNull(),
    instructions: text("instructions"),
    kind: text("kind", { enum: TASK_KINDS }).notNull(),
    required: integer("required", { mode: "boolean" }).notNull().default(true),
    skills: list("skills"),
    skillKeys: list("skill_keys"),
    active: integer("active", { mode: "boolean" }).notNull().default(true),
    unit: text("unit"),
    min: real("min_value"),
    max: real("max_value"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.serviceTypeId], foreignColumns: [serviceTypes.orgId, serviceTypes.id] }),
    index("service_tasks_sequence").on(t.orgId, t.serviceTypeId, t.sequence),
  ],
);
