import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "~/components/app-shell/stored-choices";
import { LANE_GROUPINGS, type LaneGrouping } from "~/domain/scheduling/lane-groups";

const KEY = "plenum_lanes";

let current: LaneGrouping | null = null;
const listeners = new Set<() => void>();

/** The lane grouping this browser's user last chose. */
export const useLaneGrouping = (): LaneGrouping => useSyncExternalStore(subscribe, read, () => "name");

/** Stores the grouping; an unknown value falls back to `name`. */
export function chooseLaneGrouping(text: string): void {
  current = parse(text);
  writeStored(KEY, current);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): LaneGrouping {
  current ??= parse(readStored(KEY));
  return current;
}

function parse(text: string | null): LaneGrouping {
  return LANE_GROUPINGS.find((one) => one === text) ?? "name";
}
