import type { SchedulableTechnician } from "./jobs";
import { type Interval, overlaps, subtract, totalMinutes } from "./rules";
import { holidaysIn, shiftsIn } from "./shifts";

export type Absence = {
  kind: "break" | "time_off" | "holiday" | "off_shift" | "no_shift";
  severity: "override";
  message: string;
};

/** Why the technician is not at work during any part of the period, not at its start alone. */
export function findAbsences(period: Interval, technician: SchedulableTechnician): Absence[] {
  const { name, timeOff } = technician;
  const holidays = holidaysIn(period, technician);
  const away = timeOff.filter((absence) => overlaps(absence, period));
  return [
    ...holidays.map((holiday) => absence("holiday", `It is ${holiday.name}.`)),
    ...away.map(({ reason }) => absence("time_off", `${name} is away: ${reason}.`)),
    ...shiftAbsences(period, technician),
  ];
}

function shiftAbsences(period: Interval, technician: SchedulableTechnician): Absence[] {
  const { name } = technician;
  const shifts = shiftsIn(period, technician);
  if (shifts.length === 0) return [absence("no_shift", `${name} has no shift then.`)];
  const outside = totalMinutes(subtract([period], shifts));
  const pauses = shifts.flatMap((shift) => shift.breaks).filter((pause) => overlaps(pause, period));
  return [
    ...(outside > 0 ? [absence("off_shift", `${outside} min of it are outside ${name}'s shift.`)] : []),
    ...(pauses.length > 0 ? [absence("break", `It runs into ${name}'s break.`)] : []),
  ];
}

function absence(kind: Absence["kind"], message: string): Absence {
  return { kind, severity: "override", message };
}
