import fc from "fast-check";
import { expect, test } from "vitest";
import { chargeTrend, type JudgedReading } from "~/domain/refrigerant/drift";
import { addDays, type CivilDate } from "~/domain/shared/time/dates";

/** A reading with a TXV: its subcooling, with a target range of 7 to 13 °F. */
function valve(takenOn: CivilDate, subcooling: number | null, rest: Partial<JudgedReading> = {}): JudgedReading {
  const level = subcooling === null ? null : subcooling < 7 ? "low" : subcooling > 13 ? "high" : "right";
  return {
    ...{ takenOn, refrigerant: "R-410A", metering: "txv", addedMilliLb: null, recoveredMilliLb: null },
    assessment: {
      superheat: null,
      subcooling: subcooling === null ? null : { value: subcooling, target: { from: 7, to: 13 }, level },
      verdict:
        level === null ? "unclear" : level === "low" ? "undercharged" : level === "high" ? "overcharged" : "in_range",
    },
    ...rest,
  };
}

const days = ["2025-05-01", "2025-09-01", "2026-01-01", "2026-05-01"];
const visits = (figures: readonly (number | null)[]) =>
  figures.map((figure, at) => valve(days[at] ?? "", figure)).reverse();

test("subcooling that falls visit by visit is a drift, with the date it leaves its range", () => {
  // 1 °F in about four months: the last degree above the limit lasts four more.
  expect(chargeTrend(visits([11, 10, 9, 8]))).toEqual({
    ...{ state: "drifting", figure: "subcooling", direction: "falling", since: "2025-05-01", latest: "2026-05-01" },
    ...{ fromF: 1, toF: -2, leavesOn: "2026-09-01", verdict: null },
  });
});

test("one bad reading in between does not reverse the drift", () => {
  const trend = chargeTrend(visits([11.5, 10.5, 12.5, 8.5]));
  expect(trend).toBeNull();
  const longer = [12, 11.5, 11, 13, 10, 9.5, 9].map((figure, at) => valve(addDays("2025-01-01", at * 70), figure));
  expect(chargeTrend(longer.reverse())).toMatchObject({ state: "drifting", direction: "falling" });
});

test.each([
  ["steady", [10, 10.3, 9.8, 10.1]],
  ["too few visits", [11, 8]],
  ["less than two degrees in total", [10, 9.7, 9.4, 8.6]],
  ["up and down", [8, 12, 8.5, 11.5]],
  ["not measured at the last visit", [11, 10, 9, null]],
])("%s is not a drift", (_, figures) => {
  expect(chargeTrend(visits(figures))).toBeNull();
});

test("readings spanning less than two months are not a drift", () => {
  const close = [8, 9, 10].map((figure, at) => valve(addDays("2026-05-01", -at * 20), figure));
  expect(chargeTrend(close)).toBeNull();
});

test("adding refrigerant restarts the trend at that day's last reading", () => {
  const charged = [
    valve("2026-05-01", 10),
    valve("2026-01-01", 10.2),
    valve("2025-09-01", 10.1, { addedMilliLb: 800 }),
    valve("2025-09-01", 6),
    valve("2025-05-01", 12),
  ];
  expect(chargeTrend(charged)).toBeNull();
});

test("another refrigerant or metering device starts a new trend", () => {
  const [latest, ...earlier] = visits([11, 10, 9, 8]);
  if (!latest) throw new Error("no visit");
  expect(chargeTrend([latest, ...earlier.map((one) => ({ ...one, refrigerant: "R-22" }))])).toBeNull();
  expect(chargeTrend([latest, ...earlier.map((one) => ({ ...one, metering: "fixed" as const }))])).toBeNull();
});

test("a charge out of range has the last reading's verdict, even on the first reading", () => {
  expect(chargeTrend([valve("2026-05-01", 4)])).toMatchObject({
    ...{ state: "out", direction: "falling", leavesOn: null, verdict: "Low on refrigerant", toF: -6 },
  });
  expect(chargeTrend([])).toBeNull();
});

test("an orifice is judged by its superheat against the target for each day's weather", () => {
  const figures = [
    { value: 12, target: { from: 7, to: 17 } },
    { value: 20, target: { from: 12, to: 22 } },
    { value: 14, target: { from: 3, to: 13 } },
  ];
  const readings = figures.map(({ value, target }, at) =>
    valve(days[at] ?? "", null, {
      metering: "fixed",
      assessment: { superheat: { value, target, level: "right" }, subcooling: null, verdict: "in_range" },
    }),
  );
  expect(chargeTrend(readings.reverse())).toMatchObject({ figure: "superheat", direction: "rising", fromF: 0 });
});

test("for any readings, a drift is within its range, goes one way and leaves it in the future", () => {
  const reading = fc.record({
    gap: fc.integer({ min: 0, max: 400 }),
    figure: fc.double({ min: -20, max: 60, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(reading, { maxLength: 12 }), (given) => {
      let on = "2026-05-01";
      const readings = given.map(({ gap, figure }) => {
        on = addDays(on, -gap);
        return valve(on, figure);
      });
      const trend = chargeTrend(readings);
      if (trend === null) return;
      expect(trend.since <= trend.latest).toBe(true);
      if (trend.state === "out") {
        expect(trend.leavesOn).toBeNull();
        return;
      }
      expect(Math.sign(trend.toF - trend.fromF)).toBe(trend.direction === "falling" ? -1 : 1);
      expect((trend.leavesOn ?? "") >= trend.latest).toBe(true);
    }),
  );
});
