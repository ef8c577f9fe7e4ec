import { expect, test } from "vitest";
import { chipText } from "~/routes/work-orders/scheduler/chip-text";

// Each letter is 6 pixels wide.
const pen = {
  width: (text: string) => text.length * 6,
  cut: (text: string, pixels: number) =>
    text.length * 6 <= pixels ? text : `${text.slice(0, Math.max(0, Math.floor(pixels / 6) - 1))}…`,
};
const JOB = { time: "8:00", customer: "Alvarez", title: "Tune-up", city: "Bay View" };

test.each([
  ["two hours", { pixels: 168, marks: 1, lines: 2, isUrgent: true }, "8:00 Alvarez", ["Tune-up, Bay View"], 1],
  ["an hour", { pixels: 80, marks: 0, lines: 2, isUrgent: true }, "8:00 Alvarez", ["Tune-up, Bay…"], 0],
  ["45 minutes", { pixels: 56, marks: 0, lines: 2, isUrgent: true }, "Alvarez", ["8:00 Tun…"], 0],
  ["45 minutes with marks", { pixels: 56, marks: 3, lines: 2, isUrgent: true }, "Alvarez", ["8:00"], 2],
  ["a quarter of an hour", { pixels: 24, marks: 2, lines: 2, isUrgent: true }, "Alv…", [""], 1],
  ["one line", { pixels: 168, marks: 1, lines: 1, isUrgent: true }, "8:00 Alvarez", ["Tune-up, Ba…"], 1],
  ["an overview", { pixels: 30, marks: 2, lines: 1, isUrgent: false }, "Alva…", [], 0],
  ["an overview of what is urgent", { pixels: 36, marks: 2, lines: 1, isUrgent: true }, "Al…", [], 1],
  [
    "an overview without room for a name and a mark",
    { pixels: 30, marks: 2, lines: 1, isUrgent: true },
    "Alva…",
    [],
    0,
  ],
  ["an overview of an emergency", { pixels: 30, marks: 2, lines: 1, isUrgent: true, isEmergency: true }, "A…", [], 1],
  ["one short line", { pixels: 56, marks: 0, lines: 1, isUrgent: true }, "Alvarez", [], 0],
  ["three lines", { pixels: 168, marks: 1, lines: 3, isUrgent: true }, "8:00 Alvarez", ["Tune-up", "Bay View"], 1],
] as const)("%s: the customer's name is in the first line", (_, room, head, lines, marks) => {
  expect(chipText(JOB, { isEmergency: false, ...room }, pen)).toMatchObject({ head, lines, marks });
});
