/** A row that could be an occurrence, and how badly it fits: 0 or more. */
export interface Candidate {
  row: number;
  cost: number;
}

interface Pairs {
  rowOf: (number | null)[];
  ownerOf: Map<number, number>;
}

interface Search {
  start: number;
  /** Rows from which no free row can be reached, now or later. */
  hopeless: Set<number>;
}

function takeBestFits(candidates: readonly (readonly Candidate[])[], { rowOf, ownerOf }: Pairs): void {
  const fits = candidates.flatMap((list, left) => list.map(({ row, cost }) => ({ left, row, cost })));
  fits.sort((a, b) => a.cost - b.cost || a.left - b.left || a.row - b.row);
  for (const { left, row } of fits) {
    if (rowOf[left] !== null || ownerOf.has(row)) continue;
    rowOf[left] = row;
    ownerOf.set(row, left);
  }
}

// Frees a row for `start`: its owner takes another row, whose owner takes another, and so on until a free row is found.
function augment(candidates: readonly (readonly Candidate[])[], { rowOf, ownerOf }: Pairs, search: Search): void {
  const reachedBy = new Map<number, number>();
  const asking = [search.start];
  for (const left of asking) {
    for (const { row } of candidates[left] ?? []) {
      if (reachedBy.has(row) || search.hopeless.has(row)) continue;
      reachedBy.set(row, left);
      const owner = ownerOf.get(row);
      if (owner !== undefined) {
        asking.push(owner);
        continue;
      }
      for (let next: number | null = row; next !== null; ) {
        const taker: number = reachedBy.get(next) ?? search.start;
        const given: number | null = rowOf[taker] ?? null;
        rowOf[taker] = next;
        ownerOf.set(next, taker);
        next = given;
      }
      return;
    }
  }
  for (const row of reachedBy.keys()) search.hopeless.add(row);
}

/**
 * Assigns each occurrence at most one row and each row at most one occurrence: the best fits first, then as many further pairs as
 * the rows allow (Kuhn's augmenting paths). Takes each occurrence's candidates and returns its row or null.
 */
export function assignRows(candidates: readonly (readonly Candidate[])[]): (number | null)[] {
  const pairs: Pairs = { rowOf: candidates.map(() => null), ownerOf: new Map() };
  takeBestFits(candidates, pairs);
  const hopeless = new Set<number>();
  for (const start of candidates.keys()) {
    if (pairs.rowOf[start] === null) augment(candidates, pairs, { start, hopeless });
  }
  return pairs.rowOf;
}
