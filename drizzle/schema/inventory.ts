import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import { COUNT_STATUSES } from "~/domain/inventory/counts/count";
import { BASE_UNITS, ITEM_CATEGORIES } from "~/domain/inventory/items/item";
import { LOCATION_TYPES } from "~/domain/inventory/locations/location";
import { MOVEMENT_KINDS } from "~/domain/inventory/movement";
import { RESERVATION_STATUSES } from "~/domain/inventory/reservation";
import { technicians } from "./technicians";
import { workOrders } from "./work-orders";

const flag = (name: string) => integer(name, { mode: "boolean" }).notNull().default(false);

export const inventoryItems = sqliteTable(
  "inventory_items",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    sku: text("sku").notNull(),
    name: text("name").notNull(),
    description: text("description"),
    primaryCategory: text("primary_category", { enum: ITEM_CATEGORIES }).notNull(),
    secondaryCategory: text("secondary_category"),
    baseUnit: text("base_unit", { enum: BASE_UNITS }).notNull(),
    unitCostMinor: integer("unit_cost_minor"),
    listPriceMinor: integer("list_price_minor"),
    active: integer("active", { mode: "boolean" }).notNull().default(true),
    manufacturer: text("manufacturer"),
    barcode: text("barcode"),
    minStockMilli: integer("min_stock_milli").notNull().default(0),
    maxStockMilli: integer("max_stock_milli"),
    reorderPointMilli: integer("reorder_point_milli"),
    requiresCertification: flag("requires_certification"),
    hazardousMaterial: flag("hazardous_material"),
    restrictedItem: flag("restricted_item"),
    weightMilliLb: integer("weight_milli_lb"),
    warrantyDays: integer("warranty_days"),
    shelfLifeDays: integer("shelf_life_days"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** Assigned by the database. */
    number: integer("number"),
    /** Whether the available stock is at or below the reorder point, or the minimum if it has none; maintained by triggers. */
    low: flag("low"),
    pictureKey: text("picture_key"),
    pictureBytes: integer("picture_bytes"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("inventory_items_sku").on(t.orgId, t.sku),
    uniqueIndex("inventory_items_barcode").on(t.orgId, t.barcode),
    uniqueIndex("inventory_items_number").on(t.orgId, t.number),
    index("inventory_items_low").on(t.orgId, sql`lower(name)`, t.id),
    index("inventory_items_by_name").on(t.orgId, sql`lower(name)`, t.id),
    index("inventory_items_by_category").on(t.orgId, t.primaryCategory, sql`lower(name)`, t.id),
    index("inventory_items_inactive").on(t.orgId, sql`lower(name)`, t.id),
    index("inventory_items_hazardous").on(t.orgId, sql`lower(name)`, t.id),
    index("inventory_items_certified").on(t.orgId, sql`lower(name)`, t.id),
  ],
);

export const inventoryLocations = sqliteTable(
  "inventory_locations",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    type: text("type", { enum: LOCATION_TYPES }).notNull(),
    parentId: text("parent_id"),
    technicianId: text("technician_id"),
    capacityMilli: integer("capacity_milli"),
    active: integer("active", { mode: "boolean" }).notNull().default(true),
    notes: text("notes"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** Total of all items; maintained by a trigger. */
    onHandMilli: integer("on_hand_milli").notNull().default(0),
    /** Creation order within the business and row of the full-text index; assigned by a trigger. */
    ordinal: integer("ordinal"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.technicianId], foreignColumns: [technicians.orgId, technicians.id] }),
    uniqueIndex("inventory_locations_ordinal").on(t.orgId, t.ordinal),
    uniqueIndex("inventory_locations_name").on(t.orgId, sql`coalesce(parent_id, '')`, sql`lower(name)`),
    uniqueIndex("inventory_locations_truck").on(t.orgId, t.technicianId),
    index("inventory_locations_by_name").on(t.orgId, sql`lower(name)`, t.id),
    index("inventory_locations_by_type").on(t.orgId, t.type, sql`lower(name)`, t.id),
    index("inventory_locations_parent").on(t.orgId, t.parentId),
  ],
);

/** The ledger. Rows are added, never changed. */
export const stockMovements = sqliteTable(
  "stock_movements",
  {
    /** The order of the ledger. */
    seq: integer("seq").notNull(),
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    postingId: text("posting_id").notNull(),
    kind: text("kind", { enum: MOVEMENT_KINDS }).notNull(),
    itemId: text("item_id").notNull(),
    locationId: text("location_id").notNull(),
    quantityMilli: integer("quantity_milli").notNull(),
    totalCostMinor: integer("total_cost_minor").notNull(),
    uncostedMilli: integer("uncosted_milli").notNull(),
    transferId: text("transfer_id"),
    reversesId: text("reverses_id"),
    reservationId: text("reservation_id"),
    workOrderId: text("work_order_id"),
    reason: text("reason"),
    note: text("note"),
    occurredOn: text("occurred_on").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    /** The lot it names; its entries list the lots it took from or added to. */
    lotId: text("lot_id"),
    takesExpired: flag("takes_expired"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.seq] }),
    uniqueIndex("stock_movements_id").on(t.orgId, t.id),
    foreignKey({ columns: [t.orgId, t.itemId], foreignColumns: [inventoryItems.orgId, inventoryItems.id] }),
    foreignKey({ columns: [t.orgId, t.locationId], foreignColumns: [inventoryLocations.orgId, inventoryLocations.id] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }),
    index("stock_movements_item").on(t.orgId, t.itemId, t.seq),
    index("stock_movements_location").on(t.orgId, t.locationId, t.seq),
    index("stock_movements_posting").on(t.orgId, t.postingId),
    index("stock_movements_transfer").on(t.orgId, t.transferId),
    index("stock_movements_work_order").on(t.orgId, t.workOrderId, t.seq),
    index("stock_movements_time").on(t.orgId, t.createdAt, t.seq),
    index("stock_movements_kind").on(t.orgId, t.kind, t.seq),
    index("stock_movements_reservation").on(t.orgId, t.reservationId),
    index("stock_movements_used").on(t.orgId, t.itemId, t.occurredOn, t.quantityMilli),
    index("stock_movements_received").on(t.orgId, t.itemId, t.seq),
    uniqueIndex("stock_movements_reversed_once").on(t.orgId, t.reversesId),
  ],
);

/** Derived by triggers from movements and reservations; nothing else writes it. */
export const stockBalances = sqliteTable(
  "stock_balances",
  {
    orgId: text("org_id").notNull(),
    itemId: text("item_id").notNull(),
    locationId: text("location_id").notNull(),
    onHandMilli: integer("on_hand_milli").notNull().default(0),
    reservedMilli: integer("reserved_milli").notNull().default(0),
    /** The part of the stock on hand that is in lots. */
    lotsMilli: integer("lots_milli").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.itemId, t.locationId] }),
    foreignKey({ columns: [t.orgId, t.itemId], foreignColumns: [inventoryItems.orgId, inventoryItems.id] }),
    foreignKey({ columns: [t.orgId, t.locationId], foreignColumns: [inventoryLocations.orgId, inventoryLocations.id] }),
    index("stock_balances_location").on(t.orgId, t.locationId, t.itemId),
  ],
);

/** Stock received with a supplier's lot number. */
export const stockLots = sqliteTable(
  "stock_lots",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    itemId: text("item_id").notNull(),
    number: text("number").notNull(),
    receivedOn: text("received_on").notNull(),
    /** The last day it is good; null if not known. */
    expiresOn: text("expires_on"),
    /** Across all locations. */
    onHandMilli: integer("on_hand_milli").notNull().default(0),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.itemId], foreignColumns: [inventoryItems.orgId, inventoryItems.id] }),
    uniqueIndex("stock_lots_number").on(t.orgId, t.itemId, sql`upper(number)`),
    index("stock_lots_held").on(t.orgId, t.itemId, sql`coalesce(expires_on, '9999-12-31')`, t.id),
    index("stock_lots_expiring").on(t.orgId, t.expiresOn, t.id),
  ],
);

/** Lots a movement took from or added to. Written only by the ledger's trigger. */
export const stockLotEntries = sqliteTable(
  "stock_lot_entries",
  {
    orgId: text("org_id").notNull(),
    movementSeq: integer("movement_seq").notNull(),
    lotId: text("lot_id").notNull(),
    itemId: text("item_id").notNull(),
    locationId: text("location_id").notNull(),
    quantityMilli: integer("quantity_milli").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.movementSeq, t.lotId] }),
    foreignKey({ columns: [t.orgId, t.movementSeq], foreignColumns: [stockMovements.orgId, stockMovements.seq] }),
    foreignKey({ columns: [t.orgId, t.lotId], foreignColumns: [stockLots.orgId, stockLots.id] }),
    index("stock_lot_entries_lot").on(t.orgId, t.lotId, t.movementSeq),
  ],
);

/** Stock of each lot per location. Derived by triggers, like the balances. */
export const stockLotBalances = sqliteTable(
  "stock_lot_balances",
  {
    orgId: text("org_id").notNull(),
    itemId: text("item_id").notNull(),
    locationId: text("location_id").notNull(),
    lotId: text("lot_id").notNull(),
    onHandMilli: integer("on_hand_milli").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.itemId, t.locationId, t.lotId] }),
    foreignKey({ columns: [t.orgId, t.locationId], foreignColumns: [inventoryLocations.orgId, inventoryLocations.id] }),
    foreignKey({ columns: [t.orgId, t.lotId], foreignColumns: [stockLots.orgId, stockLots.id] }),
    index("stock_lot_balances_location").on(t.orgId, t.locationId, t.itemId),
    index("stock_lot_balances_lot").on(t.orgId, t.lotId, t.locationId),
  ],
);

/** Target levels of an item at a location. */
export const locationLevels = sqliteTable(
  "location_levels",
  {
    orgId: text("org_id").notNull(),
    locationId: text("location_id").notNull(),
    itemId: text("item_id").notNull(),
    minMilli: integer("min_milli").notNull(),
    maxMilli: integer("max_milli").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.locationId, t.itemId] }),
    foreignKey({ columns: [t.orgId, t.locationId], foreignColumns: [inventoryLocations.orgId, inventoryLocations.id] }),
    foreignKey({ columns: [t.orgId, t.itemId], foreignColumns: [inventoryItems.orgId, inventoryItems.id] }),
    index("location_levels_item").on(t.orgId, t.itemId),
  ],
);

/** An item's stock across all locations, at moving average cost. Derived like the balances. */
export const stockValues = sqliteTable(
  "stock_values",
  {
    orgId: text("org_id").notNull(),
    itemId: text("item_id").notNull(),
    onHandMilli: integer("on_hand_milli").notNull().default(0),
    reservedMilli: integer("reserved_milli").notNull().default(0),
    /** The part of the stock on hand whose cost is not known. */
    uncostedMilli: integer("uncosted_milli").notNull().default(0),
    valueMinor: integer("value_minor").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.itemId] }),
    foreignKey({ columns: [t.orgId, t.itemId], foreignColumns: [inventoryItems.orgId, inventoryItems.id] }),
  ],
);

/** Stock on hand after each movement, at its location and in total. Written only by the ledger's trigger. */
export const stockHistory = sqliteTable(
  "stock_history",
  {
    orgId: text("org_id").notNull(),
    itemId: text("item_id").notNull(),
    locationId: text("location_id").notNull(),
    seq: integer("seq").notNull(),
    onHandMilli: integer("on_hand_milli").notNull(),
    itemOnHandMilli: integer("item_on_hand_milli").notNull(),
    itemUncostedMilli: integer("item_uncosted_milli").notNull(),
    itemValueMinor: integer("item_value_minor").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.itemId, t.locationId, t.seq] })],
);

export const stockReservations = sqliteTable(
  "stock_reservations",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    itemId: text("item_id").notNull(),
    locationId: text("location_id").notNull(),
    workOrderId: text("work_order_id"),
    quantityMilli: integer("quantity_milli").notNull(),
    fulfilledMilli: integer("fulfilled_milli").notNull().default(0),
    status: text("status", { enum: RESERVATION_STATUSES }).notNull().default("open"),
    reservedUntil: text("reserved_until"),
    note: text("note"),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    closedAt: instant("closed_at"),
    version: integer("version").notNull().default(1),
    /** Created from the playbook when the job was booked. */
    planned: flag("planned"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.itemId], foreignColumns: [inventoryItems.orgId, inventoryItems.id] }),
    foreignKey({ columns: [t.orgId, t.locationId], foreignColumns: [inventoryLocations.orgId, inventoryLocations.id] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }),
    index("stock_reservations_newest").on(t.orgId, t.createdAt, t.id),
    index("stock_reservations_status").on(t.orgId, t.status, t.createdAt, t.id),
    index("stock_reservations_item").on(t.orgId, t.itemId, t.createdAt, t.id),
    index("stock_reservations_location").on(t.orgId, t.locationId, t.itemId),
    index("stock_reservations_until").on(t.reservedUntil, t.orgId),
    index("stock_reservations_work_order").on(t.orgId, t.workOrderId),
  ],
);

/** A count of the stock at a location and its bins. */
export const stockCounts = sqliteTable(
  "stock_counts",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    locationId: text("location_id").notNull(),
    status: text("status", { enum: COUNT_STATUSES }).notNull().default("open"),
    /** Hides the expected quantity from the person counting. */
    blind: flag("blind"),
    note: text("note"),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    closedBy: text("closed_by"),
    closedAt: instant("closed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.locationId], foreignColumns: [inventoryLocations.orgId, inventoryLocations.id] }),
    index("stock_counts_by_time").on(t.orgId, t.createdAt, t.id),
    index("stock_counts_status").on(t.orgId, t.status, t.createdAt, t.id),
    uniqueIndex("stock_counts_open").on(t.orgId, t.locationId),
  ],
);

export const stockCountLines = sqliteTable(
  "stock_count_lines",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    countId: text("count_id").notNull(),
    /** Position on the count sheet. */
    position: integer("position").notNull(),
    itemId: text("item_id").notNull(),
    locationId: text("location_id").notNull(),
    countedMilli: integer("counted_milli"),
    /** The quantity on hand at the time of counting. */
    onHandMilli: integer("on_hand_milli"),
    countedBy: text("counted_by"),
    countedAt: instant("counted_at"),
    postedAt: instant("posted_at"),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.countId], foreignColumns: [stockCounts.orgId, stockCounts.id] }),
    foreignKey({ columns: [t.orgId, t.itemId], foreignColumns: [inventoryItems.orgId, inventoryItems.id] }),
    foreignKey({ columns: [t.orgId, t.locationId], foreignColumns: [inventoryLocations.orgId, inventoryLocations.id] }),
    uniqueIndex("stock_count_lines_sheet").on(t.orgId, t.countId, t.position),
    uniqueIndex("stock_count_lines_once").on(t.orgId, t.countId, t.itemId, t.locationId),
    index("stock_count_lines_counted").on(t.orgId, t.itemId, t.locationId, t.countedAt),
  ],
);
