import { expect, test } from "vitest";
import { capacityOf, formatCapacity } from "~/domain/scheduling/capacity";
import { dayBounds } from "~/domain/shared/time/time-zones";
import { aTechnician, aWorkOrder, NEW_YORK, wall } from "./fixtures";

const day = dayBounds("2026-11-20", NEW_YORK);

test("booked time counts for each technician, only on this day and not on hold", () => {
  const team = [aTechnician({ id: "luis" }), aTechnician({ id: "ana" })];
  const shift = capacityOf(day, team, []).shiftMinutes;
  const jobs = [
    {
      ...aWorkOrder({ start: wall("2026-11-20 09:00"), minutes: 60 }),
      technicianIds: ["luis", "ana", "somebody else"],
    },
    { ...aWorkOrder({ start: wall("2026-11-20 23:30"), minutes: 60 }), technicianIds: ["luis"] },
    { ...aWorkOrder({ start: wall("2026-11-20 13:00"), minutes: 60, status: "on_hold" }), technicianIds: ["luis"] },
  ];
  expect(capacityOf(day, team, jobs)).toEqual({ bookedMinutes: 150, shiftMinutes: shift });
  expect(shift).toBeGreaterThan(0);
  const away = { ...aTechnician({ id: "luis" }), timeOff: [{ ...day, reason: "Sick" }] };
  expect(capacityOf(day, [away], []).shiftMinutes).toBe(0);
});

test.each([
  [18_720, 24_300, "312 of 405 hr, 77%"],
  [0, 480, "0 of 8 hr, 0%"],
  [240, 0, "4 hr"],
])("%s minutes of %s reads %s", (bookedMinutes, shiftMinutes, text) => {
  expect(formatCapacity({ bookedMinutes, shiftMinutes })).toBe(text);
});
