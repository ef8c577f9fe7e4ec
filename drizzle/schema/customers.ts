import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import { ADDRESS_TYPES } from "~/domain/addresses/address";
import { CUSTOMER_STATUSES, CUSTOMER_TYPES } from "~/domain/customers/customer";

export const customers = sqliteTable(
  "customers",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    number: integer("number").notNull(),
    customerType: text("customer_type", { enum: CUSTOMER_TYPES }).notNull(),
    status: text("status", { enum: CUSTOMER_STATUSES }).notNull(),
    archived: integer("archived", { mode: "boolean" }).notNull().default(false),
    firstName: text("first_name"),
    lastName: text("last_name"),
    companyName: text("company_name"),
    name: text("name").notNull(),
    sortName: text("sort_name").notNull(),
    email: text("email"),
    phone: text("phone"),
    emergencyContactName: text("emergency_contact_name"),
    emergencyContactPhone: text("emergency_contact_phone"),
    notes: text("notes"),
    openWorkOrders: integer("open_work_orders").notNull().default(0),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("customers_number").on(t.orgId, t.number),
    index("customers_by_name").on(t.orgId, t.archived, t.sortName, t.id),
    index("customers_phone").on(t.orgId, t.phone).where(sql`phone IS NOT NULL`),
    index("customers_archived").on(t.orgId, t.id).where(sql`archived = 1`),
    index("customers_by_number").on(t.orgId, t.archived, t.number),
    index("customers_by_kind_and_name").on(t.orgId, t.archived, t.status, t.customerType, t.sortName, t.id),
    index("customers_by_kind_and_number").on(t.orgId, t.archived, t.status, t.customerType, t.number),
  ],
);

export const addresses = sqliteTable(
  "addresses",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    customerId: text("customer_id"),
    type: text("type", { enum: ADDRESS_TYPES }).notNull(),
    isPrimary: integer("is_primary", { mode: "boolean" }).notNull().default(false),
    label: text("label"),
    line1: text("line1").notNull(),
    line2: text("line2"),
    city: text("city").notNull(),
    state: text("state").notNull(),
    postalCode: text("postal_code").notNull(),
    timeZone: text("time_zone"),
    latitude: real("latitude"),
    longitude: real("longitude"),
    accessNotes: text("access_notes"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.customerId], foreignColumns: [customers.orgId, customers.id] }),
    index("addresses_customer").on(t.orgId, t.customerId, t.id),
    uniqueIndex("addresses_primary")
      .on(t.orgId, t.customerId, t.type)
      .where(sql`${t.isPrimary} = 1 and ${t.customerId} is not null`),
  ],
);
