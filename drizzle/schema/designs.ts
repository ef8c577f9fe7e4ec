import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import type { Layout } from "~/domain/designs/layout";
import { addresses } from "./customers";
import { estimates } from "./estimates";

export const designs = sqliteTable(
  "designs",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    title: text("title").notNull(),
    siteAddressId: text("site_address_id"),
    estimateId: text("estimate_id"),
    layout: text("layout", { mode: "json" }).$type<Layout>().notNull(),
    version: integer("version").notNull().default(1),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedBy: text("updated_by").notNull(),
    updatedAt: instant("updated_at").notNull(),
    deletedAt: instant("deleted_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.siteAddressId], foreignColumns: [addresses.orgId, addresses.id] }),
    foreignKey({ columns: [t.orgId, t.estimateId], foreignColumns: [estimates.orgId, estimates.id] }),
    index("designs_newest").on(t.orgId, t.updatedAt, t.id).where(sql`deleted_at IS NULL`),
    index("designs_site").on(t.orgId, t.siteAddressId, t.updatedAt).where(sql`site_address_id IS NOT NULL`),
    index("designs_estimate").on(t.orgId, t.estimateId).where(sql`estimate_id IS NOT NULL`),
    index("designs_deleted").on(t.deletedAt).where(sql`deleted_at IS NOT NULL`),
  ],
);

/** Every saved version of a design. Rows are only added. */
export const designVersions = sqliteTable(
  "design_versions",
  {
    orgId: text("org_id").notNull(),
    designId: text("design_id").notNull(),
    version: integer("version").notNull(),
    title: text("title").notNull(),
    layout: text("layout", { mode: "json" }).$type<Layout>().notNull(),
    restoredFrom: integer("restored_from"),
    savedBy: text("saved_by").notNull(),
    savedAt: instant("saved_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.designId, t.version] }),
    foreignKey({ columns: [t.orgId, t.designId], foreignColumns: [designs.orgId, designs.id] }).onDelete("cascade"),
  ],
);
