import { expect, test } from "vitest";
import {
  clockChangeNotice,
  formatAxisHour,
  formatClock,
  formatClockRange,
  formatDate,
  formatDateRange,
  formatDateTime,
  formatDay,
  formatDuration,
  formatElapsed,
  formatFullDate,
  formatHour,
  formatLongDate,
  formatMonth,
  formatNearRange,
  formatRelative,
  formatShortMonth,
  formatSoon,
  formatTime,
  formatTimeRange,
} from "~/domain/shared/time/date-format";
import { instantOf } from "~/domain/shared/time/time-zones";

const morning = "2026-11-20T14:30:00Z";
const CHICAGO = "America/Chicago";
const NEW_YORK = "America/New_York";

test("an instant is shown as its zone's clocks show it", () => {
  expect(formatDateTime(morning, { zone: CHICAGO })).toBe("Fri, Nov 20, 8:30 AM");
  expect(formatDateTime(morning, { zone: "Asia/Tokyo" })).toBe("Fri, Nov 20, 11:30 PM");
  expect(formatDateTime("2026-11-21T05:59:00Z", { zone: CHICAGO })).toBe("Fri, Nov 20, 11:59 PM");
  expect(formatDay("2026-11-21T05:59:00Z", CHICAGO)).toBe("Fri, Nov 20");
  expect(formatTime(Date.parse(morning), CHICAGO)).toBe("8:30 AM");
});

test.each([
  ["2026-11-20T14:00:00Z", "8 AM"],
  ["2026-11-01T06:00:00Z", "1 AM CDT"],
  ["2026-11-01T07:00:00Z", "1 AM CST"],
  ["2027-03-14T08:00:00Z", "3 AM CDT"],
])("an axis labels %s as %s, with the zone's abbreviation on days when the clocks change", (at, text) => {
  expect(formatAxisHour(Date.parse(at), CHICAGO)).toBe(text);
});

test.each([
  ["00:00", "12:00 AM"],
  ["08:05", "8:05 AM"],
  ["12:00", "12:00 PM"],
  ["23:59", "11:59 PM"],
])("the local time %s reads %s", (time, text) => {
  expect(formatClock(time)).toBe(text);
});

test("an axis omits zero minutes", () => {
  expect(["00:00", "08:00", "13:30"].map(formatHour)).toEqual(["12 AM", "8 AM", "1:30 PM"]);
});

test.each([
  ["08:00", "09:30", "8:00 to 9:30 AM"],
  ["11:30", "13:00", "11:30 AM to 1:00 PM"],
  ["12:30", "13:00", "12:30 to 1:00 PM"],
  ["22:00", "06:00", "10:00 PM to 6:00 AM"],
  ["09:00", "08:00", "9:00 AM to 8:00 AM"],
])("from %s to %s reads %s", (start, end, text) => {
  expect(formatClockRange(start, end)).toBe(text);
});

test("a time range repeats AM and PM if they differ or the range spans days", () => {
  expect(formatTimeRange("2026-11-20T14:00:00Z", "2026-11-20T15:30:00Z", CHICAGO)).toBe("8:00 to 9:30 AM");
  expect(formatTimeRange("2026-11-20T14:00:00Z", "2026-11-21T15:30:00Z", CHICAGO)).toBe("8:00 AM to 9:30 AM");
});

test("the year and the zone's abbreviation follow daylight saving time and the caller", () => {
  expect(formatDateTime(morning, { zone: CHICAGO, year: true })).toBe("Nov 20, 2026, 8:30 AM");
  expect(formatDateTime(morning, { zone: CHICAGO, tag: true })).toBe("Fri, Nov 20, 8:30 AM CST");
  expect(formatTime("2026-07-01T12:00:00Z", CHICAGO, true)).toBe("7:00 AM CDT");
});

test("a civil date is the same in every zone", () => {
  expect(formatDate("2026-11-20")).toBe("Fri, Nov 20");
  expect(formatDate("2026-01-01", true)).toBe("Jan 1, 2026");
  expect(formatFullDate("2026-11-20")).toBe("Fri, Nov 20, 2026");
  expect(formatLongDate("2026-11-20")).toBe("November 20, 2026");
  expect(() => formatDate("2026-02-29")).toThrow(RangeError);
});

test.each([
  ["2026-11-20", "2026-11-20", "Nov 20, 2026"],
  ["2026-11-16", "2026-11-20", "Nov 16 to 20, 2026"],
  ["2026-11-30", "2026-12-04", "Nov 30 to Dec 4, 2026"],
  ["2026-12-28", "2027-01-01", "Dec 28, 2026 to Jan 1, 2027"],
])("the days from %s to %s read %s", (from, to, text) => {
  expect(formatDateRange(from, to)).toBe(text);
});

test.each([
  ["2026-11-16", "2026-11-20", "Nov 16 to 20"],
  ["2026-11-30", "2026-12-04", "Nov 30 to Dec 4"],
  ["2026-12-28", "2027-01-01", "Dec 28, 2026 to Jan 1, 2027"],
  ["2027-01-04", "2027-01-08", "Jan 4 to 8, 2027"],
])("in 2026, the days from %s to %s read %s", (from, to, text) => {
  expect(formatNearRange(from, to, "2026-11-28")).toBe(text);
});

test("a month is formatted in full or in three letters", () => {
  expect(formatMonth("2026-03")).toBe("March 2026");
  expect([formatShortMonth("2026-09"), formatShortMonth("2026-12-31")]).toEqual(["Sep", "Dec"]);
});

test("a skipped or repeated time gets an explanation", () => {
  const notice = (date: string, time: string) => clockChangeNotice(instantOf({ date, time }, NEW_YORK));
  expect(notice("2027-03-14", "02:30")).toBe(
    "2:30 AM does not exist on Mar 14, 2027: clocks go forward. 3:00 AM is used.",
  );
  expect(notice("2026-11-01", "01:30")).toBe(
    "1:30 AM occurs twice on Nov 1, 2026: clocks go back. The first one is used.",
  );
  expect(notice("2026-11-01", "08:00")).toBeNull();
});

test.each([
  [0, "just now"],
  [-59, "just now"],
  [-60, "1 minute ago"],
  [-3599, "59 minutes ago"],
  [-7200, "2 hours ago"],
  [-86_400 * 10, "1 week ago"],
  [86_400 * 2, "in 2 days"],
])("%i seconds from now reads %j", (seconds, text) => {
  expect(formatRelative(seconds * 1000, 0)).toBe(text);
});

test.each([
  [0, "0 min"],
  [45, "45 min"],
  [120, "2 hr"],
  [90, "1 hr 30 min"],
])("a duration of %i minutes reads %s", (minutes, text) => {
  expect(formatDuration(minutes)).toBe(text);
});

test.each([
  [59, "under a minute"],
  [3900, "1 hr 5 min"],
  [86_400, "1 day"],
  [3 * 86_400 + 4 * 3600, "3 days 4 hr"],
])("%i elapsed seconds read %s", (seconds, text) => {
  expect(formatElapsed(seconds)).toBe(text);
});

test.each([
  ["2026-11-20T14:30:00Z", "Today 8:30 AM"],
  ["2026-11-21T06:00:00Z", "Sat 12:00 AM"],
  ["2026-11-26T14:30:00Z", "Thu 8:30 AM"],
  // A weekday without a date is at most six days ahead, and never in the past.
  ["2026-11-27T14:30:00Z", "Nov 27, 8:30 AM"],
  ["2026-11-19T14:30:00Z", "Nov 19, 8:30 AM"],
  ["2027-01-04T14:30:00Z", "Jan 4, 2027, 8:30 AM"],
])("on Nov 20, %s reads %s", (at, text) => {
  expect(formatSoon(at, CHICAGO, Date.parse("2026-11-20T12:00:00Z"))).toBe(text);
});
