import { expect, test } from "vitest";
import { changedCosts, savedReleases, withRelease } from "../../../bench/cost-releases";

test("costs that change by 5% or more are reported, as are new and removed ones, largest change first", () => {
  const before = { "add a part": 20, "create a job": 10, "sign in": 18, "take a photo": 15 };
  const now = { "add a part": 25, "create a job": 10.4, "sign in": 17, "send a message": 3 };
  expect(changedCosts(before, now)).toEqual([
    { name: "take a photo", before: 15, now: null },
    { name: "add a part", before: 20, now: 25 },
    { name: "send a message", before: null, now: 3 },
    { name: "sign in", before: 18, now: 17 },
  ]);
});

test("nothing is reported if all costs are the same", () => {
  const [first] = savedReleases();
  expect(first?.release).toBe("0.1.0");
  expect(first && changedCosts(first.actions, first.actions)).toEqual([]);
});

test("a remeasured release replaces its old entry, and a new one is appended", () => {
  const one = { release: "1", measuredOn: "2026-11-01", actions: {} };
  const two = { release: "2", measuredOn: "2026-11-02", actions: {} };
  const again = { ...one, measuredOn: "2026-11-03" };
  expect(withRelease([one], two)).toEqual([one, two]);
  expect(withRelease([one, two], again)).toEqual([two, again]);
});
