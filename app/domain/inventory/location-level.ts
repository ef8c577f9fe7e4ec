/** What a location is to have of an item: what is free there is filled up to the maximum once it is below the minimum. */

import type { StockState } from "./item";

/** In thousandths of the base unit. */
export interface LocationLevel {
  minMilli: number;
  maxMilli: number;
}

interface Leveled extends LocationLevel {
  /** On hand there, neither reserved nor expired. */
  availableMilli: number;
}

/** What fills it up to its maximum; 0 while the minimum is there. */
export function missingMilli({ availableMilli, minMilli, maxMilli }: Leveled): number {
  return availableMilli < minMilli ? maxMilli - availableMilli : 0;
}

/** `low` below the minimum; `out` where nothing is free to take although something should be. */
export function levelState({ availableMilli, minMilli }: Pick<Leveled, "availableMilli" | "minMilli">): StockState {
  if (availableMilli >= minMilli) return "ok";
  return availableMilli <= 0 ? "out" : "low";
}

interface Wanted extends Leveled {
  /** At the location that it is taken from: on hand, neither reserved nor expired. */
  freeMilli: number;
}

/** What is taken for each that is below its minimum, never more than is free, and what is missing all the same. */
export function restockPlan<W extends Wanted>(rows: readonly W[]) {
  return rows.flatMap((row) => {
    const missing = missingMilli(row);
    if (missing === 0) return [];
    const quantityMilli = Math.min(missing, Math.max(0, row.freeMilli));
    return [{ ...row, quantityMilli, stillMissingMilli: missing - quantityMilli }];
  });
}
