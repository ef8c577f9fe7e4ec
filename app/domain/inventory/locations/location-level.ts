/** Stock levels of an item at a location: below the minimum, it is restocked up to the maximum. */

import type { StockState } from "~/domain/inventory/items/item";

/** In thousandths of the base unit. */
interface LocationLevel {
  minMilli: number;
  maxMilli: number;
}

interface Leveled extends LocationLevel {
  /** On hand there, neither reserved nor expired. */
  availableMilli: number;
}

/** The quantity that fills it up to its maximum; 0 if the minimum is met. */
export function missingMilli({ availableMilli, minMilli, maxMilli }: Leveled): number {
  return availableMilli < minMilli ? maxMilli - availableMilli : 0;
}

/** `low` below the minimum; `out` if nothing is available although something should be. */
export function levelState({ availableMilli, minMilli }: Pick<Leveled, "availableMilli" | "minMilli">): StockState {
  if (availableMilli >= minMilli) return "ok";
  return availableMilli <= 0 ? "out" : "low";
}

interface Wanted extends Leveled {
  /** On hand at the source location, neither reserved nor expired. */
  freeMilli: number;
}

/** Returns the quantity to take for each item below its minimum, limited to what is available, and what will still be missing. */
export function restockPlan<W extends Wanted>(rows: readonly W[]) {
  return rows.flatMap((row) => {
    const missing = missingMilli(row);
    if (missing === 0) return [];
    const quantityMilli = Math.min(missing, Math.max(0, row.freeMilli));
    return [{ ...row, quantityMilli, stillMissingMilli: missing - quantityMilli }];
  });
}
