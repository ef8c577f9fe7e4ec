import { foreignKey, index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import { COVERAGE_KINDS } from "~/domain/maps/coverage";
import { technicians } from "./technicians";

/** Number of sites per area served, across all businesses; belongs to no tenant. */
export const coverage = sqliteTable(
  "coverage",
  {
    kind: text("kind", { enum: COVERAGE_KINDS }).notNull(),
    code: text("code").notNull(),
    parent: text("parent").notNull(),
    name: text("name").notNull(),
    sites: integer("sites").notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.code] }), index("coverage_parent").on(t.kind, t.parent, t.sites, t.code)],
);

export const siteZips = sqliteTable(
  "site_zips",
  { orgId: text("org_id").notNull(), zip: text("zip").notNull(), sites: integer("sites").notNull() },
  (t) => [primaryKey({ columns: [t.orgId, t.zip] }), index("site_zips_by_count").on(t.orgId, t.sites, t.zip)],
);

export const technicianPlaceConsents = sqliteTable(
  "technician_place_consents",
  {
    orgId: text("org_id").notNull(),
    technicianId: text("technician_id").notNull(),
    givenAt: instant("given_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.technicianId] }),
    foreignKey({ columns: [t.orgId, t.technicianId], foreignColumns: [technicians.orgId, technicians.id] }).onDelete(
      "cascade",
    ),
  ],
);

export const technicianPlaces = sqliteTable(
  "technician_places",
  {
    orgId: text("org_id").notNull(),
    technicianId: text("technician_id").notNull(),
    latitude: real("latitude").notNull(),
    longitude: real("longitude").notNull(),
    accuracyM: integer("accuracy_m").notNull(),
    at: instant("at").notNull(),
    shownUntil: instant("shown_until").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.technicianId] }),
    foreignKey({
      columns: [t.orgId, t.technicianId],
      foreignColumns: [technicianPlaceConsents.orgId, technicianPlaceConsents.technicianId],
    }).onDelete("cascade"),
    index("technician_places_shown").on(t.shownUntil),
  ],
);
