import fc from "fast-check";
import { expect, test } from "vitest";
import { type LiveFrame, mayHaveMissed, parseFrame, pauseBefore } from "~/domain/live/channel";

const event = { id: "e1", kind: "moved", workOrderId: "w1", by: "Priya Nair" } as const;

test.each<LiveFrame>([
  { type: "event", seq: 7, event },
  { type: "ready", seq: 7, quiet: 1200 },
  { type: "ready", seq: 0, quiet: null },
  { type: "reload", seq: 7 },
  { type: "bye", seq: 0, code: 4401 },
])("a valid frame is parsed: %j", (frame) => {
  expect(parseFrame(JSON.stringify(frame))).toEqual(frame);
});

test.each([
  "pong",
  "",
  "null",
  "[]",
  '{"type":"event","seq":1}',
  '{"type":"event","seq":1,"event":{"id":"e","kind":"stolen","workOrderId":"w","by":"b"}}',
  '{"type":"ready","seq":"1","quiet":0}',
  '{"type":"ready","seq":-1,"quiet":0}',
  '{"type":"reload","seq":1.5}',
  '{"type":"other","seq":1}',
])("an invalid frame is ignored: %s", (text) => {
  expect(parseFrame(text)).toBeNull();
});

test("retry pauses double up to half a minute", () => {
  const longest = [1, 2, 3, 4, 5, 6, 7, 8, 20].map((attempt) => pauseBefore(attempt, 1));
  expect(longest).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});

test("jitter spreads a pause over its upper half", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
      const longest = pauseBefore(attempt, 1);
      const pause = pauseBefore(attempt, random);
      expect(pause).toBeGreaterThanOrEqual(longest / 2);
      expect(pause).toBeLessThanOrEqual(longest);
    }),
  );
});

test.each([
  ["nothing ever changed", null, 60_000, false],
  ["the last change is older than the page", 90_000, 60_000, false],
  ["something changed after the page was read", 30_000, 60_000, true],
  ["something changed at about that time", 60_500, 60_000, true],
])("%s", (_, quiet, age, missed) => {
  expect(mayHaveMissed(quiet, age)).toBe(missed);
});
