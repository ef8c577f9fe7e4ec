import { expect, test } from "vitest";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import { type StatusChange, statusDistribution, statusDurations } from "~/domain/work-orders/durations";

const NINE = Date.parse("2026-11-20T09:00:00Z");
const at = (minutes: number) => NINE + minutes * 60_000;

function change(status: WorkOrderStatus, occurred: number, recorded = occurred): StatusChange {
  return { status, occurredAt: at(occurred), recordedAt: at(recorded) };
}

test("each stay lasts until the next change, the last one until now", () => {
  const stays = statusDurations([change("unscheduled", 0), change("scheduled", 30), change("dispatched", 45)], at(60));
  expect(stays.map((stay) => [stay.status, stay.seconds, stay.leftAt])).toEqual([
    ["unscheduled", 1800, at(30)],
    ["scheduled", 900, at(45)],
    ["dispatched", 900, null],
  ]);
});

test("a closed or canceled work order stops counting", () => {
  expect(statusDurations([change("scheduled", 0), change("cancelled", 10)], at(500)).at(-1)).toMatchObject({
    seconds: 0,
  });
  expect(statusDurations([change("closed", 0)], at(500))).toMatchObject([{ seconds: 0, leftAt: null }]);
});

test("if the clock runs backwards, a stay counts from when the office recorded it", () => {
  const [stay] = statusDurations([change("en_route", 10), change("in_progress", 0, 30)], at(60));
  expect(stay).toMatchObject({ seconds: 1200, skewed: true });
});

test.each([
  ["five minutes ahead is accepted", 5, 0, false],
  ["six minutes ahead of the server is flagged", 6, 0, true],
  ["an hour late means an offline phone, not a wrong clock", 0, 60, false],
])("%s", (_, occurred, recorded, skewed) => {
  expect(statusDurations([change("en_route", occurred, recorded)], at(120))).toMatchObject([{ skewed }]);
});

test("the distribution sums every stay in a status, in board order", () => {
  const history = [change("scheduled", 0), change("unscheduled", 10), change("scheduled", 20), change("closed", 40)];
  expect(statusDistribution(statusDurations(history, at(90)))).toEqual([
    { status: "unscheduled", seconds: 600, percent: 25 },
    { status: "scheduled", seconds: 1800, percent: 75 },
    { status: "closed", seconds: 0, percent: 0 },
  ]);
  expect(statusDistribution(statusDurations([change("closed", 0)], at(1)))).toEqual([
    { status: "closed", seconds: 0, percent: 0 },
  ]);
});
