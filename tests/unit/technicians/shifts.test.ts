import { expect, test } from "vitest";
import { aTechnician, NEW_YORK, wall } from "#tests/unit/scheduling/fixtures";
import { minutesOf, totalMinutes } from "~/domain/shared/time/intervals";
import { dayBounds } from "~/domain/shared/time/time-zones";
import { DEFAULT_AVAILABILITY, type WeeklyAvailability } from "~/domain/technicians/availability";
import { shiftOn, shiftsIn, workingTime } from "~/domain/technicians/shifts";

const NIGHT = { available: true, start: "22:00", end: "06:00" };
const NIGHTS: WeeklyAvailability = { ...DEFAULT_AVAILABILITY, saturday: NIGHT, friday: NIGHT };

test("a shift keeps its wall time before and after a clock change", () => {
  const technician = aTechnician();
  for (const date of ["2026-10-30", "2026-11-02", "2027-03-12", "2027-03-15"]) {
    expect(shiftOn(date, technician)).toMatchObject({ start: wall(`${date} 08:00`), end: wall(`${date} 17:00`) });
  }
});

test("a night shift ends on the next day and gains an hour when the clocks fall back", () => {
  const shift = shiftOn("2026-10-31", { week: NIGHTS, zone: NEW_YORK });
  expect(shift).toMatchObject({ date: "2026-10-31", end: wall("2026-11-01 06:00") });
  expect(shift && minutesOf(shift)).toBe(9 * 60);
});

test("two night shifts reach into one day", () => {
  const saturday = dayBounds("2026-11-21", NEW_YORK);
  expect(shiftsIn(saturday, { week: NIGHTS, zone: NEW_YORK }).map((shift) => shift.date)).toEqual([
    "2026-11-20",
    "2026-11-21",
  ]);
});

test("a break after midnight belongs to the shift that started the evening before", () => {
  const week = { ...NIGHTS, friday: { ...NIGHT, breaks: [{ start: "01:00", end: "01:30" }] } };
  const shift = shiftOn("2026-11-20", { week, zone: NEW_YORK });
  expect(shift?.breaks).toEqual([{ start: wall("2026-11-21 01:00"), end: wall("2026-11-21 01:30") }]);
});

test("working time excludes weekends, breaks, time off and holidays", () => {
  const lunch = { ...DEFAULT_AVAILABILITY.monday, breaks: [{ start: "12:00", end: "13:00" }] };
  const technician = aTechnician({
    week: { ...DEFAULT_AVAILABILITY, monday: lunch },
    timeOff: [{ start: wall("2026-11-24 15:00"), end: wall("2026-11-25 10:00"), reason: "training" }],
    holidays: [{ name: "Thanksgiving", from: "2026-11-26", to: "2026-11-26" }],
  });
  const week = { start: wall("2026-11-22 00:00"), end: wall("2026-11-29 00:00") };
  // Mon 8, Tue 7, Wed 7, Thu 0, Fri 9 hours
  expect(totalMinutes(workingTime(week, technician))).toBe((8 + 7 + 7 + 0 + 9) * 60);
});

test("without a week there is no working time", () => {
  const day = dayBounds("2026-11-20", NEW_YORK);
  expect(workingTime(day, aTechnician({ week: null }))).toEqual([]);
});
