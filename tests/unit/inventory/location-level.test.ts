import { describe, expect, test } from "vitest";
import { levelState, missingMilli, restockPlan } from "~/domain/inventory/locations/location-level";

describe("stock below the minimum is missing up to the maximum", () => {
  test.each([
    { name: "nothing there", availableMilli: 0, minMilli: 2000, maxMilli: 6000, missing: 6000, state: "out" },
    { name: "below the minimum", availableMilli: 1500, minMilli: 2000, maxMilli: 6000, missing: 4500, state: "low" },
    { name: "just the minimum", availableMilli: 2000, minMilli: 2000, maxMilli: 6000, missing: 0, state: "ok" },
    { name: "between the two", availableMilli: 3000, minMilli: 2000, maxMilli: 6000, missing: 0, state: "ok" },
    { name: "more than the maximum", availableMilli: 9000, minMilli: 2000, maxMilli: 6000, missing: 0, state: "ok" },
    { name: "minimum one, none there", availableMilli: 0, minMilli: 1000, maxMilli: 1000, missing: 1000, state: "out" },
    { name: "minimum one, one there", availableMilli: 1000, minMilli: 1000, maxMilli: 1000, missing: 0, state: "ok" },
    { name: "no minimum", availableMilli: 0, minMilli: 0, maxMilli: 4000, missing: 0, state: "ok" },
    { name: "thousandths", availableMilli: 299, minMilli: 300, maxMilli: 300, missing: 1, state: "low" },
  ])("$name", ({ missing, state, ...row }) => {
    expect(missingMilli(row)).toBe(missing);
    expect(levelState(row)).toBe(state);
  });
});

describe("a restock plan takes no more than is available and reports the rest as still missing", () => {
  const row = { availableMilli: 1000, minMilli: 2000, maxMilli: 6000 };
  test.each([
    { name: "enough", freeMilli: 10_000, quantityMilli: 5000, stillMissingMilli: 0 },
    { name: "just enough", freeMilli: 5000, quantityMilli: 5000, stillMissingMilli: 0 },
    { name: "too little", freeMilli: 1250, quantityMilli: 1250, stillMissingMilli: 3750 },
    { name: "nothing", freeMilli: 0, quantityMilli: 0, stillMissingMilli: 5000 },
  ])("$name", ({ freeMilli, quantityMilli, stillMissingMilli }) => {
    expect(restockPlan([{ ...row, freeMilli }])).toEqual([{ ...row, freeMilli, quantityMilli, stillMissingMilli }]);
  });

  test("an item at its minimum is left out", () => {
    expect(restockPlan([{ ...row, availableMilli: 2000, freeMilli: 10_000 }])).toEqual([]);
  });
});
