import { expect, test } from "vitest";
import { type LiveFrame, mayHaveMissed, parseFrame } from "~/domain/live/channel";

const event = { id: "e1", kind: "moved", workOrderId: "w1", by: "Priya Nair" } as const;

test.each<LiveFrame>([
  { type: "event", seq: 7, event },
  { type: "event", seq: 8, event: { id: "e2", kind: "crew" } },
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

test.each([
  ["nothing ever changed", null, 60_000, false],
  ["the last change is older than the page", 90_000, 60_000, false],
  ["something changed after the page was read", 30_000, 60_000, true],
  ["something changed at about that time", 60_500, 60_000, true],
])("%s", (_, quiet, age, missed) => {
  expect(mayHaveMissed(quiet, age)).toBe(missed);
});
