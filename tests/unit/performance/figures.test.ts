import fc from "fast-check";
import { expect, test } from "vitest";
import { clockChanges } from "~/domain/business-days/clock";
import { NO_SUMS, ratesOf } from "~/domain/performance/performance";
import { shiftMinutesIn } from "~/domain/performance/working-hours";
import { offsetMinutes, startOfDay } from "~/domain/shared/time/time-zones";
import { DEFAULT_AVAILABILITY } from "~/domain/technicians/availability";

test("rates are null if their divisor is zero", () => {
  expect(ratesOf(NO_SUMS)).toEqual({
    ...{
      firstTimeFix: null,
      callbacks: null,
      revenuePerHourMinor: null,
      marginMinor: null,
      margin: null,
      driveShare: null,
    },
  });
});

test("the margin counts only jobs with known costs", () => {
  const sums = {
    ...NO_SUMS,
    jobs: 4,
    unitJobs: 3,
    fixedJobs: 2,
    callbackJobs: 1,
    laborSeconds: 7200,
    travelSeconds: 2400,
  };
  const rates = ratesOf({ ...sums, revenueMinor: 50_000, costedRevenueMinor: 40_000, costMinor: 10_000 });
  expect(rates).toEqual({
    firstTimeFix: 2 / 3,
    callbacks: 0.25,
    revenuePerHourMinor: 25_000,
    marginMinor: 30_000,
    margin: 0.75,
    driveShare: 0.25,
  });
});

test.each(["America/Chicago", "America/Phoenix", "Pacific/Honolulu", "Europe/Berlin", "Australia/Lord_Howe"])(
  "the UTC offset of %s is known at every instant",
  (zone) => {
    const changes = clockChanges(zone, Date.parse("2026-11-24T12:00:00Z"));
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2012, 0, 1), max: Date.UTC(2034, 0, 1) }), (at) => {
        const iso = new Date(at).toISOString();
        expect(changes.findLast(({ fromAt }) => fromAt <= iso)?.offsetMinutes).toBe(offsetMinutes(at, zone));
      }),
    );
  },
);

const times = { zone: "America/Chicago", week: DEFAULT_AVAILABILITY, timeOff: [], holidays: [] };
const away = (from: string, to: string) => ({
  ...{ start: startOfDay(from, times.zone), end: startOfDay(to, times.zone), reason: "Vacation" },
});

test.each([
  // Monday to Friday, nine hours each.
  ["a week", {}, 5 * 540],
  ["a week with a holiday", { holidays: [{ name: "Thanksgiving", from: "2026-11-26", to: "2026-11-27" }] }, 3 * 540],
  ["a week with two days off", { timeOff: [away("2026-11-23", "2026-11-25")] }, 3 * 540],
  ["no known shifts", { week: null }, 0],
])("hours of %s", (_, fields, minutes) => {
  expect(shiftMinutesIn({ from: "2026-11-23", to: "2026-11-29" }, { ...times, ...fields })).toBe(minutes);
});
