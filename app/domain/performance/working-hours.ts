import { addDays, weekday } from "~/domain/shared/time/dates";
import { totalMinutes } from "~/domain/shared/time/intervals";
import { dayBounds } from "~/domain/shared/time/time-zones";
import { shiftMinutes, WEEKDAYS } from "~/domain/technicians/availability";
import { type WorkTimes, workingTime } from "~/domain/technicians/shifts";
import type { TechnicianStatus } from "~/domain/technicians/technician";
import type { Span } from "./performance";

/** Whether someone's shifts count as capacity: also before they have set up their account, but not on leave. */
export const hasCapacity = (status: TechnicianStatus): boolean => status === "active" || status === "pending_setup";

/**
 * Minutes of a technician's shifts in a span of days, without breaks, holidays and time off, based on the current weekly
 * schedule.
 */
export function shiftMinutesIn({ from, to }: Span, times: WorkTimes): number {
  const { week, zone, timeOff, holidays } = times;
  if (!week) return 0;
  const absences = timeOff.map(({ start, end }) => ({ start, end }));
  let minutes = 0;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const name = WEEKDAYS[weekday(day)];
    const usual = name ? shiftMinutes(week[name]) : 0;
    if (usual === 0 || holidays.some((holiday) => holiday.from <= day && day <= holiday.to)) continue;
    minutes += absences.length === 0 ? usual : withoutAbsences(day, usual, { ...times, zone });
  }
  return minutes;
}

// Day boundaries are computed only if there may be time off.
function withoutAbsences(day: string, usual: number, times: WorkTimes): number {
  const bounds = dayBounds(day, times.zone);
  const isAway = times.timeOff.some(({ start, end }) => start < bounds.end && end > bounds.start);
  return isAway ? totalMinutes(workingTime(bounds, times)) : usual;
}
