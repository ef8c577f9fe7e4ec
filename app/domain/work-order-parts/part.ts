import type { BaseUnit } from "~/domain/inventory/items/item";

export const MAX_DESCRIPTION = 255;

/** The choices of whether a part is billed. */
export const BILLABLE_CHOICES = [
  { value: "true", label: "Bill to the customer" },
  { value: "false", label: "Not billed: warranty, goodwill" },
];

/** `quantity` in thousandths of the unit times the price in minor units, rounded half up to the minor unit. */
export function amountOf(quantityMilli: number, unitMinor: number): number {
  return Number((BigInt(quantityMilli) * BigInt(unitMinor) + 500n) / 1000n);
}

interface CostFacts {
  itemId: string | null;
  quantityMilli: number;
  /** For a part that is not an item. */
  unitCostMinor: number | null;
  /** Cost of what the ledger took from stock for a part. */
  takenCostMinor: number;
  takenUncostedMilli: number;
}

/** The total cost of a part, in minor units; null if not fully known. */
export function costOf({ itemId, quantityMilli, unitCostMinor, ...taken }: CostFacts): number | null {
  if (itemId !== null) return taken.takenUncostedMilli > 0 ? null : taken.takenCostMinor;
  return unitCostMinor === null ? null : amountOf(quantityMilli, unitCostMinor);
}

interface Reckoned {
  costMinor: number | null;
  priceMinor: number | null;
  billable: boolean;
}

export interface PartsTotal {
  /** Of the parts with a known cost. */
  costMinor: number;
  unknownCosts: number;
  /** Of the billable parts with a known price. */
  priceMinor: number;
  unknownPrices: number;
  /** Null unless everything it is computed from is known. */
  marginMinor: number | null;
}

/** Cost and revenue of a job's parts. Unknown amounts are counted and never treated as 0. */
export function partsTotal(parts: readonly Reckoned[]): PartsTotal {
  const costMinor = parts.reduce((sum, part) => sum + (part.costMinor ?? 0), 0);
  const billable = parts.filter((part) => part.billable);
  const priceMinor = billable.reduce((sum, part) => sum + (part.priceMinor ?? 0), 0);
  const unknownCosts = parts.filter((part) => part.costMinor === null).length;
  const unknownPrices = billable.filter((part) => part.priceMinor === null).length;
  const isKnown = unknownCosts === 0 && unknownPrices === 0;
  return { costMinor, unknownCosts, priceMinor, unknownPrices, marginMinor: isKnown ? priceMinor - costMinor : null };
}

/** For one part. Null if its cost or price is unknown; a part that is not billed has no revenue. */
export function marginOf({ costMinor, priceMinor, billable }: Reckoned): number | null {
  if (costMinor === null) return null;
  if (!billable) return -costMinor;
  return priceMinor === null ? null : priceMinor - costMinor;
}

interface ForEquipment {
  equipmentId: string | null;
  equipmentName: string | null;
}

interface PartsGroup<P> extends ForEquipment {
  parts: P[];
}

/** Groups parts by the equipment they were used for, in order; those without equipment last. */
export function groupByEquipment<P extends ForEquipment>(parts: readonly P[]): PartsGroup<P>[] {
  const groups = groupBy(parts, (part) => part.equipmentId);
  return [...groups.entries()]
    .map(([equipmentId, group]) => ({ equipmentId, equipmentName: group[0]?.equipmentName ?? null, parts: group }))
    .toSorted((a, b) => Number(a.equipmentId === null) - Number(b.equipmentId === null));
}

export const SUGGESTION_REASONS = ["planned", "same_model", "like_jobs", "often_used"] as const;
export type SuggestionReason = (typeof SUGGESTION_REASONS)[number];

export const SUGGESTION_REASON_LABELS: Record<SuggestionReason, string> = {
  planned: "In the playbook",
  same_model: "Used on this model",
  like_jobs: "Used on jobs like this",
  often_used: "Often used",
};

export interface PartSuggestion {
  description: string;
  itemId: string | null;
  sku: string | null;
  unit: BaseUnit;
  quantityMilli: number;
  unitPriceMinor: number | null;
  /** Available on the assigned technician's truck; null if it is not an item or there is no truck. */
  freeMilli: number | null;
  /** Expired quantity there; null as above. */
  expiredMilli: number | null;
  /** Number of jobs on which it was used. */
  times: number;
  reasons: SuggestionReason[];
}

/** Merges equal suggestions; sorted by best reason, then by number of uses. */
export function mergeSuggestions(found: readonly PartSuggestion[]): PartSuggestion[] {
  const same = groupBy(found, ({ itemId, description }) => itemId ?? description.trim().toLowerCase());
  const rank = ({ reasons }: PartSuggestion) =>
    Math.min(...reasons.map((reason) => SUGGESTION_REASONS.indexOf(reason)));
  return [...same.values()]
    .flatMap((group) => {
      const [first] = group.toSorted((a, b) => rank(a) - rank(b));
      if (!first) return [];
      const reasons = SUGGESTION_REASONS.filter((reason) => group.some((one) => one.reasons.includes(reason)));
      return [{ ...first, reasons, times: Math.max(...group.map((one) => one.times)) }];
    })
    .toSorted((a, b) => rank(a) - rank(b) || b.times - a.times);
}

function groupBy<T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}
