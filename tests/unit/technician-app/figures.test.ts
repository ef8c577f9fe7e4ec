import { expect, test } from "vitest";
import { readFigure, readNote, type TypedFigure, unconfirmedNote } from "~/domain/technician-app/figures";

const pressure = { unit: "in. w.c.", min: 3.2, max: 3.8, result: null };
const carbonMonoxide = { unit: "ppm", min: null, max: 9, result: null };
const recorded = { ...pressure, result: { kind: "measurement" as const, value: 3.5 } };

test.each<[string, Parameters<typeof readFigure>[0], string, TypedFigure]>([
  ["nothing typed", pressure, "", { kind: "unchanged" }],
  ["blanks", pressure, "  ", { kind: "unchanged" }],
  ["a figure within its limits", pressure, "3.5", { kind: "ready", value: 3.5 }],
  ["a figure outside its limits", pressure, "4.2", { kind: "ready", value: 4.2 }],
  ["carbon monoxide above its limit", carbonMonoxide, "35", { kind: "ready", value: 35 }],
  ["zero", { ...carbonMonoxide, max: null }, "0", { kind: "ready", value: 0 }],
  ["the figure already recorded", recorded, "3.5", { kind: "unchanged" }],
  ["the recorded figure written differently", recorded, "3.50", { kind: "unchanged" }],
  ["a figure that differs from the recorded one", recorded, "3.6", { kind: "ready", value: 3.6 }],
  ["the recorded figure cleared", recorded, "", { kind: "unchanged" }],
  ["words", pressure, "high", { kind: "wrong", message: "Enter a number" }],
  ["a number that is too large", pressure, "1e999", { kind: "wrong", message: "Enter a number" }],
  [
    "a figure missing its decimal point",
    pressure,
    "350",
    { kind: "doubtful", value: 350, question: "350 in. w.c. is unusual. Is it correct?" },
  ],
  [
    "a negative figure",
    carbonMonoxide,
    "-4",
    { kind: "doubtful", value: -4, question: "-4 ppm is unusual. Is it correct?" },
  ],
])("%s: %o with '%s'", (_, task, text, expected) => {
  expect(readFigure(task, { text, isBadInput: false })).toEqual(expected);
});

test("input the browser cannot parse is not an empty field", () => {
  expect(readFigure(pressure, { text: "", isBadInput: true })).toEqual({ kind: "wrong", message: "Enter a number" });
});

test("a text is recorded trimmed, once, and not when it is cleared", () => {
  const written = { result: { kind: "note" as const, text: "Belt is worn" } };
  expect(readNote({ result: null }, "  Belt is worn ")).toEqual({ kind: "ready", value: "Belt is worn" });
  expect(readNote(written, "Belt is worn ")).toEqual({ kind: "unchanged" });
  expect(readNote(written, " ")).toEqual({ kind: "unchanged" });
  expect(readNote(written, "Belt replaced")).toEqual({ kind: "ready", value: "Belt replaced" });
});

test("a doubtful value that was not confirmed becomes a note to the office, and no other value does", () => {
  const task = { ...recorded, title: "Manifold pressure" };
  expect(unconfirmedNote(task, "350")).toBe(
    "NOT CONFIRMED. Manifold pressure: 350 in. w.c. was entered and not confirmed. 3.5 in. w.c. stays recorded.",
  );
  expect(unconfirmedNote({ ...task, result: null }, "350")).toContain("Nothing is recorded.");
  for (const text of ["3.6", "3.5", "", "high"]) expect(unconfirmedNote(task, text)).toBeNull();
});
