import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import { BASE_UNITS } from "~/domain/inventory/items/item";
import { equipment } from "./equipment";
import { inventoryItems, inventoryLocations } from "./inventory";
import { workOrders } from "./work-orders";

/** Parts used on a job. A removed row is kept, so that it can be restored. */
export const workOrderParts = sqliteTable(
  "work_order_parts",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    workOrderId: text("work_order_id").notNull(),
    description: text("description").notNull(),
    /** Null: a part that is not an item in stock. */
    itemId: text("item_id"),
    sku: text("sku"),
    unit: text("unit", { enum: BASE_UNITS }).notNull().default("EA"),
    quantityMilli: integer("quantity_milli").notNull(),
    locationId: text("location_id"),
    /** The posting with which it was taken from stock. */
    postingId: text("posting_id"),
    /** The quantity that was at hand although the ledger did not have it. */
    foundMilli: integer("found_milli").notNull().default(0),
    equipmentId: text("equipment_id"),
    serviceTypeId: text("service_type_id"),
    model: text("model"),
    /** Cost of a part that is not an item; null if not known. */
    unitCostMinor: integer("unit_cost_minor"),
    unitPriceMinor: integer("unit_price_minor"),
    billable: integer("billable", { mode: "boolean" }).notNull().default(true),
    supplier: text("supplier"),
    notes: text("notes"),
    usedAt: instant("used_at").notNull(),
    usedBy: text("used_by").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    removedAt: instant("removed_at"),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }),
    foreignKey({ columns: [t.orgId, t.itemId], foreignColumns: [inventoryItems.orgId, inventoryItems.id] }),
    foreignKey({ columns: [t.orgId, t.locationId], foreignColumns: [inventoryLocations.orgId, inventoryLocations.id] }),
    foreignKey({ columns: [t.orgId, t.equipmentId], foreignColumns: [equipment.orgId, equipment.id] }),
    index("work_order_parts_job").on(t.orgId, t.workOrderId, t.id),
    index("work_order_parts_service_type").on(t.orgId, t.serviceTypeId, t.id),
    index("work_order_parts_model").on(t.orgId, t.model, t.id),
    index("work_order_parts_equipment").on(t.orgId, t.equipmentId),
    index("work_order_parts_uses").on(t.orgId, t.itemId, t.usedAt, t.workOrderId),
    index("work_order_parts_units").on(t.orgId, t.itemId, t.usedAt, t.equipmentId),
    uniqueIndex("work_order_parts_posting").on(t.orgId, t.postingId, t.itemId, t.locationId),
  ],
);
