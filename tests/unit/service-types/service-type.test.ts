import fc from "fast-check";
import { expect, test } from "vitest";
import { limitsText, nextSequence, reorderTasks, taskProblems } from "~/domain/service-types/service-type";
import { nudged } from "~/domain/shared/nudged";
import { aTask } from "./fixtures";

const THREE = ["a", "b", "c"].map((id, index) => aTask({ id, sequence: index + 1 }));

test.each([
  [
    ["c", "a", "b"],
    ["c", "a", "b"],
  ],
  [
    ["c", "a"],
    ["c", "b", "a"],
  ],
  [[], ["a", "b", "c"]],
  [["a", "x"], null],
  [["a", "a", "b"], null],
])("reordering by %o results in %o", (ids, expected) => {
  const ordered = reorderTasks(THREE, ids);
  expect(ordered?.map(({ id }) => id) ?? null).toEqual(expected);
  if (ordered) expect(ordered.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
});

test.each([
  ["°F", 50, 70, "50 to 70 °F"],
  ["%", -6, 6, "-6% to 6%"],
  ["µA", 3, null, "at least 3 µA"],
  ["%", null, 9, "at most 9%"],
  ["psig", null, null, "psig"],
])("limits in %s from %s to %s are shown as '%s'", (unit, min, max, text) => {
  expect(limitsText({ unit, min, max })).toBe(text);
});

test("any order keeps every task and renumbers from 1", () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(["a", "b", "c", "d", "e"]), (ids) => {
      const tasks = ["a", "b", "c", "d", "e"].map((id, index) => aTask({ id, sequence: index * 3 }));
      const ordered = reorderTasks(tasks, ids) ?? [];
      expect(ordered.map(({ id }) => id).sort()).toEqual(["a", "b", "c", "d", "e"]);
      expect(ordered.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
      expect(ordered.filter(({ id }) => ids.includes(id)).map(({ id }) => id)).toEqual(ids);
    }),
  );
});

test.each([
  ["b", -1, ["b", "a", "c"]],
  ["b", 1, ["a", "c", "b"]],
  ["a", -1, ["a", "b", "c"]],
  ["c", 1, ["a", "b", "c"]],
  ["x", 1, ["a", "b", "c"]],
] as const)("moving %s by %i gives %o", (id, by, expected) => {
  expect(nudged(["a", "b", "c"], id, by)).toEqual(expected);
});

test("the next task comes after the last, even if there are gaps", () => {
  expect(nextSequence([])).toBe(1);
  expect(nextSequence([{ sequence: 7 }, { sequence: 2 }])).toBe(8);
});

test.each([
  [{}, []],
  [{ title: " " }, ["title"]],
  [{ unit: "psig" }, ["unit"]],
  [{ min: 1, max: 2 }, ["min", "max"]],
  [{ kind: "measurement" as const, unit: "°F", min: 90, max: 140 }, []],
  [{ kind: "measurement" as const, unit: "°F", min: 90, max: 90 }, []],
  [{ kind: "measurement" as const, unit: "°F", min: 91, max: 90 }, ["max"]],
  [{ kind: "measurement" as const, unit: "", min: 90 }, ["unit"]],
  [{ kind: "reading" as const, min: 0 }, ["min"]],
])("a task with %o has problems in %o", (parts, fields) => {
  expect(taskProblems(aTask(parts)).map(({ field }) => field)).toEqual(fields);
});
