import { expect, test } from "vitest";
import { dropTime, resizedMinutes, siteTime } from "~/domain/scheduling/scheduler";
import { lanesOn } from "~/domain/technicians/calendar";
import { aTechnician, NEW_YORK, wall } from "./fixtures";

const PHOENIX = "America/Phoenix";
const CHICAGO = "America/Chicago";

test("a dispatcher in Chicago sees a Phoenix job in site time with its zone abbreviation", () => {
  const start = wall("2026-11-20 09:00", PHOENIX);
  expect(siteTime(start, PHOENIX, CHICAGO)).toBe("9:00 AM MST");
  expect(siteTime(start, PHOENIX, "America/Denver")).toBe("9:00 AM");
});

test("a drag sets the site's local time from any viewer's zone", () => {
  expect(dropTime({ date: "2026-07-06", minuteOfDay: 9 * 60 + 4 }, PHOENIX, 15)).toEqual({
    kind: "exact",
    instant: Date.parse("2026-07-06T16:00Z"),
  });
});

test.each([
  ["today, in winter", "2026-11-20", 480, "2026-11-20T13:00Z"],
  ["into daylight saving time", "2027-06-01", 480, "2027-06-01T12:00Z"],
  ["past the end of the day", "2026-11-20", 1450, "2026-11-21T05:15Z"],
  ["before its start", "2026-11-20", -30, "2026-11-20T04:30Z"],
])("a drag %s uses the UTC offset of the day it is dropped on", (_, date, minuteOfDay, expected) => {
  expect(dropTime({ date, minuteOfDay }, NEW_YORK, 15).instant).toBe(Date.parse(expected));
});

test("a drop on a nonexistent time moves to the next one and says so", () => {
  expect(dropTime({ date: "2027-03-14", minuteOfDay: 150 }, NEW_YORK, 15)).toMatchObject({
    kind: "gap",
    instant: wall("2027-03-14 03:00"),
  });
});

test("a drop on a time that occurs twice offers both", () => {
  expect(dropTime({ date: "2026-11-01", minuteOfDay: 90 }, NEW_YORK, 15)).toMatchObject({
    kind: "overlap",
    instant: Date.parse("2026-11-01T05:30Z"),
    second: Date.parse("2026-11-01T06:30Z"),
  });
});

test("every technician has a lane, with the reason if it is empty", () => {
  const off = { start: wall("2026-11-20 00:00"), end: wall("2026-11-21 00:00"), reason: "sick" };
  const team = [
    aTechnician(),
    aTechnician({ id: "ana", name: "Ana", week: null }),
    aTechnician({ id: "sam", name: "Sam", timeOff: [off] }),
    aTechnician({
      id: "kim",
      name: "Kim",
      holidays: [{ name: "Founders' Day", from: "2026-11-20", to: "2026-11-20" }],
    }),
  ];
  expect(lanesOn("2026-11-20", team).map((lane) => [lane.name, lane.shift !== null, lane.note])).toEqual([
    ["Luis", true, null],
    ["Ana", false, "Off"],
    ["Sam", true, "Away: sick"],
    ["Kim", true, "Founders' Day"],
  ]);
});

test("an absence within the shift is a rest of its lane, and one that covers it leaves no work", () => {
  const absent = (from: string, to: string) =>
    lanesOn("2026-11-20", [
      aTechnician({
        timeOff: [{ start: wall(`2026-11-20 ${from}`), end: wall(`2026-11-20 ${to}`), reason: "Dentist" }],
      }),
    ])[0];
  const hour = { start: wall("2026-11-20 09:00"), end: wall("2026-11-20 10:00") };
  expect(absent("09:00", "10:00")).toMatchObject({ isAway: false, note: "Away 9:00 to 10:00 AM: Dentist" });
  expect(absent("09:00", "10:00")?.rests).toContainEqual(hour);
  expect(absent("05:00", "23:00")).toMatchObject({ isAway: true, note: "Away: Dentist" });
  expect(absent("22:00", "23:00")).toMatchObject({ isAway: false, note: null });
});

test("a resized job snaps and keeps at least one step", () => {
  const start = wall("2026-11-20 09:00");
  expect(resizedMinutes(start, start + 52 * 60_000, 15)).toBe(45);
  expect(resizedMinutes(start, start - 60_000, 15)).toBe(15);
});
