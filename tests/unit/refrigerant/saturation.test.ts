import { describe, expect, test } from "vitest";
import { REFRIGERANTS, type Refrigerant } from "~/domain/equipment/equipment";
import { type Curve, saturationPressure, saturationTemperature } from "~/domain/refrigerant/saturation";
import { SATURATION_TABLE } from "~/domain/refrigerant/saturation-table";

const at = (refrigerant: string, curve: Curve, altitudeFeet = 0) => ({ refrigerant, curve, altitudeFeet });

/**
 * How far a pressure in psi may deviate from a chart's; R-454B is computed with a mixture model, and charts for it differ by 3.
 */
const MAX_OFF = 0.1;

/** psig at sea level by the table and by REFPROP's published chart, both rounded to a tenth. */
const published: [string, number, number, number][] = [
  ["R-22", -40, 0.6, 0.6],
  ["R-22", 0, 24.0, 24.0],
  ["R-22", 32, 57.5, 57.5],
  ["R-22", 40, 68.6, 68.6],
  ["R-22", 100, 195.9, 195.9],
  ["R-22", 140, 337.4, 337.4],
  ["R-134a", -40, -7.3, -7.3],
  ["R-134a", 0, 6.5, 6.5],
  ["R-134a", 32, 27.8, 27.8],
  ["R-134a", 80, 86.7, 86.7],
  ["R-134a", 140, 229.2, 229.2],
  ["R-32", 32, 103.2, 103.2],
  ["R-32", 120, 429.3, 429.3],
  ["R-32", 140, 555.8, 555.8],
  ["R-410A", 32, 101.4, 101.1],
  ["R-410A", 40, 118.8, 118.4],
  ["R-410A", 100, 318.5, 317.6],
  ["R-410A", 140, 542.6, 541.5],
  ["R-454B", 32, 96.6, 91.5],
  ["R-454B", 40, 113.2, 107.5],
  ["R-454B", 120, 398.6, 385.5],
  ["R-454B", 140, 514.1, 500.2],
];

const off = (refrigerant: string, curve: Curve, temperature: number, psig: number) =>
  Math.abs((saturationPressure(at(refrigerant, curve), temperature) ?? Number.NaN) - psig);

test.each(published)("%s at %d °F boils at %d and condenses at %d psig", (refrigerant, temperature, bubble, dew) => {
  expect(off(refrigerant, "bubble", temperature, bubble)).toBeLessThan(MAX_OFF);
  expect(off(refrigerant, "dew", temperature, dew)).toBeLessThan(MAX_OFF);
});

/** psig halfway between two entries of the table, where linear interpolation is worst, computed with CoolProp 8.0.0. */
const HALFWAY_F = [-27.5, 32.5, 77.5, 117.5, 142.5];
const betweenMarks: Record<Exclude<Refrigerant, "R-454B">, [bubble: number, dew: number][]> = {
  "R-22": [
    [6.158, 6.158],
    [58.186, 58.186],
    [137.849, 137.849],
    [251.253, 251.253],
    [348.09, 348.09],
  ],
  "R-134a": [
    [-4.135, -4.135],
    [28.201, 28.201],
    [82.611, 82.611],
    [164.719, 164.719],
    [237.342, 237.342],
  ],
  "R-32": [
    [20.202, 20.202],
    [104.287, 104.287],
    [232.191, 232.191],
    [415.214, 415.214],
    [573.374, 573.374],
  ],
  "R-407C": [
    [9.121, 2.754],
    [68.413, 52.777],
    [159.243, 134.438],
    [288.657, 256.217],
    [399.166, 364.178],
  ],
  "R-410A": [
    [19.81, 19.687],
    [102.468, 102.081],
    [227.478, 226.717],
    [405.662, 404.561],
    [559.69, 558.635],
  ],
  "R-404A": [
    [11.852, 11.104],
    [74.584, 73.148],
    [168.602, 166.657],
    [301.801, 299.629],
    [416.492, 414.54],
  ],
  "R-448A": [
    [12.004, 5.401],
    [76.518, 60.068],
    [173.8, 147.315],
    [310.881, 276.002],
    [427.023, 389.768],
  ],
  "R-290": [
    [6.852, 6.852],
    [54.704, 54.704],
    [124.37, 124.37],
    [220.555, 220.555],
    [301.179, 301.179],
  ],
  "R-454A": [
    [14.252, 6.936],
    [81.973, 62.948],
    [182.359, 150.716],
    [321.926, 279.1],
    [438.801, 392.298],
  ],
  "R-513A": [
    [-2.235, -2.305],
    [32.667, 32.63],
    [89.077, 89.075],
    [172.208, 172.192],
    [244.764, 244.706],
  ],
};

test.each(Object.entries(betweenMarks))(
  "%s between the table's points is within 0.1 psi of the computed value",
  (refrigerant, solved) => {
    for (const [index, temperature] of HALFWAY_F.entries()) {
      const [bubble, dew] = solved[index] ?? [Number.NaN, Number.NaN];
      expect(off(refrigerant, "bubble", temperature, bubble)).toBeLessThan(MAX_OFF);
      expect(off(refrigerant, "dew", temperature, dew)).toBeLessThan(MAX_OFF);
    }
  },
);

test("R-454B is within 0.1 psi between its data points, and within half a psi where points are missing", () => {
  const solved: [number, number, number][] = [
    [-27.5, 18.496, 16.724],
    [32.5, 97.594, 92.481],
    [77.5, 216.79, 207.648],
    [117.5, 385.656, 372.758],
  ];
  for (const [temperature, bubble, dew] of solved) {
    expect(off("R-454B", "bubble", temperature, bubble)).toBeLessThan(MAX_OFF);
    expect(off("R-454B", "dew", temperature, dew)).toBeLessThan(MAX_OFF);
  }
  expect(off("R-454B", "bubble", 142.5, 530.043)).toBeLessThan(0.5);
  expect(off("R-454B", "dew", 142.5, 516.181)).toBeLessThan(0.5);
});

test("R-454B is within 3 psi of a manufacturer's chart", () => {
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

  test("pressure rises with temperature, and bubble pressure is at least dew pressure", () => {
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

  test("temperature to pressure and back gives the same temperature, at any altitude", () => {
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

  test("there is no result outside the table", () => {
    const dew = at(refrigerant, "dew");
    expect(saturationPressure(dew, -60.01)).toBeNull();
    expect(saturationPressure(dew, 150.01)).toBeNull();
    expect(saturationTemperature(dew, -14)).toBeNull();
    expect(saturationTemperature(dew, 700)).toBeNull();
    // A gauge cannot show less than a full vacuum.
    for (const impossible of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -15, -100]) {
      expect(saturationTemperature(dew, impossible)).toBeNull();
    }
    for (const impossible of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(saturationPressure(dew, impossible)).toBeNull();
    }
  });
});

test("a refrigerant without a table has no result", () => {
  expect(saturationTemperature(at("R-9999", "dew"), 100)).toBeNull();
});

test("a gauge at 5,300 feet reads lower at the same temperature", () => {
  const shift = (refrigerant: string, psig: number) =>
    (saturationTemperature(at(refrigerant, "dew", 5_300), psig) ?? 0) -
    (saturationTemperature(at(refrigerant, "dew"), psig) ?? 0);
  expect(shift("R-134a", 35)).toBeCloseTo(-2.75, 1);
  expect(shift("R-410A", 118)).toBeCloseTo(-1.15, 1);
});
