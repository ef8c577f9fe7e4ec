/** Stock items: categories and units, as named in the API and the database. */

export const ITEM_CATEGORIES = [
  "PARTS",
  "EQUIPMENT",
  "REFRIGERANT",
  "MATERIALS",
  "CONSUMABLES",
  "TOOLS",
  "SAFETY",
] as const;
export type ItemCategory = (typeof ITEM_CATEGORIES)[number];

export const ITEM_CATEGORY_LABELS: Record<ItemCategory, string> = {
  PARTS: "Parts",
  EQUIPMENT: "Equipment",
  REFRIGERANT: "Refrigerant",
  MATERIALS: "Materials",
  CONSUMABLES: "Consumables",
  TOOLS: "Tools",
  SAFETY: "Safety",
};

export const BASE_UNITS = ["EA", "FT", "LB", "OZ", "GAL", "QT", "ROLL", "BOX", "PACK", "SET"] as const;
export type BaseUnit = (typeof BASE_UNITS)[number];

/** Why an item's unit can't be changed: quantities are counted in it. */
export const UNIT_IN_USE = {
  moved: "The unit can't be changed once the item has been moved",
  ordered: "The unit can't be changed once the item has been ordered",
  packed: "The unit can't be changed while a supplier sells the item in packs",
  leveled: "The unit can't be changed while a location has levels for the item",
} as const;

export const BASE_UNIT_LABELS: Record<BaseUnit, string> = {
  EA: "Each",
  FT: "Foot",
  LB: "Pound",
  OZ: "Ounce",
  GAL: "Gallon",
  QT: "Quart",
  ROLL: "Roll",
  BOX: "Box",
  PACK: "Pack",
  SET: "Set",
};

export const MAX_ITEM_NAME = 255;

/** Quantities in thousandths of the base unit. */
interface StockLevels {
  onHandMilli: number;
  reservedMilli: number;
  /** The part of what is on hand in expired lots. */
  expiredMilli: number;
}

interface ReorderRule {
  minStockMilli: number;
  reorderPointMilli: number | null;
}

/** On hand, neither reserved nor expired; negative if more is reserved than is good. */
const freeMilli = ({ onHandMilli, reservedMilli, expiredMilli }: StockLevels): number =>
  onHandMilli - reservedMilli - expiredMilli;

/** The available quantity. */
export const availableMilli = (stock: StockLevels): number => Math.max(0, freeMilli(stock));

/** The level at which to reorder: the reorder point, or the minimum if none is set. Null: neither is set. */
export function reorderAtMilli({ reorderPointMilli, minStockMilli }: ReorderRule): number | null {
  return reorderPointMilli ?? (minStockMilli > 0 ? minStockMilli : null);
}

/** Average cost of a unit on hand, in minor units; null if no cost is known. */
export function averageCostMinor(stock: {
  onHandMilli: number;
  uncostedMilli: number;
  valueMinor: number;
}): number | null {
  const costedMilli = stock.onHandMilli - stock.uncostedMilli;
  return costedMilli > 0 ? Math.round((stock.valueMinor * 1000) / costedMilli) : null;
}

export type StockState = "out" | "low" | "ok";

/** `low` at or below the reorder point; `out` if nothing is available although something should be. */
export function stockState(stock: StockLevels & ReorderRule): StockState {
  const reorderAt = reorderAtMilli(stock);
  const available = availableMilli(stock);
  if (available <= 0) return reorderAt === null && stock.onHandMilli === 0 ? "ok" : "out";
  return reorderAt !== null && available <= reorderAt ? "low" : "ok";
}

interface OrderRule extends ReorderRule, StockLevels {
  maxStockMilli: number | null;
  /** Ordered and not received yet. */
  incomingMilli: number;
}

/**
 * Returns how much to order: enough to reach the maximum, counting incoming orders and replacing expired stock that is
 * reserved. 0 while more than the reorder point is available or incoming; null if it is time to order but no maximum above the
 * current stock is set.
 */
export function suggestedMilli(stock: OrderRule): number | null {
  const reorderAt = reorderAtMilli(stock);
  const expected = freeMilli(stock) + stock.incomingMilli;
  if (reorderAt === null || expected > reorderAt) return 0;
  const missing = (stock.maxStockMilli ?? reorderAt) - expected;
  return missing > 0 ? missing : null;
}
