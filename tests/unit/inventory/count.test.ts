import { expect, test } from "vitest";
import { differenceOf, differenceValue } from "~/domain/inventory/counts/count";

test.each([
  [4000, 5000, -1000],
  [5000, 5000, 0],
  [0, 5000, -5000],
  [1500, 0, 1500],
  [null, null, null],
])("a count of %s against %s on hand differs by %s", (countedMilli, onHandMilli, difference) => {
  expect(differenceOf({ countedMilli, onHandMilli })).toBe(difference);
});

const known = { costedMilli: 10_000, valueMinor: 2500, unitCostMinor: 900 };
test.each([
  ["its average cost", { ...known, differenceMilli: -2000 }, -500],
  ["its average cost if found", { ...known, differenceMilli: 1000 }, 250],
  ["at most the whole stock's value", { ...known, differenceMilli: -30_000 }, -2500],
  [
    "the item's own cost if none is on hand",
    { costedMilli: 0, valueMinor: 0, unitCostMinor: 900, differenceMilli: 500 },
    450,
  ],
  ["an unknown amount", { costedMilli: 0, valueMinor: 0, unitCostMinor: null, differenceMilli: 500 }, null],
  ["nothing without a difference", { costedMilli: 0, valueMinor: 0, unitCostMinor: null, differenceMilli: 0 }, 0],
  ["nothing before it is counted", { ...known, differenceMilli: null }, null],
])("a difference is worth %s", (_, input, worth) => {
  expect(differenceValue(input)).toBe(worth);
});
