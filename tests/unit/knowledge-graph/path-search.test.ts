import fc from "fast-check";
import { expect, test } from "vitest";
import { advance, beginSearch, type FoundStep, pathOf } from "~/domain/knowledge-graph/path-search";
import type { RecordKey } from "~/domain/knowledge-graph/record";

type Pairs = readonly (readonly [number, number])[];

const keyOf = (n: number): RecordKey => `job:${n}`;

function stepsFrom(pairs: Pairs, frontier: readonly RecordKey[]): FoundStep[] {
  const both = pairs.flatMap(([a, b]) => [
    { from: keyOf(a), to: keyOf(b), relation: "job-callbacks" as const },
    { from: keyOf(b), to: keyOf(a), relation: "callback-job" as const },
  ]);
  return both.filter(({ from }) => frontier.includes(from));
}

function lengthByFlood(pairs: Pairs, from: number, to: number): number | null {
  let [distance, edge] = [0, new Set([from])];
  const seen = new Set([from]);
  while (edge.size > 0) {
    if (edge.has(to)) return distance;
    const next = new Set<number>();
    for (const [a, b] of pairs) {
      if (edge.has(a) && !seen.has(b)) next.add(b);
      if (edge.has(b) && !seen.has(a)) next.add(a);
    }
    for (const n of next) seen.add(n);
    [distance, edge] = [distance + 1, next];
  }
  return null;
}

function search(pairs: Pairs, from: number, to: number, rounds: number, limit = 1000) {
  const found = beginSearch(keyOf(from), keyOf(to));
  for (let round = 0; round < rounds && found.met === null; round += 1) {
    // Both frontiers are read in one round trip, before either advances.
    const [start, end] = [stepsFrom(pairs, found.start.frontier), stepsFrom(pairs, found.end.frontier)];
    advance(found, "start", { found: start, limit });
    advance(found, "end", { found: end, limit });
  }
  return pathOf(found);
}

const graphs = fc.array(fc.tuple(fc.nat(14), fc.nat(14)), { maxLength: 40 });

test("a bidirectional search finds a path as short as a breadth-first search from one end", () => {
  fc.assert(
    fc.property(graphs, fc.nat(14), fc.nat(14), (pairs, from, to) => {
      const path = search(pairs, from, to, 20);
      expect(path?.length ?? null).toBe(lengthByFlood(pairs, from, to));
      if (!path) return;
      expect([path[0]?.from ?? keyOf(to), path.at(-1)?.to ?? keyOf(from)]).toEqual([keyOf(from), keyOf(to)]);
      path.slice(1).forEach((step, index) => {
        expect(step.from).toBe(path[index]?.to);
      });
      for (const { from: a, to: b } of path)
        expect(pairs.some(([x, y]) => (keyOf(x) === a && keyOf(y) === b) || (keyOf(x) === b && keyOf(y) === a))).toBe(
          true,
        );
    }),
  );
});

test("three rounds reach six steps but not seven", () => {
  const chain = Array.from({ length: 10 }, (_, n) => [n, n + 1] as const);
  expect(search(chain, 0, 6, 3)).toHaveLength(6);
  expect(search(chain, 0, 7, 3)).toBeNull();
});

test("a path from a record to itself has no steps", () => {
  expect(search([], 4, 4, 3)).toEqual([]);
});

test("a step found from the far end names the end it was seen from", () => {
  const path = search(
    [
      [0, 1],
      [1, 2],
    ],
    0,
    2,
    1,
  );
  expect(path).toEqual([
    { from: "job:0", to: "job:1", relation: "job-callbacks", source: "job:0" },
    { from: "job:1", to: "job:2", relation: "callback-job", source: "job:2" },
  ]);
});
