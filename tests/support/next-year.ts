import { addDays, type CivilDate, daysBetween, isCivilDate, weekday } from "~/domain/shared/time/dates";

/** The Sunday of that year on which clocks go forward in the US. */
function clocksForward(year: number): CivilDate {
  const eighth = `${year}-03-08`;
  return addDays(eighth, (7 - weekday(eighth)) % 7);
}

const WRITTEN_IN = 2027;

const moved = daysBetween(clocksForward(WRITTEN_IN), clocksForward(new Date().getUTCFullYear() + 1));

/**
 * A text with days of 2027 moved to next year: by whole weeks, so that each is the same weekday and as far from both clock changes
 * in the US. Bookings are rejected in the past and give a warning from two years ahead, and screens leave out the current year.
 */
export function nextYear(text: string): string {
  return text.replaceAll(/2027-\d\d-\d\d/g, (date) => (isCivilDate(date) ? addDays(date, moved) : date));
}

/** "Mar 8, 2027", as screens and messages name a day. */
export function dayName(date: CivilDate): string {
  return new Date(date).toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" });
}
