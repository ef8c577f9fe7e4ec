import fc from "fast-check";
import { expect, test } from "vitest";
import { assignRows, type Candidate } from "~/domain/finance/matching/assignment";

function maxPairs(candidates: readonly Candidate[][], taken: ReadonlySet<number> = new Set()): number {
  const [first, ...rest] = candidates;
  if (!first) return 0;
  const free = first.filter(({ row }) => !taken.has(row));
  const withFirst = free.map(({ row }) => 1 + maxPairs(rest, new Set([...taken, row])));
  return Math.max(maxPairs(rest, taken), ...withFirst);
}

test("the best match gets the row", () => {
  expect(assignRows([[{ row: 0, cost: 70 }], [{ row: 0, cost: 0 }]])).toEqual([null, 0]);
  expect(assignRows([[{ row: 0, cost: 0 }], [{ row: 0, cost: 70 }]])).toEqual([0, null]);
});

test("an occurrence with several candidates yields another's only candidate", () => {
  const late = [{ row: 0, cost: 30 }];
  const either = [
    { row: 0, cost: 10 },
    { row: 1, cost: 60 },
  ];
  expect(assignRows([late, either])).toEqual([0, 1]);
  expect(assignRows([either, late])).toEqual([1, 0]);
});

test("no row is assigned twice, and no assignment has more pairs", () => {
  const aCandidateList = fc.uniqueArray(fc.record({ row: fc.nat(5), cost: fc.nat(30) }), {
    selector: ({ row }) => row,
    maxLength: 4,
  });
  fc.assert(
    fc.property(fc.array(aCandidateList, { maxLength: 6 }), (candidates) => {
      const rows = assignRows(candidates);
      const used = rows.filter((row) => row !== null);
      expect(new Set(used).size).toBe(used.length);
      expect(rows.every((row, at) => row === null || candidates[at]?.some((candidate) => candidate.row === row))).toBe(
        true,
      );
      expect(used.length).toBe(maxPairs(candidates));
    }),
    { numRuns: 500 },
  );
});
