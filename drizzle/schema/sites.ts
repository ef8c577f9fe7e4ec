import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import { OCCUPANCIES, SITE_ROLES } from "~/domain/sites/site";
import { addresses } from "./customers";

export const sites = sqliteTable(
  "sites",
  {
    orgId: text("org_id").notNull(),
    addressId: text("address_id").notNull(),
    number: integer("number").notNull(),
    zip: text("zip").notNull(),
    placeKey: text("place_key").notNull(),
    listed: integer("listed", { mode: "boolean" }).notNull(),
    onMap: integer("on_map", { mode: "boolean" }).notNull(),
    occupancy: text("occupancy", { enum: OCCUPANCIES }).notNull().default("unknown"),
    accessSecret: text("access_secret"),
    accessChangedAt: instant("access_changed_at"),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.addressId] }),
    foreignKey({ columns: [t.orgId, t.addressId], foreignColumns: [addresses.orgId, addresses.id] }).onDelete(
      "cascade",
    ),
    uniqueIndex("sites_number").on(t.orgId, t.number),
    index("sites_by_place").on(t.orgId, t.listed, t.placeKey, t.addressId),
    index("sites_by_occupancy").on(t.orgId, t.listed, t.occupancy, t.placeKey, t.addressId),
    index("sites_by_map").on(t.orgId, t.listed, t.onMap, t.placeKey, t.addressId),
    index("sites_by_map_and_occupancy").on(t.orgId, t.listed, t.onMap, t.occupancy, t.placeKey, t.addressId),
  ],
);

export const sitePeople = sqliteTable(
  "site_people",
  {
    orgId: text("org_id").notNull(),
    addressId: text("address_id").notNull(),
    id: text("id").notNull(),
    role: text("role", { enum: SITE_ROLES }).notNull(),
    name: text("name").notNull(),
    phone: text("phone"),
    email: text("email"),
    part: text("part"),
    notes: text("notes"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.addressId, t.id] }),
    index("site_people_id").on(t.orgId, t.id),
    foreignKey({ columns: [t.orgId, t.addressId], foreignColumns: [sites.orgId, sites.addressId] }).onDelete("cascade"),
  ],
);

export const sitePhotos = sqliteTable(
  "site_photos",
  {
    orgId: text("org_id").notNull(),
    addressId: text("address_id").notNull(),
    id: text("id").notNull(),
    caption: text("caption"),
    fileKey: text("file_key").notNull(),
    contentType: text("content_type", { enum: ["image/jpeg", "image/png", "image/webp"] }).notNull(),
    bytes: integer("bytes").notNull(),
    userId: text("user_id"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.addressId, t.id] }),
    foreignKey({ columns: [t.orgId, t.addressId], foreignColumns: [sites.orgId, sites.addressId] }).onDelete("cascade"),
  ],
);
