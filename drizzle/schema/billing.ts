import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { civilDate, instant } from "#drizzle/d1/columns";
import {
  PARTS_PRICINGS,
  type ROUNDING_MINUTES,
  type ServiceTypeRate,
  type TechnicianRate,
} from "~/domain/billing/settings";

/** One row per save; the settings in effect on a day are the latest that start by then. */
export const billingSettings = sqliteTable(
  "billing_settings",
  {
    orgId: text("org_id").notNull(),
    version: integer("version").notNull(),
    effectiveFrom: civilDate("effective_from").notNull(),
    /** Null: not set. */
    laborRateMinor: integer("labor_rate_minor"),
    technicianRates: text("technician_rates", { mode: "json" }).$type<readonly TechnicianRate[]>().notNull(),
    serviceTypeRates: text("service_type_rates", { mode: "json" }).$type<readonly ServiceTypeRate[]>().notNull(),
    roundingMinutes: integer("rounding_minutes").$type<(typeof ROUNDING_MINUTES)[number]>().notNull(),
    minimumChargeMinor: integer("minimum_charge_minor").notNull(),
    tripChargeMinor: integer("trip_charge_minor").notNull(),
    partsPricing: text("parts_pricing", { enum: PARTS_PRICINGS }).notNull(),
    partsMarkupPpm: integer("parts_markup_ppm").notNull(),
    laborTaxable: integer("labor_taxable", { mode: "boolean" }).notNull(),
    termsDays: integer("terms_days").notNull(),
    footer: text("footer"),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.version] }),
    index("billing_settings_in_force").on(t.orgId, t.effectiveFrom, t.version),
  ],
);

export const taxRates = sqliteTable(
  "tax_rates",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    state: text("state").notNull(),
    /** Empty: the whole state. */
    zipPrefix: text("zip_prefix").notNull(),
    ratePpm: integer("rate_ppm").notNull(),
    effectiveFrom: civilDate("effective_from").notNull(),
    endsOn: civilDate("ends_on"),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("tax_rates_place").on(t.orgId, t.state, t.zipPrefix, sql`lower(name)`, t.effectiveFrom),
  ],
);
