import { addDays } from "~/domain/shared/dates";
import {
  dayBounds,
  type Instant,
  instantOf,
  offsetMinutes,
  type WallResolution,
  wallTimeOf,
  zoneTag,
} from "~/domain/shared/time-zones";
import type { SchedulableTechnician } from "./jobs";
import { type Interval, intersection, MINUTE_MS, minutesOf, overlaps } from "./rules";
import { civilDays, holidaysIn, type Shift, shiftOn } from "./shifts";

/** The part of a job that lies on one civil day. */
export type DayPart = Interval & { date: string; minutes: number; fromDayBefore: boolean; intoNextDay: boolean };

/** A job on every civil day on which it has a part: 22:00 to 02:00 is on two. */
export function dayParts(job: Interval, zone: string): DayPart[] {
  return civilDays(job, zone).flatMap((date) => {
    const part = intersection(job, dayBounds(date, zone));
    if (!part) return [];
    return [
      {
        ...part,
        date,
        minutes: minutesOf(part),
        fromDayBefore: part.start > job.start,
        intoNextDay: part.end < job.end,
      },
    ];
  });
}

/** How many minutes of a job fall into each shift, so that a job over midnight counts against both. */
export function minutesByShift(job: Interval, shifts: readonly Shift[]): { date: string; minutes: number }[] {
  return shifts.flatMap((shift) => {
    const part = intersection(job, shift);
    return part ? [{ date: shift.date, minutes: minutesOf(part) }] : [];
  });
}

/** A technician's row of the board; `note` says why there is no shift to draw or why it may not be used. */
export type Lane = { technicianId: string; name: string; shift: Shift | null; note: string | null };

/** One lane for every technician, those without a shift too. */
export function lanesOn(date: string, technicians: readonly SchedulableTechnician[]): Lane[] {
  return technicians.map((technician) => {
    const shift = shiftOn(date, technician);
    return { technicianId: technician.id, name: technician.name, shift, note: laneNote(date, shift, technician) };
  });
}

function laneNote(date: string, shift: Shift | null, technician: SchedulableTechnician): string | null {
  const day = shift ?? dayBounds(date, technician.zone);
  const holiday = holidaysIn(day, technician)[0];
  if (holiday) return holiday.name;
  const away = technician.timeOff.find((absence) => overlaps(absence, day));
  if (away) return `Away: ${away.reason}`;
  return shift ? null : "No shift";
}

/** A time as the board shows it: the site's wall time, with the zone's tag when the viewer's clock shows another time. */
export function siteTime(
  instant: Instant,
  siteZone: string,
  viewerZone: string,
): { date: string; time: string; tag: string | null } {
  const differs = offsetMinutes(instant, siteZone) !== offsetMinutes(instant, viewerZone);
  return { ...wallTimeOf(instant, siteZone), tag: differs ? zoneTag(instant, siteZone) : null };
}

/**
 * Where a job lands that is dropped on a day's lane: `minuteOfDay` on the wall of the site, snapped to `step` minutes.
 * The offset is that of the day dropped on. What lies before or after the day lands on the day beside it.
 */
export function dropTime(
  target: { date: string; minuteOfDay: number },
  siteZone: string,
  step: number,
): WallResolution {
  const snapped = Math.round(target.minuteOfDay / step) * step;
  const days = Math.floor(snapped / MINUTES_A_DAY);
  const minute = snapped - days * MINUTES_A_DAY;
  const time = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
  return instantOf({ date: addDays(target.date, days), time }, siteZone);
}

/** Minutes of a job whose lower edge is dragged: snapped, and never less than one step. */
export function resizedMinutes(start: Instant, end: Instant, step: number): number {
  return Math.max(step, Math.round((end - start) / MINUTE_MS / step) * step);
}

const MINUTES_A_DAY = 1440;
