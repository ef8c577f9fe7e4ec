import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { civilDate, instant } from "#drizzle/d1/columns";
import type { WeeklyAvailability } from "~/domain/technicians/availability";
import {
  SKILL_LEVELS,
  TECHNICIAN_ADDRESS_KINDS,
  TECHNICIAN_STATUSES,
  TIME_OFF_REASONS,
} from "~/domain/technicians/technician";

export const technicians = sqliteTable(
  "technicians",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    userId: text("user_id"),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    email: text("email").notNull(),
    phone: text("phone"),
    status: text("status", { enum: TECHNICIAN_STATUSES }).notNull(),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    /** Null if not set. */
    skillLevel: text("skill_level", { enum: SKILL_LEVELS }),
    hourlyRateMinor: integer("hourly_rate_minor"),
    yearsExperience: integer("years_experience"),
    emergencyContactName: text("emergency_contact_name"),
    emergencyContactPhone: text("emergency_contact_phone"),
    /** Wall times in the business's time zone; null: the default week. */
    availability: text("availability", { mode: "json" }).$type<WeeklyAvailability>(),
    /** Of the business's teams, which triggers check; null: in none. */
    teamId: text("team_id"),
    /** Always null: a unique column that SQLite cannot drop. */
    formerUserId: text("former_user_id"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("technicians_email").on(t.orgId, t.email),
    uniqueIndex("technicians_user").on(t.orgId, t.userId).where(sql`user_id IS NOT NULL`),
    index("technicians_last_name").on(t.orgId, t.lastName, t.firstName),
    index("technicians_team").on(t.orgId, t.teamId).where(sql`team_id IS NOT NULL`),
    index("technicians_by_name").on(t.orgId, sql`lower(last_name || ' ' || first_name)`, t.id),
  ],
);

export const teams = sqliteTable(
  "teams",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] }), uniqueIndex("teams_name").on(t.orgId, t.nameKey)],
);

export const technicianSkills = sqliteTable(
  "technician_skills",
  {
    orgId: text("org_id").notNull(),
    technicianId: text("technician_id").notNull(),
    skillKey: text("skill_key").notNull(),
    skill: text("skill").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.technicianId, t.skillKey] }),
    foreignKey({ columns: [t.orgId, t.technicianId], foreignColumns: [technicians.orgId, technicians.id] }),
    index("technician_skills_key").on(t.orgId, t.skillKey, t.technicianId),
  ],
);

export const technicianCertifications = sqliteTable(
  "technician_certifications",
  {
    orgId: text("org_id").notNull(),
    technicianId: text("technician_id").notNull(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    number: text("number"),
    /** The last day it is valid; null if it does not expire. */
    expiresOn: civilDate("expires_on"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.technicianId, t.id] }),
    foreignKey({ columns: [t.orgId, t.technicianId], foreignColumns: [technicians.orgId, technicians.id] }),
    index("technician_certifications_name").on(t.orgId, t.nameKey, t.technicianId),
  ],
);

export const technicianAddresses = sqliteTable(
  "technician_addresses",
  {
    orgId: text("org_id").notNull(),
    technicianId: text("technician_id").notNull(),
    kind: text("kind", { enum: TECHNICIAN_ADDRESS_KINDS }).notNull(),
    line1: text("line1").notNull(),
    line2: text("line2"),
    city: text("city").notNull(),
    state: text("state").notNull(),
    postalCode: text("postal_code").notNull(),
    latitude: real("latitude"),
    longitude: real("longitude"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.technicianId, t.kind] }),
    foreignKey({ columns: [t.orgId, t.technicianId], foreignColumns: [technicians.orgId, technicians.id] }),
  ],
);

export const technicianTimeOff = sqliteTable(
  "technician_time_off",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    technicianId: text("technician_id").notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    reason: text("reason", { enum: TIME_OFF_REASONS }).notNull(),
    note: text("note"),
    createdBy: text("created_by"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.technicianId], foreignColumns: [technicians.orgId, technicians.id] }),
    index("technician_time_off_span").on(t.orgId, t.technicianId, t.startsAt),
    index("technician_time_off_days").on(t.orgId, t.startsAt),
  ],
);

/** Civil days on which the business is closed, both ends included. */
export const businessHolidays = sqliteTable(
  "business_holidays",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    fromDate: civilDate("from_date").notNull(),
    toDate: civilDate("to_date").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("business_holidays_from").on(t.orgId, t.fromDate, t.name),
  ],
);
