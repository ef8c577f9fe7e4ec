import type { BaseUnit } from "~/domain/inventory/item";

export const MAX_DESCRIPTION = 255;
export const MAX_UNIT_MINOR = 100_000_000;

/** `quantity` in thousandths of the unit at so many minor units each, rounded half up to the minor unit. */
export function amountOf(quantityMilli: number, unitMinor: number): number {
  return Number((BigInt(quantityMilli) * BigInt(unitMinor) + 500n) / 1000n);
}

interface CostFacts {
  itemId: string | null;
  quantityMilli: number;
  /** Of a part that is no item. */
  unitCostMinor: number | null;
  /** What the ledger took for a part from stock. */
  takenCostMinor: number;
  takenUncostedMilli: number;
}

/** What a part cost in all, in minor units; null where that is not wholly known. */
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
  /** Of the parts whose cost is known. */
  costMinor: number;
  unknownCosts: number;
  /** Of the billable parts whose price is known. */
  priceMinor: number;
  unknownPrices: number;
  /** Null unless all that it is reckoned from is known. */
  marginMinor: number | null;
}

/** What the parts of a job cost and bring. What nobody knows is counted and never taken for 0. */
export function partsTotal(parts: readonly Reckoned[]): PartsTotal {
  const costMinor = parts.reduce((sum, part) => sum + (part.costMinor ?? 0), 0);
  const billable = parts.filter((part) => part.billable);
  const priceMinor = billable.reduce((sum, part) => sum + (part.priceMinor ?? 0), 0);
  const unknownCosts = parts.filter((part) => part.costMinor === null).length;
  const unknownPrices = billable.filter((part) => part.priceMinor === null).length;
  const isKnown = unknownCosts === 0 && unknownPrices === 0;
  return { costMinor, unknownCosts, priceMinor, unknownPrices, marginMinor: isKnown ? priceMinor - costMinor : null };
}

/** Of one part. Null where its cost or price is unknown; what is not billed brings nothing. */
export function marginOf({ costMinor, priceMinor, billable }: Reckoned): number | null {
  if (costMinor === null) return null;
  if (!billable) return -costMinor;
  return priceMinor === null ? null : priceMinor - costMinor;
}

interface ForEquipment {
  equipmentId: string | null;
  equipmentName: string | null;
}

export interface PartsGroup<P> extends ForEquipment {
  parts: P[];
}

/** By the unit they went into, in the order of the parts; those for no unit come last. */
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
  /** Free on the truck of who goes; null where it is no item or nobody has a truck. */
  freeMilli: number | null;
  /** What lies there past its last day; null as above. */
  expiredMilli: number | null;
  /** Jobs on which it was used. */
  times: number;
  reasons: SuggestionReason[];
}

/** What several reasons speak for once, the best reason first, then what was used most. */
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
