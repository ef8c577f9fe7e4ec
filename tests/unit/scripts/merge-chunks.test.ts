import { describe, expect, it } from "vitest";
import { type Chunk, mergeChunks, type Page } from "../../../scripts/merge-chunks";

const page = (rule: Partial<Page> = {}): Page => ({ ownFiles: 0, mostFiles: 25, weight: () => 1, ...rule });
const chunk = (bytes: number, pages: number[], needs: number[] = []): Chunk => ({
  bytes,
  pages: new Set(pages),
  needs: new Set(needs),
});

describe("merging chunks", () => {
  it("merges chunks that the same pages load, at no cost", () => {
    const groups = mergeChunks([chunk(9_000, [0, 1]), chunk(5_000, [0, 1])], [page(), page()], 300);
    expect(groups[0]).toBe(groups[1]);
  });

  it("keeps apart chunks that a page would load needlessly", () => {
    const groups = mergeChunks([chunk(9_000, [0, 1]), chunk(5_000, [0])], [page(), page()], 300);
    expect(groups[0]).not.toBe(groups[1]);
  });

  it("merges with a little waste if one file fewer is worth more", () => {
    const chunks = [chunk(9_000, [0, 1]), chunk(200, [0])];
    expect(new Set(mergeChunks(chunks, [page(), page()], 300)).size).toBe(1);
    expect(new Set(mergeChunks(chunks, [page(), page({ weight: () => 40 })], 300)).size).toBe(2);
  });

  it("merges the cheapest chunks until a page is within its file limit", () => {
    const chunks = [chunk(9_000, [0, 1]), chunk(5_000, [0]), chunk(2_000, [0, 2])];
    const groups = mergeChunks(chunks, [page({ mostFiles: 2 }), page({ weight: () => 2 }), page()], 1);
    expect(groups[0]).not.toBe(groups[1]);
    expect(groups[0]).not.toBe(groups[2]);
    expect(groups[1]).toBe(groups[2]);
  });

  it("spares a page more the closer it comes to its budget", () => {
    const nearBudget = page({ weight: (bytes) => (bytes > 10_000 ? 40 : 1) });
    const chunks = (first: number) => [chunk(first, [0, 1]), chunk(200, [0])];
    expect(new Set(mergeChunks(chunks(9_000), [page(), nearBudget], 300)).size).toBe(1);
    expect(new Set(mergeChunks(chunks(11_000), [page(), nearBudget], 300)).size).toBe(2);
  });

  it("counts a merged file's imports as needless loads too", () => {
    // On its own, the second costs page 1 a hundred bytes; with its imports, nine thousand more.
    const chunks = [chunk(500, [0, 1]), chunk(100, [0], [2]), chunk(9_000, [0])];
    const groups = mergeChunks(chunks, [page(), page()], 300);
    expect(groups[0]).not.toBe(groups[1]);
  });

  it("never makes two files import each other", () => {
    // The first imports the second, which imports the third: without the second, first and third cannot be merged.
    const chunks = [chunk(10, [0], [1]), chunk(90_000, [0, 1], [2]), chunk(10, [0, 1, 2])];
    const groups = mergeChunks(chunks, [page(), page(), page({ weight: () => 1000 })], 300);
    expect(isAcyclic(chunks, groups)).toBe(true);
    expect(groups[0]).not.toBe(groups[2]);
  });

  it("stops if a page over its limit has nothing left to merge", () => {
    const groups = mergeChunks([chunk(10, [0]), chunk(10, [1])], [page({ ownFiles: 40 }), page()], 300);
    expect(new Set(groups).size).toBe(2);
  });

  it("keeps each page complete, within its file limit and without cycles, for any imports", () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const random = randomNumbers(seed);
      const rules = Array.from({ length: 12 }, () =>
        page({ mostFiles: 6, weight: random() < 0.2 ? () => 40 : () => 1 }),
      );
      const chunks = drawn(random, rules.length);
      const groups = mergeChunks(chunks, rules, 200);
      expect(isAcyclic(chunks, groups)).toBe(true);
      for (const at of rules.keys()) {
        const files = new Set(chunks.flatMap(({ pages }, number) => (pages.has(at) ? [groups[number] ?? -1] : [])));
        for (const file of files) for (const next of needsOf(chunks, groups, file)) files.add(next);
        expect(files.size).toBeLessThanOrEqual(6);
      }
    }
  });
});

/** Chunks as in a build: a page that loads a chunk loads all its imports, and later chunks import earlier ones. */
function drawn(random: () => number, pages: number): Chunk[] {
  const chunks = Array.from({ length: 30 }, (_, number) => ({
    bytes: Math.floor(random() * 20_000),
    pages: new Set(Array.from({ length: pages }, (_, at) => at).filter(() => random() < 0.3)),
    needs: new Set(Array.from({ length: number }, (_, at) => at).filter(() => random() < 0.05)),
  }));
  for (const chunk of chunks.toReversed()) {
    for (const need of chunk.needs) for (const each of chunk.pages) chunks[need]?.pages.add(each);
  }
  return chunks;
}

function needsOf(chunks: readonly Chunk[], groups: readonly number[], group: number): Set<number> {
  const own = chunks.filter((_, number) => groups[number] === group);
  const needs = new Set(own.flatMap((chunk) => [...chunk.needs].map((need) => groups[need] ?? -1)));
  needs.delete(group);
  return needs;
}

function isAcyclic(chunks: readonly Chunk[], groups: readonly number[]): boolean {
  const done = new Set<number>();
  const open = new Set<number>();
  const visit = (group: number): boolean => {
    if (open.has(group)) return false;
    if (done.has(group)) return true;
    open.add(group);
    const isFine = [...needsOf(chunks, groups, group)].every(visit);
    open.delete(group);
    done.add(group);
    return isFine;
  };
  return [...new Set(groups)].every(visit);
}

function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
