import { expect, test } from "vitest";
import { NO_WINDOW, type WindowColumns, type WindowInput, windowAfter } from "~/domain/technicians/arrival-window";

const at = "2027-03-01T12:00:00.000Z";
const on = (time: string) => `2027-03-08T${time}:00.000Z`;
const notified = { windowNotifiedAt: on("07:00"), windowNotifiedHow: "phone" as const, windowNotifiedBy: "rosa" };
const untold = { windowNotifiedAt: null, windowNotifiedHow: null, windowNotifiedBy: null };
const promised = (from: string, to: string, minutes: number) => ({
  windowStart: on(from),
  windowEnd: on(to),
  arrivalWindowMinutes: minutes,
});
const eightToTen: WindowColumns = { ...promised("08:00", "10:00", 120), ...notified };
const window = (from: string, to: string) => ({ start: on(from), end: on(to) });

const cases: [string, WindowColumns, { start: string | null; input?: WindowInput }, WindowColumns][] = [
  ["a start within it keeps the promise", eightToTen, { start: on("09:45") }, eightToTen],
  ["both ends belong to it", eightToTen, { start: on("10:00") }, eightToTen],
  [
    "a start that leaves it makes another promise of the same length, of which nobody has been notified",
    eightToTen,
    { start: on("13:00") },
    { ...promised("13:00", "15:00", 120), ...untold },
  ],
  [
    "unless somebody has: then how, when and by whom",
    eightToTen,
    { start: on("13:00"), input: { customerNotified: "text" } },
    { ...promised("13:00", "15:00", 120), windowNotifiedAt: at, windowNotifiedHow: "text", windowNotifiedBy: "luis" },
  ],
  [
    "a window that is asked for wins",
    eightToTen,
    { start: on("13:00"), input: { arrivalWindow: window("12:00", "16:00") } },
    { ...promised("12:00", "16:00", 240), ...untold },
  ],
  [
    "asked for as it is, it is the same promise",
    eightToTen,
    { start: on("09:00"), input: { arrivalWindow: window("08:00", "10:00") } },
    eightToTen,
  ],
  ["no promise can be asked for", eightToTen, { start: on("13:00"), input: { arrivalWindow: null } }, NO_WINDOW],
  ["in minutes too", eightToTen, { start: on("09:00"), input: { arrivalWindowMinutes: null } }, NO_WINDOW],
  [
    "minutes count from the start",
    NO_WINDOW,
    { start: on("09:00"), input: { arrivalWindowMinutes: 60 } },
    { ...promised("09:00", "10:00", 60), ...untold },
  ],
  [
    "minutes that were there before there was a start become a promise with it",
    { ...NO_WINDOW, arrivalWindowMinutes: 60 },
    { start: on("09:00") },
    { ...promised("09:00", "10:00", 60), ...untold },
  ],
  [
    "the same minutes again leave the promise where it is",
    eightToTen,
    { start: on("09:00"), input: { arrivalWindowMinutes: 120 } },
    eightToTen,
  ],
  ["a job without a start still owes it", eightToTen, { start: null }, eightToTen],
  ["nothing promised, nothing made up", NO_WINDOW, { start: on("09:00") }, NO_WINDOW],
  [
    "notified of nothing is not notified",
    NO_WINDOW,
    { start: on("09:00"), input: { customerNotified: "phone" } },
    NO_WINDOW,
  ],
];

test.each(cases)("%s", (_, was, { start, input = {} }, becomes) => {
  expect(windowAfter(was, { start, input, at, by: "luis" })).toEqual(becomes);
});
