import { expect, test } from "vitest";
import { NO_WINDOW, type WindowColumns, type WindowInput, windowAfter } from "~/domain/technicians/arrival-window";

const at = "2027-03-01T12:00:00.000Z";
const on = (time: string) => `2027-03-08T${time}:00.000Z`;
const notified = { windowNotifiedAt: on("07:00"), windowNotifiedHow: "phone" as const, windowNotifiedBy: "rosa" };
const notNotified = { windowNotifiedAt: null, windowNotifiedHow: null, windowNotifiedBy: null };
const promised = (from: string, to: string, minutes: number) => ({
  windowStart: on(from),
  windowEnd: on(to),
  arrivalWindowMinutes: minutes,
});
const eightToTen: WindowColumns = { ...promised("08:00", "10:00", 120), ...notified };
const window = (from: string, to: string) => ({ start: on(from), end: on(to) });

const cases: [string, WindowColumns, { start: string | null; input?: WindowInput }, WindowColumns][] = [
  ["a start within the window keeps it", eightToTen, { start: on("09:45") }, eightToTen],
  ["both ends are part of the window", eightToTen, { start: on("10:00") }, eightToTen],
  [
    "a start outside the window creates one of the same length, of which the customer has not been notified",
    eightToTen,
    { start: on("13:00") },
    { ...promised("13:00", "15:00", 120), ...notNotified },
  ],
  [
    "a notified customer is recorded with how, when and by whom",
    eightToTen,
    { start: on("13:00"), input: { customerNotified: "text" } },
    { ...promised("13:00", "15:00", 120), windowNotifiedAt: at, windowNotifiedHow: "text", windowNotifiedBy: "luis" },
  ],
  [
    "a requested window replaces the old one",
    eightToTen,
    { start: on("13:00"), input: { arrivalWindow: window("12:00", "16:00") } },
    { ...promised("12:00", "16:00", 240), ...notNotified },
  ],
  [
    "requesting the same window changes nothing",
    eightToTen,
    { start: on("09:00"), input: { arrivalWindow: window("08:00", "10:00") } },
    eightToTen,
  ],
  ["a window can be removed", eightToTen, { start: on("13:00"), input: { arrivalWindow: null } }, NO_WINDOW],
  [
    "a window can be removed by its minutes",
    eightToTen,
    { start: on("09:00"), input: { arrivalWindowMinutes: null } },
    NO_WINDOW,
  ],
  [
    "a window in minutes starts at the job's start",
    NO_WINDOW,
    { start: on("09:00"), input: { arrivalWindowMinutes: 60 } },
    { ...promised("09:00", "10:00", 60), ...notNotified },
  ],
  [
    "minutes set before there was a start become a window once there is one",
    { ...NO_WINDOW, arrivalWindowMinutes: 60 },
    { start: on("09:00") },
    { ...promised("09:00", "10:00", 60), ...notNotified },
  ],
  [
    "the same minutes again leave the window unchanged",
    eightToTen,
    { start: on("09:00"), input: { arrivalWindowMinutes: 120 } },
    eightToTen,
  ],
  ["a job without a start keeps its window", eightToTen, { start: null }, eightToTen],
  ["without a window, none is created", NO_WINDOW, { start: on("09:00") }, NO_WINDOW],
  [
    "a notification without a window is not recorded",
    NO_WINDOW,
    { start: on("09:00"), input: { customerNotified: "phone" } },
    NO_WINDOW,
  ],
];

test.each(cases)("%s", (_, was, { start, input = {} }, becomes) => {
  expect(windowAfter(was, { start, input, at, by: "luis" })).toEqual(becomes);
});
