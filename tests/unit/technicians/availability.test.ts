import { expect, test } from "vitest";
import {
  availabilityProblems,
  copyMonday,
  DEFAULT_AVAILABILITY,
  shiftMinutes,
  weekLabel,
  weekMinutes,
  weekOf,
} from "~/domain/technicians/availability";

const usual = DEFAULT_AVAILABILITY;
const off = { available: false, start: "08:00", end: "17:00" };
const from = (start: string, end: string, breaks: { start: string; end: string }[] = []) => ({
  available: true,
  start,
  end,
  breaks,
});

test("the default week has 45 hours", () => {
  expect(weekOf(null)).toEqual(usual);
  expect(weekMinutes(usual)).toBe(45 * 60);
});

test.each([
  ["a day shift", from("08:00", "17:00"), 540],
  ["a shift with a lunch break", from("08:00", "17:00", [{ start: "12:00", end: "12:45" }]), 495],
  ["a shift over midnight", from("22:00", "06:00"), 480],
  ["a 24-hour shift, which is refused elsewhere", from("08:00", "08:00"), 1440],
  ["a day off", off, 0],
])("%s: shift minutes", (_, day, minutes) => {
  expect(shiftMinutes(day)).toBe(minutes);
});

test.each([
  ["a shift without length", from("08:00", "08:00"), [{ day: "monday", field: "end" }]],
  ["a break before the shift", from("08:00", "17:00", [{ start: "07:00", end: "09:00" }]), [{ field: "breaks" }]],
  [
    "a break past the end of the shift",
    from("08:00", "17:00", [{ start: "16:30", end: "17:30" }]),
    [{ field: "breaks" }],
  ],
  [
    "a break that ends before it starts",
    from("08:00", "17:00", [{ start: "13:00", end: "12:00" }]),
    [{ field: "breaks" }],
  ],
  ["a break after midnight of a night shift", from("22:00", "06:00", [{ start: "02:00", end: "02:30" }]), []],
  ["a break until the end of the shift", from("08:00", "17:00", [{ start: "16:30", end: "17:00" }]), []],
  ["invalid hours on a day off", { ...off, end: "08:00" }, []],
])("a Monday with %s", (_, monday, problems) => {
  expect(availabilityProblems({ ...usual, monday })).toMatchObject(problems);
});

test("Monday's hours are copied to the other working days, not to the weekend", () => {
  const monday = from("07:00", "15:30");
  const week = copyMonday({ ...usual, monday });
  expect([week.tuesday, week.friday]).toEqual([monday, monday]);
  expect([week.saturday, week.sunday]).toEqual([usual.saturday, usual.sunday]);
});

test.each([
  ["the usual week", usual, "Mon to Fri 8:00 AM to 5:00 PM"],
  [
    "the usual week and a Saturday",
    { ...usual, saturday: from("09:00", "12:00") },
    "Mon to Fri 8:00 AM to 5:00 PM, Sat 9:00 AM to 12:00 PM",
  ],
  ["a Wednesday off", { ...usual, wednesday: off }, "Mon to Tue 8:00 AM to 5:00 PM, Thu to Fri 8:00 AM to 5:00 PM"],
  [
    "no working day",
    { ...usual, monday: off, tuesday: off, wednesday: off, thursday: off, friday: off },
    "No working hours",
  ],
])("%s as text", (_, week, words) => {
  expect(weekLabel(week)).toBe(words);
});
