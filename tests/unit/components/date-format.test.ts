import { expect, test } from "vitest";
import { formatCivilDate, formatInstant, formatRelative, zoneTag } from "~/components/date-format";

const morning = "2026-11-20T14:30:00Z";

test("an instant reads as the clocks of its zone show it", () => {
  expect(formatInstant(morning, { zone: "America/Chicago" })).toBe("Fri 20 Nov, 08:30");
  expect(formatInstant(morning, { zone: "Asia/Tokyo" })).toBe("Fri 20 Nov, 23:30");
  expect(formatInstant("2026-11-21T05:59:00Z", { zone: "America/Chicago" })).toBe("Fri 20 Nov, 23:59");
});

test("midnight is 00:00, not 24:00", () => {
  expect(formatInstant("2026-11-20T06:00:00Z", { zone: "America/Chicago", style: "time" })).toBe("00:00");
});

test("the year and the zone's tag show where they are asked for", () => {
  expect(formatInstant(morning, { zone: "America/Chicago", year: true })).toBe("Fri 20 Nov 2026, 08:30");
  expect(formatInstant(morning, { zone: "America/Chicago", tag: true })).toBe("Fri 20 Nov, 08:30 CST");
  expect(formatInstant(morning, { zone: "America/Chicago", style: "date" })).toBe("Fri 20 Nov");
});

test("the tag follows daylight saving", () => {
  expect(zoneTag("2026-07-01T12:00:00Z", "America/Chicago")).toBe("CDT");
});

test("a civil date is the same day everywhere", () => {
  expect(formatCivilDate("2026-11-20")).toBe("Fri 20 Nov");
  expect(formatCivilDate("2026-01-01", true)).toBe("Thu 1 Jan 2026");
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
