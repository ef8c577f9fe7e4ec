import { clip, type Interval, totalMinutes } from "~/domain/shared/intervals";
import { dayBounds } from "~/domain/shared/time-zones";
import { freeTime, lanesOn, type Plan, type SchedulableTechnician } from "./calendar";
import { civilDays, workingTime } from "./shifts";

type FreeDay = {
  date: string;
  freeMinutes: number;
  /** Why there is nothing to give away on that day: a holiday, time off, no shift. */
  note: string | null;
};

type Availability = {
  technicianId: string;
  /** Shift time in the period without breaks, time off and holidays. */
  workingMinutes: number;
  /** What jobs and the drives to them leave of it. */
  freeMinutes: number;
  intervals: Interval[];
  days: FreeDay[];
};

/** What a technician can still be given in a period, days that the period cuts in part. `away`: on leave, so nothing. */
export function availabilityIn(
  period: Interval,
  technician: SchedulableTechnician,
  { plan, away }: { plan: Plan; away: boolean },
): Availability {
  const working = away ? [] : workingTime(period, technician);
  const free = away ? [] : freeTime(period, technician, plan).intervals;
  const days = civilDays(period, technician.zone).map((date) => ({
    date,
    freeMinutes: totalMinutes(clip(free, dayBounds(date, technician.zone))),
    note: away ? "On leave" : (lanesOn(date, [technician])[0]?.note ?? null),
  }));
  return {
    technicianId: technician.id,
    workingMinutes: totalMinutes(working),
    freeMinutes: totalMinutes(free),
    intervals: free,
    days,
  };
}

/** The most free time first; those who have none come last and are still included. */
export function byFreeMinutes(a: Availability, b: Availability): number {
  return b.freeMinutes - a.freeMinutes || b.workingMinutes - a.workingMinutes;
}
