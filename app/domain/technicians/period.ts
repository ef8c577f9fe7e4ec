import { addDays, isCivilDate } from "~/domain/shared/dates";
import type { Interval } from "~/domain/shared/intervals";
import { dayBounds, type Instant, startOfDay, wallTimeOf } from "~/domain/shared/time-zones";

const USUAL_DAYS = 7;
/** Longer looks ahead say nothing: nobody is booked that far. */
const LONGEST_PERIOD_DAYS = 92;

/** A period as given: civil days of the business, instants, or nothing. */
export type PeriodInput = { startDate?: string; endDate?: string };

/**
 * The period that is meant. Civil days count whole, the last one included; without a start it begins today, without an end
 * it is a week. A text is what is wrong with it.
 */
export function periodOf({ startDate, endDate }: PeriodInput, now: Instant, zone: string): Interval | string {
  const start = startDate ? instantFrom(startDate, zone) : startOfDay(wallTimeOf(now, zone).date, zone);
  const usualLast = addDays(wallTimeOf(start, zone).date, USUAL_DAYS - 1);
  const end = endDate ? endFrom(endDate, zone) : dayBounds(usualLast, zone).end;
  if (end <= start) return "The end must be after the start";
  if (end - start > (LONGEST_PERIOD_DAYS * 24 + 1) * 3_600_000) return `Ask for at most ${LONGEST_PERIOD_DAYS} days`;
  return { start, end };
}

/** The Monday on or before a day, and the six days after it. */
export function weekAround(date: string): string[] {
  const sinceMonday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(date, -sinceMonday);
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index));
}

function instantFrom(text: string, zone: string): Instant {
  return isCivilDate(text) ? startOfDay(text, zone) : Date.parse(text);
}

function endFrom(text: string, zone: string): Instant {
  return isCivilDate(text) ? dayBounds(text, zone).end : Date.parse(text);
}
