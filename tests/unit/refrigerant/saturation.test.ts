import { describe, expect, test } from "vitest";
import { REFRIGERANTS } from "~/domain/equipment/equipment";
import { type Curve, saturationPressure, saturationTemperature } from "~/domain/refrigerant/saturation";
import { SATURATION_TABLE } from "~/domain/refrigerant/saturation-table";

const at = (refrigerant: string, curve: Curve, altitudeFeet = 0) => ({ refrigerant, curve, altitudeFeet });

// psig at sea level, from published charts and REFPROP: R-454B, a mixture model, within 3 psi.
const published: [string, number, number, number][] = [
  ["R-22", -40, 0.6, 0.6],
  ["R-22", 40, 68.6, 68.6],
  ["R-22", 100, 195.9, 195.9],
  ["R-134a", 0, 6.5, 6.5],
  ["R-134a", 80, 86.7, 86.7],
  ["R-32", 32, 103.2, 103.2],
  ["R-32", 120, 429.3, 429.3],
  ["R-410A", 40, 118.8, 118.4],
  ["R-410A", 100, 318.5, 317.6],
  ["R-410A", 140, 542.6, 541.5],
  ["R-454B", 40, 113.2, 107.5],
  ["R-454B", 120, 398.6, 385.5],
];

test.each(published)("%s at %d °F boils at %d and condenses at %d psig", (refrigerant, temperature, bubble, dew) => {
  expect(Math.abs((saturationPressure(at(refrigerant, "bubble"), temperature) ?? 0) - bubble)).toBeLessThan(0.11);
  expect(Math.abs((saturationPressure(at(refrigerant, "dew"), temperature) ?? 0) - dew)).toBeLessThan(0.11);
});

test("a manufacturer's list of R-454B is met within 3 psi", () => {
  for (const [temperature, listed] of [
    [40, 111.9],
    [100, 300.8],
  ] as const) {
    expect(Math.abs((saturationPressure(at("R-454B", "bubble"), temperature) ?? 0) - listed)).toBeLessThan(3);
  }
});

describe.each(REFRIGERANTS)("%s", (refrigerant) => {
  const points = SATURATION_TABLE.get(refrigerant) ?? [];
  const temperatures = Array.from({ length: 2 * 205 + 1 }, (_, half) => -60 + half / 2).filter(
    (one) => one <= (points.at(-1)?.temperatureF ?? 0),
  );

  test("pressure rises with temperature, and boiling begins no later than it ends", () => {
    expect(points.length).toBeGreaterThan(40);
    let before = { bubble: -15, dew: -15 };
    for (const temperature of temperatures) {
      const bubble = saturationPressure(at(refrigerant, "bubble"), temperature) ?? Number.NaN;
      const dew = saturationPressure(at(refrigerant, "dew"), temperature) ?? Number.NaN;
      expect(bubble).toBeGreaterThan(before.bubble);
      expect(dew).toBeGreaterThan(before.dew);
      expect(bubble).toBeGreaterThanOrEqual(dew);
      before = { bubble, dew };
    }
  });

  test("temperature to pressure and back is the same temperature, at any altitude", () => {
    for (const curve of ["bubble", "dew"] as const) {
      for (const altitude of [0, 5_300, 10_000]) {
        const query = at(refrigerant, curve, altitude);
        for (const temperature of temperatures) {
          const back = saturationTemperature(query, saturationPressure(query, temperature) ?? Number.NaN);
          expect(Math.abs((back ?? Number.NaN) - temperature)).toBeLessThan(0.05);
        }
      }
    }
  });

  test("off the table there is no answer", () => {
    const dew = at(refrigerant, "dew");
    expect(saturationPressure(dew, -60.01)).toBeNull();
    expect(saturationPressure(dew, 150.01)).toBeNull();
    expect(saturationTemperature(dew, -14)).toBeNull();
    expect(saturationTemperature(dew, 700)).toBeNull();
    // A gauge cannot show less than a vacuum.
    for (const impossible of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -15, -100]) {
      expect(saturationTemperature(dew, impossible)).toBeNull();
    }
    for (const impossible of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(saturationPressure(dew, impossible)).toBeNull();
    }
  });
});

test("a refrigerant without a table has no answer", () => {
  expect(saturationTemperature(at("R-9999", "dew"), 100)).toBeNull();
});

test("a gauge at 5,300 feet shows less for the same temperature", () => {
  const shift = (refrigerant: string, psig: number) =>
    (saturationTemperature(at(refrigerant, "dew", 5_300), psig) ?? 0) -
    (saturationTemperature(at(refrigerant, "dew"), psig) ?? 0);
  expect(shift("R-134a", 35)).toBeCloseTo(-2.75, 1);
  expect(shift("R-410A", 118)).toBeCloseTo(-1.15, 1);
});
