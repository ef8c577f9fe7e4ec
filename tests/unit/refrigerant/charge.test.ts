import { describe, expect, test } from "vitest";
import {
  assess,
  type Circuit,
  doubtful,
  fixedOrificeTarget,
  impossible,
  type Verdict,
} from "~/domain/refrigerant/charge";
import type { Measurements } from "~/domain/refrigerant/reading-fields";
import { saturationPressure } from "~/domain/refrigerant/saturation";

const nothing: Measurements = {
  suctionPsig: null,
  suctionTempF: null,
  liquidPsig: null,
  liquidTempF: null,
  indoorWetBulbF: null,
  outdoorDryBulbF: null,
};
const circuit: Circuit = { refrigerant: "R-410A", metering: "txv", targetSubcoolingF: null, altitudeFeet: 0 };

test.each([
  ["R-22", 68.5, 50, 10.0],
  ["R-410A", 118, 52, 12.2],
  ["R-134a", 35, 50, 10.1],
  // By the bubble curve it would be 12.7.
  ["R-454B", 107.5, 50, 10.0],
])("%s at %d psig and %d °F has a superheat of %d", (refrigerant, suctionPsig, suctionTempF, expected) => {
  const { superheat } = assess({ ...circuit, refrigerant }, { ...nothing, suctionPsig, suctionTempF });
  expect(Math.abs((superheat?.value ?? Number.NaN) - expected)).toBeLessThanOrEqual(0.1);
});

test.each([
  ["R-410A", 340, 95, 9.6],
  ["R-32", 350, 95, 10.1],
  ["R-454B", 303, 90, 9.9],
])("%s at %d psig and %d °F has a subcooling of %d", (refrigerant, liquidPsig, liquidTempF, expected) => {
  const { subcooling } = assess({ ...circuit, refrigerant }, { ...nothing, liquidPsig, liquidTempF });
  expect(Math.abs((subcooling?.value ?? Number.NaN) - expected)).toBeLessThanOrEqual(0.1);
});

test("a fixed orifice's target is (3 x wet bulb - 80 - dry bulb) / 2, and a chart is needed where that is small", () => {
  expect(fixedOrificeTarget(63, 95)).toBe(7);
  expect(fixedOrificeTarget(67, 85)).toBe(18);
  expect(fixedOrificeTarget(60, 95)).toBeNull();
});

/** The gauge readings for a superheat and a subcooling, on a hot day. */
function showing(
  { refrigerant, altitudeFeet }: Circuit,
  { superheat, subcooling }: { superheat?: number; subcooling?: number },
): Measurements {
  const psig = (curve: "bubble" | "dew", at: number) => saturationPressure({ refrigerant, curve, altitudeFeet }, at);
  return {
    suctionPsig: superheat === undefined ? null : psig("dew", 40),
    suctionTempF: superheat === undefined ? null : 40 + superheat,
    liquidPsig: subcooling === undefined ? null : psig("bubble", 120),
    liquidTempF: subcooling === undefined ? null : 120 - subcooling,
    // A target of 12 °F.
    indoorWetBulbF: 63,
    outdoorDryBulbF: 85,
  };
}

describe("the verdict", () => {
  const txv = { ...circuit, targetSubcoolingF: 10 };
  const fixed: Circuit = { ...circuit, metering: "fixed", refrigerant: "R-22", targetSubcoolingF: 10 };
  const cases: [string, Circuit, { superheat?: number; subcooling?: number }, Verdict][] = [
    ["a valve in range", txv, { superheat: 10, subcooling: 10 }, "in_range"],
    ["a valve at the lower limit", txv, { superheat: 10, subcooling: 7 }, "in_range"],
    ["a valve at the upper limit", txv, { superheat: 10, subcooling: 13 }, "in_range"],
    ["a valve, subcooling low", txv, { superheat: 10, subcooling: 6.9 }, "undercharged"],
    ["a valve, subcooling low and superheat high", txv, { superheat: 30, subcooling: 2 }, "undercharged"],
    ["a valve, subcooling high", txv, { superheat: 10, subcooling: 13.1 }, "overcharged"],
    ["a valve, both high", txv, { superheat: 30, subcooling: 20 }, "restriction"],
    ["a valve, only superheat high", txv, { superheat: 30, subcooling: 10 }, "restriction"],
    ["a valve, only superheat low", txv, { superheat: 2, subcooling: 10 }, "low_airflow"],
    ["a valve without the liquid side", txv, { superheat: 10 }, "unclear"],
    ["a valve, only the liquid side", txv, { subcooling: 10 }, "in_range"],
    ["an orifice in range", fixed, { superheat: 12, subcooling: 10 }, "in_range"],
    ["an orifice, superheat high", fixed, { superheat: 25, subcooling: 3 }, "undercharged"],
    ["an orifice, superheat high without the liquid side", fixed, { superheat: 25 }, "undercharged"],
    ["an orifice, both high", fixed, { superheat: 25, subcooling: 20 }, "restriction"],
    ["an orifice, superheat low, subcooling high", fixed, { superheat: 3, subcooling: 20 }, "overcharged"],
    ["an orifice, both low", fixed, { superheat: 3, subcooling: 3 }, "low_airflow"],
    ["an orifice without the suction side", fixed, { subcooling: 10 }, "unclear"],
  ];

  test.each(cases)("%s", (_name, of, figures, verdict) => {
    const found = assess(of, showing(of, figures));
    expect(found.verdict).toBe(verdict);
    expect(found.next.length > 0).toBe(!["in_range", "unclear"].includes(verdict));
  });

  test("names each figure with its range, and anything missing", () => {
    expect(assess(txv, showing(txv, { superheat: 10, subcooling: 6 })).reasons).toEqual([
      "Superheat 10 °F is within 5 to 20 °F.",
      "Subcooling 6 °F is below 7 to 13 °F.",
    ]);
    expect(assess(txv, nothing).reasons).toEqual(["Measure liquid pressure and liquid line temperature."]);
    const inside = { ...showing(fixed, { superheat: 12 }), indoorWetBulbF: null };
    expect(assess(fixed, inside).reasons.at(-1)).toMatch(/^Measure indoor wet bulb and outdoor dry bulb/);
    const cold = { ...showing(fixed, { superheat: 12 }), indoorWetBulbF: 55 };
    expect(assess(fixed, cold).reasons.at(-1)).toMatch(/charging chart/);
    expect(assess(fixed, cold).verdict).toBe("unclear");
  });

  test("at altitude the same gauge pressure means a colder coil", () => {
    const measured = { ...nothing, suctionPsig: 118, suctionTempF: 52 };
    const low = assess(circuit, measured).superheat?.value ?? Number.NaN;
    const high = assess({ ...circuit, altitudeFeet: 5_300 }, measured).superheat?.value ?? Number.NaN;
    expect(high - low).toBeCloseTo(1.15, 1);
  });
});

describe("measurements", () => {
  const fields = (found: { field: string }[]) => found.map(({ field }) => field);

  test.each<[string, Partial<Measurements>, string[]]>([
    ["a suction pressure outside the table", { suctionPsig: 900 }, ["suctionPsig"]],
    ["a pressure below a vacuum", { suctionPsig: -15 }, ["suctionPsig"]],
    ["a liquid pressure outside the table", { liquidPsig: 800 }, ["liquidPsig"]],
    ["swapped gauges", { suctionPsig: 340, liquidPsig: 118 }, ["liquidPsig"]],
    ["equal pressures: the unit does not run", { suctionPsig: 200, liquidPsig: 200 }, ["liquidPsig"]],
    ["liquid colder than the air, as with a condenser cooled by water", { liquidTempF: 75, outdoorDryBulbF: 95 }, []],
    ["an ordinary unit", { suctionPsig: 118, suctionTempF: 52, liquidPsig: 340, liquidTempF: 97 }, []],
  ])("impossible measurements are found: %s", (_name, measured, expected) => {
    expect(fields(impossible(circuit, { ...nothing, ...measured }))).toEqual(expected);
  });

  test.each<[string, Partial<Measurements>, string[]]>([
    ["suction below saturation", { suctionPsig: 118, suctionTempF: 38 }, ["suctionTempF"]],
    ["superheat as on a stopped unit", { suctionPsig: 118, suctionTempF: 101 }, ["suctionTempF"]],
    ["liquid above saturation", { liquidPsig: 340, liquidTempF: 106 }, ["liquidTempF"]],
    ["implausibly high subcooling", { liquidPsig: 420, liquidTempF: 75 }, ["liquidTempF"]],
    ["liquid colder than the air", { liquidTempF: 94.9, outdoorDryBulbF: 95 }, ["liquidTempF"]],
    ["liquid as warm as the air", { liquidTempF: 95, outdoorDryBulbF: 95 }, []],
    ["a wet bulb as high as a dry bulb", { indoorWetBulbF: 90 }, ["indoorWetBulbF"]],
    ["winter temperatures outdoors", { outdoorDryBulbF: 40 }, ["outdoorDryBulbF"]],
    ["an ordinary unit", { suctionPsig: 118, suctionTempF: 52, liquidPsig: 340, liquidTempF: 97 }, []],
  ])("doubtful measurements are found: %s", (_name, measured, expected) => {
    expect(fields(doubtful(circuit, { ...nothing, ...measured }))).toEqual(expected);
  });
});
