import { readCode } from "~/domain/inventory/items/code";
import { normalizeSku } from "~/domain/inventory/items/sku";
import { formatAmountOf } from "~/domain/inventory/quantity";

/** Draft until it is placed with the supplier; after that, determined by its lines. */
export const PURCHASE_ORDER_STATUSES = ["draft", "ordered", "partly_received", "received", "canceled"] as const;
export type PurchaseOrderStatus = (typeof PURCHASE_ORDER_STATUSES)[number];

export const PURCHASE_ORDER_STATUS_LABELS: Record<PurchaseOrderStatus, string> = {
  draft: "Draft",
  ordered: "Ordered",
  partly_received: "Partly received",
  received: "Received",
  canceled: "Canceled",
};

/** How an order reached the supplier. */
export const ORDER_METHODS = ["email", "phone", "website", "counter"] as const;
type OrderMethod = (typeof ORDER_METHODS)[number];

export const ORDER_METHOD_LABELS: Record<OrderMethod, string> = {
  email: "By email",
  phone: "By phone",
  website: "On their website",
  counter: "At the counter",
};

export const MAX_ORDER_LINES = 200;

/** The units in which a delivery is counted. */
export const COUNTED_IN = ["units", "packs"] as const;

export function formatPurchaseOrderNumber(number: number): string {
  return `PO-${String(number).padStart(3, "0")}`;
}

/** Parses the number in `PO-012`, `po 12` or `12`; null for anything else. */
export function parsePurchaseOrderNumber(text: string): number | null {
  const digits = /^(?:po[\s-]*)?0*(\d{1,9})$/i.exec(text.trim())?.[1];
  return digits === undefined || digits === "0" ? null : Number(digits);
}

/** Whether deliveries may still arrive. */
export function isOpen(status: PurchaseOrderStatus): boolean {
  return status === "ordered" || status === "partly_received";
}

/** Expected before `today` and not fully received; both are civil dates. */
export function isOverdue(
  { status, expectedOn }: { status: PurchaseOrderStatus; expectedOn: string | null },
  today: string,
): boolean {
  return isOpen(status) && expectedOn !== null && expectedOn < today;
}

interface Pack {
  /** Base units per pack, in thousandths; `NO_PACK` if sold by the unit. */
  packSizeMilli: number;
}

/** Exactly one base unit. */
export const NO_PACK = 1000;

interface OrderedLine extends Pack {
  quantityMilli: number;
  unitCostMinor: number | null;
  /** Per pack, if the supplier's price is per pack; it takes precedence, since the unit cost is rounded. */
  packPriceMinor: number | null;
}

/** The cost of a line's quantity in cents, half a cent rounded up; null if its price is unknown. */
export function lineCostMinor({ quantityMilli, packSizeMilli, ...price }: OrderedLine): number | null {
  if (price.packPriceMinor !== null) return share(price.packPriceMinor, quantityMilli, packSizeMilli);
  return price.unitCostMinor === null ? null : share(price.unitCostMinor, quantityMilli, 1000);
}

/** The cost of one base unit at a pack price, rounded to cents. */
export const unitPriceOf = (packPriceMinor: number, packSizeMilli: number): number =>
  share(packPriceMinor, 1000, packSizeMilli);

/** A share in whole numbers, exact for any size. */
function share(amount: number, part: number, whole: number): number {
  return Number((BigInt(amount) * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n));
}

/** `3 packs of 12 EA`; null if it is not sold in packs, or not a whole number of them. */
export function packsText(
  quantityMilli: number,
  { packSizeMilli, baseUnit }: Pack & { baseUnit: string },
): string | null {
  if (packSizeMilli === NO_PACK || quantityMilli <= 0 || quantityMilli % packSizeMilli !== 0) return null;
  const packs = quantityMilli / packSizeMilli;
  return `${packs.toLocaleString("en-US")} ${packs === 1 ? "pack" : "packs"} of ${formatAmountOf(packSizeMilli, baseUnit)}`;
}

/** Converts packs to thousandths of the base unit; null unless the result is whole. Both are in thousandths. */
export function unitsOfPacks(packsMilli: number, packSizeMilli: number): number | null {
  const product = BigInt(packsMilli) * BigInt(packSizeMilli);
  return product % 1000n === 0n ? Number(product / 1000n) : null;
}

/** The total cost of lines with a price, and the number of lines without one. */
export function orderCost(lines: readonly OrderedLine[]): { totalMinor: number; unpriced: number } {
  const costs = lines.map(lineCostMinor);
  return {
    totalMinor: costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
    unpriced: costs.filter((cost) => cost === null).length,
  };
}

interface ScannableLine {
  itemId: string;
  sku: string;
  barcode: string | null;
  partNumber: string | null;
  incomingMilli: number;
}

/** The line that matches a scanned barcode, SKU, supplier part number or label. Lines still to be received come first. */
export function lineOfCode<Line extends ScannableLine>(lines: readonly Line[], code: string): Line | undefined {
  const { itemId, barcodes } = readCode(code);
  const sku = normalizeSku(code);
  const matches = lines.filter(
    (line) =>
      line.itemId === itemId ||
      (line.barcode !== null && barcodes.includes(line.barcode)) ||
      line.sku === sku ||
      line.partNumber?.toUpperCase() === sku,
  );
  return matches.find(({ incomingMilli }) => incomingMilli > 0) ?? matches[0];
}

/** Rounds up to whole packs; what is sold by the unit is not rounded. All in thousandths of a base unit. */
export function wholePacks(quantityMilli: number, packSizeMilli: number): number {
  return packSizeMilli === NO_PACK ? quantityMilli : Math.ceil(quantityMilli / packSizeMilli) * packSizeMilli;
}
