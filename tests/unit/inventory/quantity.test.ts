import { expect, test } from "vitest";
import { unitCostOf } from "~/domain/inventory/movement";
import { formatAmountOf, MAX_QUANTITY_MILLI, parseQuantity } from "~/domain/inventory/quantity";

test.each<[string | number, number | null]>([
  ["12", 12_000],
  ["1,250.5", 1_250_500],
  [".125", 125],
  ["-3", -3000],
  [" 7 ", 7000],
  ["0", 0],
  [0.1 + 0.2, null],
  [0.3, 300],
  [1e-7, null],
  ["1.0001", null],
  ["1,25", null],
  ["1e3", null],
  ["", null],
  ["-", null],
  [".", null],
  ["a few", null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  [MAX_QUANTITY_MILLI / 1000, MAX_QUANTITY_MILLI],
  [MAX_QUANTITY_MILLI / 1000 + 1, null],
])("%s is read as %s thousandths", (given, milli) => {
  expect(parseQuantity(given)).toBe(milli);
});

test("every quantity in thousandths round-trips through its text and number", () => {
  for (let milli = -2500; milli <= 2500; milli += 7) {
    expect(parseQuantity(milli / 1000)).toBe(milli);
    expect(parseQuantity((milli / 1000).toFixed(3))).toBe(milli);
  }
});

test("an amount is shown with its unit and without trailing zeros", () => {
  expect([formatAmountOf(12_000, "EA"), formatAmountOf(1_250_125, "LB")]).toEqual(["12 EA", "1,250.125 LB"]);
});

test("a unit's cost is the movement's cost divided by quantity, and unknown if any part is uncosted", () => {
  expect(unitCostOf({ quantityMilli: -3000, totalCostMinor: -1000, uncostedMilli: 0 })).toBe(333.3333);
  expect(unitCostOf({ quantityMilli: 3000, totalCostMinor: 600, uncostedMilli: 1 })).toBeNull();
});
