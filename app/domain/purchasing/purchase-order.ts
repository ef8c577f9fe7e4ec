import { formatAmountOf } from "~/domain/inventory/quantity";

/** Draft until it is with the supplier; from then on what its lines say. */
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
export const ORDER_WAYS = ["email", "phone", "website", "counter"] as const;
export type OrderWay = (typeof ORDER_WAYS)[number];

export const ORDER_WAY_LABELS: Record<OrderWay, string> = {
  email: "By email",
  phone: "By phone",
  website: "On their website",
  counter: "At the counter",
};

export const MAX_ORDER_LINES = 200;

/** In what a delivery is counted. */
export const COUNTED_IN = ["units", "packs"] as const;

export function formatPurchaseOrderNumber(number: number): string {
  return `PO-${String(number).padStart(3, "0")}`;
}

/** The number in `PO-012`, `po 12` or `12`; null for anything else. */
export function parsePurchaseOrderNumber(text: string): number | null {
  const digits = /^(?:po[\s-]*)?0*(\d{1,9})$/i.exec(text.trim())?.[1];
  return digits === undefined || digits === "0" ? null : Number(digits);
}

/** Whether anything may still arrive. */
export function isOpen(status: PurchaseOrderStatus): boolean {
  return status === "ordered" || status === "partly_received";
}

/** Expected before `today` and not all there; both are civil dates. */
export function isOverdue(
  { status, expectedOn }: { status: PurchaseOrderStatus; expectedOn: string | null },
  today: string,
): boolean {
  return isOpen(status) && expectedOn !== null && expectedOn < today;
}

export interface Pack {
  /** Base units in a pack, in thousandths; `NO_PACK` where it is sold by the unit. */
  packSizeMilli: number;
}

/** One base unit. */
export const NO_PACK = 1000;

interface OrderedLine extends Pack {
  quantityMilli: number;
  unitCostMinor: number | null;
  /** Of one pack, where the supplier asks by the pack: it decides, as what a unit costs is rounded. */
  packPriceMinor: number | null;
}

/** What so much of a line costs in cents, half a cent up; null where its price is not known. */
export function lineCostMinor({ quantityMilli, packSizeMilli, ...price }: OrderedLine): number | null {
  if (price.packPriceMinor !== null) return share(price.packPriceMinor, quantityMilli, packSizeMilli);
  return price.unitCostMinor === null ? null : share(price.unitCostMinor, quantityMilli, 1000);
}

/** What one base unit costs at the price of a pack, to the cent. */
export const unitPriceOf = (packPriceMinor: number, packSizeMilli: number): number =>
  share(packPriceMinor, 1000, packSizeMilli);

/** Whole numbers, exact however large. */
function share(amount: number, part: number, whole: number): number {
  return Number((BigInt(amount) * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n));
}

/** `3 packs of 12 EA`; null where it is no pack, or no whole number of them. */
export function packsText(
  quantityMilli: number,
  { packSizeMilli, baseUnit }: Pack & { baseUnit: string },
): string | null {
  if (packSizeMilli === NO_PACK || quantityMilli <= 0 || quantityMilli % packSizeMilli !== 0) return null;
  const packs = quantityMilli / packSizeMilli;
  return `${packs.toLocaleString("en-US")} ${packs === 1 ? "pack" : "packs"} of ${formatAmountOf(packSizeMilli, baseUnit)}`;
}

/** So many packs in thousandths of the base unit; null for what is no whole number of them. Both are in thousandths. */
export function unitsOfPacks(packsMilli: number, packSizeMilli: number): number | null {
  const product = BigInt(packsMilli) * BigInt(packSizeMilli);
  return product % 1000n === 0n ? Number(product / 1000n) : null;
}

/** What the lines with a price cost, and how many have none. */
export function orderCost(lines: readonly OrderedLine[]): { totalMinor: number; unpriced: number } {
  const costs = lines.map(lineCostMinor);
  return {
    totalMinor: costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
    unpriced: costs.filter((cost) => cost === null).length,
  };
}

/** The next whole number of packs; all in thousandths of a base unit. */
export function wholePacks(quantityMilli: number, packSizeMilli: number): number {
  return Math.ceil(quantityMilli / packSizeMilli) * packSizeMilli;
}
