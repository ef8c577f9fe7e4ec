import { expect, test } from "vitest";
import {
  degreesText,
  fieldIn,
  type Quantity,
  readIn,
  shownIn,
  TRADE_UNITS,
  weightText,
} from "~/domain/refrigerant/units";
import type { GaugeUnits } from "~/domain/shared/gauge-units";

const metric: GaugeUnits = { pressure: "kpa", temperature: "c", weight: "oz" };

test.each<[Quantity, number, number]>([
  ["pressure", 118, 813.581],
  ["pressure", 0, 0],
  ["temperature", 32, 0],
  ["temperature", -40, -40],
  ["temperature", 95, 35],
  // For a difference, only the size of a degree changes.
  ["difference", 18, 10],
  ["difference", 0, 0],
  ["weight", 2, 32],
])("%s: %f shows as %f in kPa, °C and oz, and reads back", (quantity, value, shown) => {
  expect(shownIn(metric, quantity, value)).toBeCloseTo(shown, 3);
  expect(readIn(metric, quantity, shownIn(metric, quantity, value))).toBeCloseTo(value, 9);
  expect(shownIn(TRADE_UNITS, quantity, value)).toBe(value);
});

test("a typed value shows again as typed after it is stored", () => {
  for (let tenths = 1; tenths <= 640; tenths += 1) {
    const ounces = tenths / 10;
    const stored = Math.round(readIn(metric, "weight", ounces) * 1000);
    expect(weightText(metric, stored)).toBe(`${ounces} oz`);
  }
  for (let tenths = -500; tenths <= 1400; tenths += 7) {
    const stored = Math.round(readIn(metric, "temperature", tenths / 10) * 100) / 100;
    expect(Number(fieldIn(metric, "temperature", stored))).toBeCloseTo(tenths / 10, 9);
  }
  for (let tenths = -1000; tenths <= 68_900; tenths += 13) {
    const stored = Math.round(readIn(metric, "pressure", tenths / 10) * 1000) / 1000;
    expect(Number(fieldIn(metric, "pressure", stored))).toBeCloseTo(tenths / 10, 9);
  }
});

test("values have their unit, and an unmeasured one is a dash", () => {
  expect(degreesText(TRADE_UNITS, "difference", 12.24)).toBe("12.2 °F");
  expect(degreesText(metric, "difference", 18)).toBe("10.0 °C");
  expect(degreesText(metric, "temperature", 50)).toBe("10.0 °C");
  expect(degreesText(metric, "difference", -0.04)).toBe("0.0 °C");
  expect(degreesText(metric, "temperature", null)).toBe("–");
  expect([weightText(TRADE_UNITS, 125), weightText(metric, 125)]).toEqual(["0.125 lb", "2 oz"]);
  expect([fieldIn(metric, "pressure", undefined), fieldIn(TRADE_UNITS, "weight", 0.125)]).toEqual(["", "0.125"]);
});
