import { expect, test } from "vitest";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import { clockOffsetText, officeTime } from "~/domain/work-orders/device-clock";
import { statusDurations } from "~/domain/work-orders/durations";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** When the server receives it; the previous entry is an hour old. */
const now = Date.parse("2026-11-20T15:00:00.000Z");
const notBefore = now - HOUR;
const iso = (at: number) => new Date(at).toISOString();

test.each<[string, { occurredAt?: string; clockOffsetMs?: number }, number, boolean]>([
  ["no device time counts as now", {}, now, false],
  ["half an hour ago, offline", { occurredAt: iso(now - HOUR / 2) }, now - HOUR / 2, false],
  ["four minutes ahead counts as now", { occurredAt: iso(now + 4 * MINUTE) }, now, false],
  ["26 hours ahead", { occurredAt: iso(now + 26 * HOUR) }, now, true],
  ["2099", { occurredAt: "2099-01-01T00:00:00.000Z" }, now, true],
  ["1970", { occurredAt: "1970-01-01T00:00:10.000Z" }, now, true],
  ["four minutes before the previous entry", { occurredAt: iso(notBefore - 4 * MINUTE) }, notBefore, false],
  ["a day before the previous entry", { occurredAt: iso(notBefore - 24 * HOUR) }, now, true],
  [
    "26 hours ahead, measured, half an hour ago",
    { occurredAt: iso(now + 25.5 * HOUR), clockOffsetMs: 26 * HOUR },
    now - HOUR / 2,
    true,
  ],
  [
    "1970, measured, half an hour ago",
    { occurredAt: iso(10 * MINUTE), clockOffsetMs: 10 * MINUTE - (now - HOUR / 2) },
    now - HOUR / 2,
    true,
  ],
  [
    "twenty seconds of drift are subtracted without a flag",
    { occurredAt: iso(now - HOUR / 2), clockOffsetMs: 20_000 },
    now - HOUR / 2 - 20_000,
    false,
  ],
  ["an impossible offset is ignored", { occurredAt: iso(now), clockOffsetMs: -50 * 365 * 24 * HOUR }, now, false],
  ["a time with its own UTC offset", { occurredAt: "2026-11-20T09:45:00-05:00" }, now - HOUR / 4, false],
  [
    "a clock set back an hour by hand",
    { occurredAt: iso(now - HOUR * 1.25), clockOffsetMs: -HOUR },
    now - HOUR / 4,
    true,
  ],
])("%s", (_, device, at, isCorrected) => {
  const found = officeTime(device, { now, notBefore });
  expect([iso(found.at), found.deviceAt !== null]).toEqual([iso(at), isCorrected]);
  expect(found.at).toBeLessThanOrEqual(now);
  expect(found.at).toBeGreaterThanOrEqual(notBefore);
});

test("a clock that drifts within a day never adds more hours than passed at the office", () => {
  const drift = [0, 3 * MINUTE, 26 * HOUR, -2 * HOUR, 40 * 365 * 24 * HOUR];
  let before = now;
  const history = drift.map((offset, index) => {
    const recordedAt = now + (index + 1) * HOUR;
    const { at } = officeTime({ occurredAt: iso(recordedAt + offset) }, { now: recordedAt, notBefore: before });
    before = at;
    const status: WorkOrderStatus = index % 2 ? "in_progress" : "en_route";
    return { status, occurredAt: at, recordedAt };
  });
  const stays = statusDurations(history, now + 6 * HOUR);
  expect(stays.reduce((sum, stay) => sum + stay.seconds, 0)).toBeLessThanOrEqual((5 * HOUR) / 1000);
  for (const { seconds } of stays) expect(seconds).toBeLessThanOrEqual((2 * HOUR) / 1000);
});

test.each([
  ["2099-01-01T00:00:00Z", "ahead"],
  ["1970-01-01T00:00:00Z", "behind"],
])("entries with the time %s count from when they were recorded", (occurredAt) => {
  const change = (status: WorkOrderStatus, recorded: number, occurred = recorded) => ({
    ...{ status, occurredAt: occurred, recordedAt: recorded },
  });
  const history = [
    change("dispatched", now),
    change("in_progress", now + HOUR, Date.parse(occurredAt)),
    change("completed", now + 2 * HOUR),
  ];
  const stays = statusDurations(history, now + 3 * HOUR);
  expect(stays.map((stay) => [stay.seconds, stay.skewed])).toEqual([
    [3600, true],
    [3600, true],
    [3600, false],
  ]);
});

test.each([
  [26 * HOUR, "26 ahead"],
  [-125 * MINUTE, "2.08 behind"],
  [4 * MINUTE, null],
])("an offset of %i ms reads %s", (offset, words) => {
  expect(clockOffsetText(offset, (minutes) => String(Math.round((minutes / 60) * 100) / 100))).toBe(words);
});
