import fc from "fast-check";
import { expect, test } from "vitest";
import {
  partsByTechnician,
  placedFromTray,
  plannedOf,
  type SchedulerWorkOrder,
  shownHours,
  stacked,
} from "~/domain/scheduling/scheduler";
import { addDays } from "~/domain/shared/time/dates";
import { dayLengthMinutes } from "~/domain/shared/time/time-zones";
import { NEW_YORK, site, wall } from "./fixtures";

function booked(parts: Partial<SchedulerWorkOrder> = {}): SchedulerWorkOrder {
  return {
    id: "1",
    number: 1,
    title: "Check",
    status: "scheduled",
    priority: "normal",
    customerName: "Ada",
    shortName: "Ada",
    city: "Albany",
    ...{ street: "1 Elm St", phone: null, serviceName: null },
    technicianIds: ["luis"],
    start: wall("2026-11-20 09:00"),
    minutes: 60,
    zone: null,
    place: site("main-street"),
    window: null,
    overrideReason: null,
    demands: null,
    version: 1,
    startedAt: null,
    finishedAt: null,
    ...parts,
  };
}

test("a job with helpers is in each technician's lane, in time order", () => {
  const early = booked({ id: "early", technicianIds: ["ana"], start: wall("2026-11-20 08:00") });
  const lanes = partsByTechnician([booked({ technicianIds: ["luis", "ana"] }), early], "2026-11-20", NEW_YORK);
  expect([...lanes].map(([id, parts]) => [id, parts.map(({ workOrder }) => workOrder.id)])).toEqual([
    ["ana", ["early", "1"]],
    ["luis", ["1"]],
  ]);
});

test.each([
  ["from 22:00 to 02:00", "2026-11-20 22:00", 240, [120, 120]],
  ["that ends at midnight", "2026-11-20 22:00", 120, [120]],
  ["from 22:00 to 06:00 while the clocks fall back", "2026-10-31 22:00", 540, [120, 420]],
])("a job %s is in the lane of each day with its minutes of that day", (_, start, minutes, expected) => {
  const workOrder = booked({ start: wall(start), minutes });
  const first = start.slice(0, 10);
  const parts = [first, addDays(first, 1), addDays(first, 2)].flatMap(
    (date) => partsByTechnician([workOrder], date, NEW_YORK).get("luis") ?? [],
  );
  expect(parts.map(({ from, to }) => to - from)).toEqual(expected);
  expect(parts.map(({ fromDayBefore }) => fromDayBefore)).toEqual(expected.map((_, at) => at > 0));
  expect(parts.map(({ intoNextDay }) => intoNextDay)).toEqual(expected.map((_, at) => at < expected.length - 1));
});

test("the axis counts elapsed minutes: 23 or 25 hours on days when the clocks change", () => {
  const at = (text: string) => {
    const date = text.slice(0, 10);
    const [part] = partsByTechnician([booked({ start: wall(text) })], date, NEW_YORK).get("luis") ?? [];
    return part?.from;
  };
  expect([at("2027-03-14 08:00"), at("2026-11-01 08:00"), at("2026-11-20 08:00")]).toEqual([420, 540, 480]);
  expect(dayLengthMinutes("2027-03-14", NEW_YORK)).toBe(1380);
});

test("a day shows the usual hours plus those of shifts and jobs beyond them, up to its length", () => {
  expect(shownHours([], 1440)).toEqual({ from: 420, to: 1080 });
  expect(
    shownHours(
      [
        { from: 390, to: 1000 },
        { from: 600, to: 1130 },
      ],
      1440,
    ),
  ).toEqual({ from: 360, to: 1140 });
  expect(shownHours([{ from: 0, to: 1380 }], 1380)).toEqual({ from: 0, to: 1380 });
});

test("overlapping jobs are stacked, adjacent ones are not", () => {
  expect(
    stacked([
      { from: 0, to: 60 },
      { from: 30, to: 90 },
      { from: 60, to: 120 },
      { from: 90, to: 100 },
    ]),
  ).toEqual([0, 1, 0, 1]);
});

test("no two jobs in one row ever overlap", () => {
  const spans = fc.array(fc.record({ from: fc.nat(1000), length: fc.integer({ min: 5, max: 300 }) }));
  fc.assert(
    fc.property(spans, (given) => {
      const parts = given.map(({ from, length }) => ({ from, to: from + length })).sort((a, b) => a.from - b.from);
      const rows = stacked(parts);
      return parts.every((one, i) =>
        parts.every((other, j) => i === j || rows[i] !== rows[j] || one.to <= other.from || other.to <= one.from),
      );
    }),
  );
});

test("a job is planned in its site's zone, or else the business's, with its arrival window", () => {
  const start = wall("2026-11-20 09:00");
  const window = { start: start - 3_600_000, end: start + 3_600_000, isNotified: true };
  const workOrder = booked({ zone: "America/Phoenix", start, window });
  expect(plannedOf(workOrder, NEW_YORK)).toMatchObject({
    label: "WO-001",
    zone: "America/Phoenix",
    arrivalWindow: window,
  });
  expect(plannedOf(booked(), NEW_YORK)).toMatchObject({ zone: NEW_YORK, arrivalWindow: null });
});

test("a job in the tray is scheduled once it has a place", () => {
  const tray = {
    ...{
      id: "7",
      number: 7,
      title: "No heat",
      priority: "high" as const,
      customerName: "Bo",
      shortName: "Bo",
      city: "Troy",
      ...{ street: "1 Elm St", phone: null, serviceName: null, createdAt: 0 },
      minutes: 90,
    },
    ...{
      start: null,
      window: null,
      holdReason: null,
      zone: null,
      addressId: "a",
      latitude: null,
      longitude: null,
      version: 3,
    },
    status: "on_hold" as const,
  };
  const place = { technicianIds: ["ana"], start: wall("2026-11-20 10:00"), minutes: 75 };
  expect(placedFromTray(tray, place)).toMatchObject({ ...place, status: "scheduled", number: 7, version: 3 });
});
