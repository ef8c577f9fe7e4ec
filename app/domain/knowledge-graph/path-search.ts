import type { RecordKey, RelationName } from "./record";

/** A connection found from `from`. */
export interface FoundStep {
  from: RecordKey;
  to: RecordKey;
  relation: RelationName;
}

interface Side {
  /** How each record was reached: null for the starting end itself. */
  reached: Map<RecordKey, FoundStep | null>;
  frontier: RecordKey[];
}

/** Both ends and what was reached from each. Advances one step at a time, so that the caller controls how records are read. */
interface Search {
  start: Side;
  end: Side;
  /** Where the two sides met. */
  met: RecordKey | null;
}

const sideOf = (key: RecordKey): Side => ({ reached: new Map([[key, null]]), frontier: [key] });

export const beginSearch = (from: RecordKey, to: RecordKey): Search => ({
  start: sideOf(from),
  end: sideOf(to),
  met: from === to ? from : null,
});

/**
 * Advances one side by one step: the neighbors of its frontier, at most `limit` records, become its new frontier. Sides take
 * turns, and a side's frontier is completed before the other side advances, so the first path found is a shortest one.
 */
export function advance(
  search: Search,
  side: "start" | "end",
  { found, limit }: { found: readonly FoundStep[]; limit: number },
): void {
  const own = search[side];
  const other = search[side === "start" ? "end" : "start"];
  const frontier: RecordKey[] = [];
  for (const step of found) {
    if (own.reached.has(step.to)) continue;
    own.reached.set(step.to, step);
    frontier.push(step.to);
    if (search.met === null && other.reached.has(step.to)) search.met = step.to;
  }
  own.frontier = frontier.slice(0, limit);
}

export interface PathStep {
  from: RecordKey;
  to: RecordKey;
  /** In the direction it was found, from `source`. */
  relation: RelationName;
  source: RecordKey;
}

/** The path from one end to the other through the record where they met; null if they have not met. */
export function pathOf(search: Search): PathStep[] | null {
  if (search.met === null) return null;
  const forth: PathStep[] = [];
  for (let step = search.start.reached.get(search.met); step; step = search.start.reached.get(step.from))
    forth.unshift({ from: step.from, to: step.to, relation: step.relation, source: step.from });
  const back: PathStep[] = [];
  for (let step = search.end.reached.get(search.met); step; step = search.end.reached.get(step.from))
    back.push({ from: step.to, to: step.from, relation: step.relation, source: step.from });
  return [...forth, ...back];
}
