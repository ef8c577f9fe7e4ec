import { addDays, DAY_MS, weekday } from "~/domain/shared/time/dates";
import { clip, type Interval, subtract, union } from "~/domain/shared/time/intervals";
import { dayBounds, type Instant, instantOf, wallTimeOf } from "~/domain/shared/time/time-zones";
import { type DayAvailability, WEEKDAYS, type WeeklyAvailability } from "./availability";

/** A shift of one civil day as instants; one past midnight ends on the next day. */
export type Shift = Interval & { date: string; breaks: Interval[] };

type TimeOff = Interval & { reason: string };

/** Whole civil days of the business, both ends included. */
export type Holiday = { name: string; from: string; to: string };

/** Working hours: wall times in `zone`, so that 08:00 stays 08:00 across clock changes. `week` null: no known shifts. */
export type WorkTimes = {
  zone: string;
  week: WeeklyAvailability | null;
  timeOff: readonly TimeOff[];
  holidays: readonly Holiday[];
};

/** The shift that starts on a civil day, null on a day off; holidays and time off are not considered. */
export function shiftOn(date: string, { week, zone }: Pick<WorkTimes, "week" | "zone">): Shift | null {
  const dayName = WEEKDAYS[weekday(date)];
  const day = week && dayName ? week[dayName] : null;
  if (!day?.available) return null;
  const shift = spanOn(date, day, zone);
  if (shift.end <= shift.start) return null;
  const breaks = (day.breaks ?? []).flatMap((pause) => clip([breakOn(date, day, pause, zone)], shift));
  return { ...shift, date, breaks };
}

/** Every shift that overlaps the period, including those started the evening before. */
export function shiftsIn(period: Interval, times: Pick<WorkTimes, "week" | "zone">): Shift[] {
  return civilDays({ start: period.start - DAY_MS, end: period.end }, times.zone)
    .flatMap((date) => shiftOn(date, times) ?? [])
    .filter((shift) => shift.start < period.end && period.start < shift.end);
}

/** Actual working time in the period: shifts minus breaks, time off and holidays. */
export function workingTime(period: Interval, times: WorkTimes): Interval[] {
  const shifts = shiftsIn(period, times);
  const away = [...shifts.flatMap((shift) => shift.breaks), ...times.timeOff, ...holidaysIn(period, times)];
  return subtract(clip(union(shifts), period), away);
}

/** The business's holidays that overlap the period. */
export function holidaysIn(period: Interval, { holidays, zone }: Pick<WorkTimes, "holidays" | "zone">) {
  return holidays
    .map(({ name, from, to }) => ({ name, start: dayBounds(from, zone).start, end: dayBounds(to, zone).end }))
    .filter((holiday) => holiday.start < period.end && period.start < holiday.end);
}

/** The civil days of a zone that overlap the period. */
export function civilDays(period: Interval, zone: string): string[] {
  const dates: string[] = [];
  const last = wallTimeOf(lastInstant(period), zone).date;
  for (let date = wallTimeOf(period.start, zone).date; date <= last; date = addDays(date, 1)) dates.push(date);
  return dates;
}

function lastInstant({ start, end }: Interval): Instant {
  return Math.max(start, end - 1);
}

function spanOn(date: string, span: { start: string; end: string }, zone: string): Interval {
  const endDate = span.end <= span.start ? addDays(date, 1) : date;
  return {
    start: instantOf({ date, time: span.start }, zone).instant,
    end: instantOf({ date: endDate, time: span.end }, zone).instant,
  };
}

// A break that starts before its shift does is after midnight.
function breakOn(date: string, day: DayAvailability, pause: { start: string; end: string }, zone: string): Interval {
  return spanOn(pause.start < day.start ? addDays(date, 1) : date, pause, zone);
}
