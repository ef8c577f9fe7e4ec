import { expect, test } from "vitest";
import { weekAround } from "~/domain/shared/time/dates";
import { periodOf } from "~/domain/technicians/workload";

const zone = "America/New_York";
const now = Date.parse("2026-11-20T16:00:00Z");
const iso = (query: { startDate?: string; endDate?: string }) => {
  const period = periodOf(query, now, zone);
  if (typeof period === "string") return period;
  return [period.start, period.end].map((at) => new Date(at).toISOString().replace(":00.000Z", "Z"));
};

test.each([
  ["no dates: a week from today", {}, ["2026-11-20T05:00Z", "2026-11-27T05:00Z"]],
  ["only a start: a week from it", { startDate: "2026-12-01" }, ["2026-12-01T05:00Z", "2026-12-08T05:00Z"]],
  ["one day", { startDate: "2026-11-20", endDate: "2026-11-20" }, ["2026-11-20T05:00Z", "2026-11-21T05:00Z"]],
  [
    "the day with 23 hours",
    { startDate: "2027-03-14", endDate: "2027-03-14" },
    ["2027-03-14T05:00Z", "2027-03-15T04:00Z"],
  ],
  [
    "the day with 25 hours",
    { startDate: "2026-11-01", endDate: "2026-11-01" },
    ["2026-11-01T04:00Z", "2026-11-02T05:00Z"],
  ],
  [
    "instants with an offset",
    { startDate: "2026-11-20T08:00:00-05:00", endDate: "2026-11-20T12:30:00-05:00" },
    ["2026-11-20T13:00Z", "2026-11-20T17:30Z"],
  ],
  [
    "an end equal to its start",
    { startDate: "2026-11-20T08:00:00Z", endDate: "2026-11-20T08:00:00Z" },
    "The end must be after the start",
  ],
  ["an end before its start", { startDate: "2026-11-20", endDate: "2026-11-19" }, "The end must be after the start"],
  ["too long", { startDate: "2026-01-01", endDate: "2026-06-01" }, "Choose at most 92 days"],
])("%s", (_, query, expected) => {
  expect(iso(query)).toEqual(expected);
});

test.each([
  ["2026-11-20", "2026-11-15", "2026-11-21"],
  ["2026-11-15", "2026-11-15", "2026-11-21"],
  ["2026-11-21", "2026-11-15", "2026-11-21"],
  ["2027-01-01", "2026-12-27", "2027-01-02"],
])("the week around %s runs from Sunday %s to Saturday %s", (date, sunday, saturday) => {
  const week = weekAround(date);
  expect([week[0], week.at(-1), week.length]).toEqual([sunday, saturday, 7]);
});
