import { expect, test } from "vitest";
import type { SpokenCommand } from "~/domain/voice/sessions/command-view";
import { confirmedOf, errorsOf, formOf } from "~/routes/technician-app/work-order/memo-form";

const heard = <T>(value: T | null, words = "words") => ({
  ...{ value, words, label: null, confidence: 0.9, atMs: null, candidates: [], needsReview: value === null },
});

const commands: SpokenCommand[] = [
  { index: 0, kind: "note", effects: [], note: heard("the filter is dirty") },
  { index: 1, kind: "status", effects: [], status: heard({ to: "on_hold", holdReason: "parts" }) },
  { index: 2, kind: "measured", effects: [], measurement: heard({ measured: "amps", value: 6.2 }) },
  { index: 3, kind: "used", effects: [], part: heard({ quantity: 2, unit: null, words: "filters", itemId: "item" }) },
];

test("recognized commands are sent as shown", () => {
  expect(commands.map((command) => confirmedOf(command, formOf(command)))).toEqual([
    { index: 0, kind: "note", note: "the filter is dirty" },
    { index: 1, kind: "status", to: "on_hold", holdReason: "parts" },
    { index: 2, kind: "measured", measured: "amps", value: 6.2 },
    { index: 3, kind: "used", part: "filters", quantity: 2, itemId: "item" },
  ]);
});

test("corrections are sent, a skipped command has no other fields, and an empty number is null", () => {
  const [note, status, measured] = commands as [SpokenCommand, SpokenCommand, SpokenCommand];
  expect(confirmedOf(note, { ...formOf(note), isLeftOut: true })).toEqual({ index: 0, isLeftOut: true });
  expect(confirmedOf(status, { ...formOf(status), to: "completed" })).toMatchObject({ holdReason: null });
  expect(confirmedOf(measured, { ...formOf(measured), text: " " })).toMatchObject({ value: null });
  const unclear: SpokenCommand = { index: 4, kind: "used", effects: [], part: heard(null, "two of those") };
  expect(formOf(unclear)).toMatchObject({ text: "two of those", quantity: "1", itemId: null });
});

test("the server's errors are assigned to their command and to missing reading fields", () => {
  const errors = errorsOf({ "commands.2.value": ["Too high"], "reading.metering": ["Choose the metering device"] });
  expect([errors.of(0), errors.of(2)]).toEqual([undefined, "Too high"]);
  expect([...errors.asksFor]).toEqual(["reading.metering"]);
});
