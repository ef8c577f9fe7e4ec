import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { civilDate, instant } from "#drizzle/d1/columns";
import { ORDER_METHODS, PURCHASE_ORDER_STATUSES } from "~/domain/purchasing/purchase-order";
import { inventoryItems, inventoryLocations } from "./inventory";

export const suppliers = sqliteTable(
  "suppliers",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    contactName: text("contact_name"),
    phone: text("phone"),
    email: text("email"),
    accountNumber: text("account_number"),
    leadTimeDays: integer("lead_time_days"),
    terms: text("terms"),
    notes: text("notes"),
    active: integer("active", { mode: "boolean" }).notNull().default(true),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** Creation order within the business and row of the full-text index; assigned by a trigger. */
    ordinal: integer("ordinal"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("suppliers_ordinal").on(t.orgId, t.ordinal),
    uniqueIndex("suppliers_name").on(t.orgId, sql`lower(name)`),
    index("suppliers_by_name").on(t.orgId, sql`lower(name)`, t.id),
  ],
);

/** Items sold by a supplier. */
export const supplierItems = sqliteTable(
  "supplier_items",
  {
    orgId: text("org_id").notNull(),
    itemId: text("item_id").notNull(),
    supplierId: text("supplier_id").notNull(),
    partNumber: text("part_number"),
    packSizeMilli: integer("pack_size_milli").notNull().default(1000),
    /** At most one per item. */
    preferred: integer("preferred", { mode: "boolean" }).notNull().default(false),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.itemId, t.supplierId] }),
    foreignKey({ columns: [t.orgId, t.itemId], foreignColumns: [inventoryItems.orgId, inventoryItems.id] }),
    foreignKey({ columns: [t.orgId, t.supplierId], foreignColumns: [suppliers.orgId, suppliers.id] }),
    uniqueIndex("supplier_items_preferred").on(t.orgId, t.itemId),
    index("supplier_items_supplier").on(t.orgId, t.supplierId, t.itemId),
  ],
);

/** Price per base unit, from a date on. */
export const supplierPrices = sqliteTable(
  "supplier_prices",
  {
    orgId: text("org_id").notNull(),
    itemId: text("item_id").notNull(),
    supplierId: text("supplier_id").notNull(),
    validFrom: text("valid_from").notNull(),
    priceMinor: integer("price_minor").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    /** Price per pack if the supplier sells by the pack; `priceMinor` is derived from it, rounded. */
    packPriceMinor: integer("pack_price_minor"),
    packSizeMilli: integer("pack_size_milli"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.itemId, t.supplierId, t.validFrom] }),
    foreignKey({
      columns: [t.orgId, t.itemId, t.supplierId],
      foreignColumns: [supplierItems.orgId, supplierItems.itemId, supplierItems.supplierId],
    }),
  ],
);

export const purchaseOrders = sqliteTable(
  "purchase_orders",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    number: integer("number").notNull(),
    supplierId: text("supplier_id").notNull(),
    /** From `ordered` on, derived from the lines. */
    status: text("status", { enum: PURCHASE_ORDER_STATUSES }).notNull().default("draft"),
    expectedOn: civilDate("expected_on"),
    note: text("note"),
    orderMethod: text("order_method", { enum: ORDER_METHODS }),
    supplierReference: text("supplier_reference"),
    orderedAt: instant("ordered_at"),
    orderedBy: text("ordered_by"),
    canceledAt: instant("canceled_at"),
    cancelReason: text("cancel_reason"),
    sentAt: instant("sent_at"),
    sentTo: text("sent_to"),
    version: integer("version").notNull().default(1),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.supplierId], foreignColumns: [suppliers.orgId, suppliers.id] }),
    uniqueIndex("purchase_orders_number").on(t.orgId, t.number),
    index("purchase_orders_status").on(t.orgId, t.status, t.number),
    index("purchase_orders_open").on(t.orgId, t.number),
    index("purchase_orders_supplier").on(t.orgId, t.supplierId, t.number),
    index("purchase_orders_expected").on(t.orgId, t.expectedOn),
  ],
);

export const purchaseOrderLines = sqliteTable(
  "purchase_order_lines",
  {
    orgId: text("org_id").notNull(),
    orderId: text("order_id").notNull(),
    position: integer("position").notNull(),
    itemId: text("item_id").notNull(),
    locationId: text("location_id").notNull(),
    partNumber: text("part_number"),
    /** Per base unit; null if not known. */
    unitCostMinor: integer("unit_cost_minor"),
    quantityMilli: integer("quantity_milli").notNull(),
    receivedMilli: integer("received_milli").notNull().default(0),
    canceledMilli: integer("canceled_milli").notNull().default(0),
    excessMilli: integer("excess_milli").notNull().default(0),
    /** Ordered, but neither received nor canceled. */
    incomingMilli: integer("incoming_milli").notNull().default(0),
    /** Base units in the supplier's pack; 1000 means no pack. */
    packSizeMilli: integer("pack_size_milli").notNull().default(1000),
    /** Determines the line's cost if the supplier sells by the pack. */
    packPriceMinor: integer("pack_price_minor"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.orderId, t.position] }),
    foreignKey({ columns: [t.orgId, t.orderId], foreignColumns: [purchaseOrders.orgId, purchaseOrders.id] }),
    foreignKey({ columns: [t.orgId, t.itemId], foreignColumns: [inventoryItems.orgId, inventoryItems.id] }),
    foreignKey({ columns: [t.orgId, t.locationId], foreignColumns: [inventoryLocations.orgId, inventoryLocations.id] }),
    uniqueIndex("purchase_order_lines_once").on(t.orgId, t.orderId, t.itemId, t.locationId),
    index("purchase_order_lines_incoming").on(t.orgId, t.itemId, t.incomingMilli),
    index("purchase_order_lines_item").on(t.orgId, t.itemId, t.orderId),
  ],
);

/** Links a movement to the line it received. */
export const purchaseReceipts = sqliteTable(
  "purchase_receipts",
  {
    orgId: text("org_id").notNull(),
    movementId: text("movement_id").notNull(),
    orderId: text("order_id").notNull(),
    position: integer("position").notNull(),
    quantityMilli: integer("quantity_milli").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.movementId] }),
    foreignKey({
      columns: [t.orgId, t.orderId, t.position],
      foreignColumns: [purchaseOrderLines.orgId, purchaseOrderLines.orderId, purchaseOrderLines.position],
    }),
    index("purchase_receipts_order").on(t.orgId, t.orderId, t.position),
  ],
);
