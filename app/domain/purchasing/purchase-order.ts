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

interface OrderedLine {
  quantityMilli: number;
  unitCostMinor: number | null;
}

/** What a line costs in cents; null where its price is not known. */
export function lineCostMinor({ quantityMilli, unitCostMinor }: OrderedLine): number | null {
  return unitCostMinor === null ? null : Math.round((unitCostMinor * quantityMilli) / 1000);
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
