export const NO_TRUCK = "No one with a truck is assigned to this job. Assign a technician who has one.";

/** A job's need of one item, in thousandths, and where its stock is. */
export interface Need {
  plannedMilli: number;
  usedMilli: number;
  /** Reserved for the job on its truck. */
  reservedHereMilli: number;
  /** Available there, for whichever job takes it first. */
  freeHereMilli: number;
  /** Reserved for the job anywhere else, that is, on the pick list. */
  elsewhereMilli: number;
}

export const LOAD_STATES = ["missing", "to_load", "on_truck", "used"] as const;
export type LoadState = (typeof LOAD_STATES)[number];

interface Load {
  state: LoadState;
  neededMilli: number;
  onTruckMilli: number;
  toLoadMilli: number;
  missingMilli: number;
}

/** Used, reserved and available stock on the truck counts as covered; only what is not on the pick list either is missing. */
export function loadOf({ plannedMilli, usedMilli, reservedHereMilli, freeHereMilli, elsewhereMilli }: Need): Load {
  const covered = usedMilli + reservedHereMilli + elsewhereMilli;
  const open = Math.max(0, plannedMilli - covered);
  const fromFree = Math.min(open, Math.max(0, freeHereMilli));
  const missingMilli = open - fromFree;
  const onTruckMilli = reservedHereMilli + fromFree;
  return {
    state: missingMilli > 0 ? "missing" : elsewhereMilli > 0 ? "to_load" : onTruckMilli > 0 ? "on_truck" : "used",
    neededMilli: Math.max(plannedMilli, covered),
    onTruckMilli,
    toLoadMilli: elsewhereMilli,
    missingMilli,
  };
}

/** The facts for the one-line summary of a truck. */
export interface CheckedTruck {
  truck: { name: string } | null;
  technicianName: string | null;
  parts: readonly Pick<Load, "state">[];
}

export interface TruckCheckLine {
  text: string;
  /** Nothing is left to load or to find. */
  isReady: boolean;
}

/**
 * A summary before dispatching: `1 part missing and 2 parts to load for Truck 2`. Null if nothing is planned or everything is
 * used.
 */
export function truckCheckLine({ truck, technicianName, parts }: CheckedTruck): TruckCheckLine | null {
  if (parts.every(({ state }) => state === "used")) return null;
  const count = (state: LoadState) => parts.filter((part) => part.state === state).length;
  const [missing, toLoad] = [count("missing"), count("to_load")];
  const found = [missing > 0 && `${partsText(missing)} missing`, toLoad > 0 && `${partsText(toLoad)} to load`].filter(
    Boolean,
  );
  if (found.length === 0) return { text: `All parts are on ${truck?.name ?? "the truck"}`, isReady: true };
  const whose = truck
    ? ` for ${truck.name}`
    : technicianName
      ? `; ${technicianName} has no truck`
      : "; no one is assigned";
  return { text: `${found.join(" and ")}${whose}`, isReady: false };
}

export const partsText = (count: number) => (count === 1 ? "1 part" : `${count} parts`);
