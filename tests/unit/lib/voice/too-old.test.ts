import { expect, test } from "vitest";
import { isTooOld, type Recording } from "~/lib/voice/recordings";

const now = Date.parse("2026-11-20T15:00:00.000Z");
const DAY_MS = 24 * 3600 * 1000;
const memo: Recording = {
  ...{ id: "memo-1", userId: "luis", about: { sessionType: "job_commands", workOrderId: "job-1" }, sessionId: null },
  ...{ contentType: null, durationMs: 0, language: "en", text: "Amps 6.2", isTyped: true, isRead: false },
  startedAt: now - 15 * DAY_MS,
};

test.each<[string, Partial<Recording>, boolean]>([
  ["a memo that was never sent, of any age", { startedAt: 0 }, false],
  ["a memo of two weeks ago that waits for review", { isRead: true }, true],
  ["a memo of yesterday that waits for review", { isRead: true, startedAt: now - DAY_MS }, false],
  ["an unfinished work order of two weeks ago", { about: { sessionType: "work_order_creation" } }, true],
])("%s", (_, change, expected) => {
  expect(isTooOld({ ...memo, ...change }, now)).toBe(expected);
});
