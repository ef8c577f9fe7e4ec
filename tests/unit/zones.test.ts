import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "~/domain/shared/time/dates";
import {
  dayBounds,
  dayLengthMinutes,
  instantOf,
  isZone,
  offsetMinutes,
  startOfDay,
  wallTimeOf,
  zoneTag,
} from "~/domain/shared/time/time-zones";

const NEW_YORK = "America/New_York";
const PHOENIX = "America/Phoenix";
const utc = (text: string) => Date.parse(text);

test("the day New York's clocks spring forward has 23 hours and no 02:30", () => {
  expect(dayLengthMinutes("2027-03-14", NEW_YORK)).toBe(23 * 60);
  expect(instantOf({ date: "2027-03-14", time: "08:00" }, NEW_YORK)).toEqual({
    kind: "exact",
    instant: utc("2027-03-14T12:00Z"),
  });
  expect(instantOf({ date: "2027-03-14", time: "02:30" }, NEW_YORK)).toEqual({
    kind: "gap",
    instant: utc("2027-03-14T07:00Z"),
    wall: { date: "2027-03-14", time: "02:30" },
    next: { date: "2027-03-14", time: "03:00" },
  });
});

test("the day New York's clocks fall back has 25 hours and 01:30 twice", () => {
  expect(dayLengthMinutes("2026-11-01", NEW_YORK)).toBe(25 * 60);
  expect(instantOf({ date: "2026-11-01", time: "01:30" }, NEW_YORK)).toEqual({
    kind: "overlap",
    instant: utc("2026-11-01T05:30Z"),
    second: utc("2026-11-01T06:30Z"),
    wall: { date: "2026-11-01", time: "01:30" },
  });
  expect(instantOf({ date: "2026-11-01", time: "08:00" }, NEW_YORK)).toEqual({
    kind: "exact",
    instant: utc("2026-11-01T13:00Z"),
  });
});

test("a weekly 08:00 stays 08:00 local time across both changes, and in Phoenix 15:00Z all year", () => {
  for (let date = "2026-10-05"; date < "2027-04-05"; date = addDays(date, 7)) {
    const there = instantOf({ date, time: "08:00" }, NEW_YORK).instant;
    expect(wallTimeOf(there, NEW_YORK)).toEqual({ date, time: "08:00" });
    expect(instantOf({ date, time: "08:00" }, PHOENIX).instant).toBe(utc(`${date}T15:00Z`));
  }
  expect(instantOf({ date: "2026-10-26", time: "08:00" }, NEW_YORK).instant).toBe(utc("2026-10-26T12:00Z"));
  expect(instantOf({ date: "2026-11-02", time: "08:00" }, NEW_YORK).instant).toBe(utc("2026-11-02T13:00Z"));
});

test("a dispatcher in Chicago sees a Phoenix job in Phoenix time with its zone abbreviation", () => {
  const start = utc("2026-07-06T16:00Z");
  expect(wallTimeOf(start, PHOENIX)).toEqual({ date: "2026-07-06", time: "09:00" });
  expect(wallTimeOf(start, "America/Chicago")).toEqual({ date: "2026-07-06", time: "11:00" });
  expect(zoneTag(start, PHOENIX)).toBe("MST");
  expect(zoneTag(start, "America/Chicago")).toBe("CDT");
});

test("a job from 22:00 to 02:00 is on two civil days", () => {
  const start = instantOf({ date: "2026-11-20", time: "22:00" }, NEW_YORK).instant;
  const midnight = startOfDay("2026-11-21", NEW_YORK);
  expect(midnight - start).toBe(2 * 3_600_000);
  expect(dayBounds("2026-11-20", NEW_YORK).end).toBe(midnight);
});

test("a local time uses the offset of its own date, not of today", () => {
  expect(offsetMinutes(utc("2026-11-20T12:00Z"), NEW_YORK)).toBe(-300);
  expect(instantOf({ date: "2027-06-01", time: "08:00" }, NEW_YORK).instant).toBe(utc("2027-06-01T12:00Z"));
});

test.each([
  ["half-hour zone", "Asia/Kolkata", "2026-11-20T00:00", "2026-11-19T18:30Z"],
  ["quarter-hour zone", "Asia/Kathmandu", "2026-11-20T00:00", "2026-11-19T18:15Z"],
  ["furthest ahead", "Pacific/Kiritimati", "2026-11-20T00:00", "2026-11-19T10:00Z"],
  ["half-hour clock change", "Australia/Lord_Howe", "2026-10-04T02:30", "2026-10-03T15:30Z"],
  ["skipped midnight", "America/Sao_Paulo", "2018-11-04T00:00", "2018-11-04T03:00Z"],
  ["repeated midnight, first", "America/Havana", "2026-11-01T00:00", "2026-11-01T04:00Z"],
])("%s: %s", (_, zone, wall, expected) => {
  const [date = "", time = ""] = wall.split("T");
  expect(new Date(instantOf({ date, time }, zone).instant).toISOString()).toBe(new Date(expected).toISOString());
});

test("a day skipped by a zone has no length", () => {
  expect(dayLengthMinutes("2011-12-30", "Pacific/Apia")).toBe(0);
});

test("an unknown zone and an impossible date are rejected", () => {
  expect([isZone(NEW_YORK), isZone("UTC"), isZone("Mars/Olympus"), isZone("+05:00"), isZone("")]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(() => instantOf({ date: "2027-02-29", time: "08:00" }, NEW_YORK)).toThrow(RangeError);
  expect(() => instantOf({ date: "2027-02-28", time: "24:30" }, NEW_YORK)).toThrow(RangeError);
  expect(() => wallTimeOf(Number.NaN, NEW_YORK)).toThrow(RangeError);
});

const ZONES = ["UTC", NEW_YORK, PHOENIX, "Europe/London", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Tehran"];
const anyInstant = fc.integer({ min: utc("2000-01-01T00:00Z") / 60_000, max: utc("2040-01-01T00:00Z") / 60_000 });

test("every instant round-trips through its local time, as the first or second occurrence", () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), anyInstant, (zone, minutes) => {
      const instant = minutes * 60_000;
      const back = instantOf(wallTimeOf(instant, zone), zone);
      expect(back.kind === "overlap" ? [back.instant, back.second] : [back.instant]).toContain(instant);
    }),
  );
});

test("a zone's days follow each other without a gap", () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), fc.integer({ min: 0, max: 12_000 }), (zone, days) => {
      const date = addDays("2005-01-01", days);
      const { start, end } = dayBounds(date, zone);
      expect(wallTimeOf(start, zone).date).toBe(date);
      expect(wallTimeOf(end - 1, zone).date).toBe(date);
      expect(end).toBe(startOfDay(addDays(date, 1), zone));
    }),
  );
});
