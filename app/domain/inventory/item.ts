/** What is kept in stock: its categories and units, as the API and the database name them. */

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
export interface StockLevels {
  onHandMilli: number;
  reservedMilli: number;
  /** Of what is on hand: in lots whose last day is over. */
  expiredMilli: number;
}

interface ReorderRule {
  minStockMilli: number;
  reorderPointMilli: number | null;
}

/** What is neither reserved nor expired; below 0 where more is reserved than is good. */
const freeMilli = ({ onHandMilli, reservedMilli, expiredMilli }: StockLevels): number =>
  onHandMilli - reservedMilli - expiredMilli;

/** What can be taken. */
export const availableMilli = (stock: StockLevels): number => Math.max(0, freeMilli(stock));

/** Below this it is time to order: the reorder point, or the minimum where none is set. Null: nobody set either. */
export function reorderAtMilli({ reorderPointMilli, minStockMilli }: ReorderRule): number | null {
  return reorderPointMilli ?? (minStockMilli > 0 ? minStockMilli : null);
}

/** What one unit on hand cost on average, in minor units; null where the cost of nothing on hand is known. */
export function averageCostMinor(stock: {
  onHandMilli: number;
  uncostedMilli: number;
  valueMinor: number;
}): number | null {
  const costedMilli = stock.onHandMilli - stock.uncostedMilli;
  return costedMilli > 0 ? Math.round((stock.valueMinor * 1000) / costedMilli) : null;
}

export type StockState = "out" | "low" | "ok";

/** `low` at the reorder point or below it; `out` where nothing is free to take although something should be. */
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
 * How much to order: what fills the stock up to its maximum, with what is on its way counted, and what is reserved of expired stock
 * replaced. 0 while more than the reorder
 * point is available or on its way; null where it is time to order and nobody set a maximum above it.
 */
export function suggestedMilli(stock: OrderRule): number | null {
  const reorderAt = reorderAtMilli(stock);
  const expected = freeMilli(stock) + stock.incomingMilli;
  if (reorderAt === null || expected > reorderAt) return 0;
  const missing = (stock.maxStockMilli ?? reorderAt) - expected;
  return missing > 0 ? missing : null;
}
