/** A day on the calendar, `YYYY-MM-DD`, years 0001 to 9999. It has no time and no zone. */
export type CivilDate = string;

/** A month on the calendar, `YYYY-MM`. */
export type MonthKey = string;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
/** A day without a clock change. */
export const DAY_MS = 86_400_000;
export const HOUR_SECONDS = 3600;
export const DAY_SECONDS = 86_400;

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Days in `month` (1 to 12) of `year`. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function digitsAt(text: string, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

// Howard Hinnant, "chrono-compatible low-level date algorithms": years start in March, so that a leap day comes last.
function daysFromCivil(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  return (
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
  );
}

function civilFromDays(days: number): { year: number; month: number; day: number } {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

function parse(text: string): number | null {
  if (text.length !== 10 || text[4] !== "-" || text[7] !== "-") return null;
  const year = digitsAt(text, 0, 4);
  const month = digitsAt(text, 5, 7);
  const day = digitsAt(text, 8, 10);
  if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month))) return null;
  return daysFromCivil(year, month, day);
}

/** True for a real day written `YYYY-MM-DD`: 2024-02-29 is one, 2025-02-29 and 2025-1-5 are not. */
export function isCivilDate(text: string): boolean {
  return parse(text) !== null;
}

/** Whether work can be planned for or looked up on a date: 2000 to 2100. */
export function isScheduleDate(text: string): boolean {
  return isCivilDate(text) && text >= "2000" && text < "2101";
}

/** Whether a household's money can be planned for or posted on a date: 1970 to 2199. */
export function isMoneyDate(text: string): boolean {
  return isCivilDate(text) && text >= "1970" && text < "2200";
}

/** Days since 1970-01-01. Throws RangeError when `date` is not a civil date. */
export function dayNumber(date: CivilDate): number {
  const days = parse(date);
  if (days === null) throw new RangeError(`not a civil date: ${date}`);
  return days;
}

/** The civil date of a day number. Throws RangeError outside the years 0001 to 9999. */
export function civilDate(days: number): CivilDate {
  const { year, month, day } = civilFromDays(days);
  if (!(year >= 1 && year <= 9999)) throw new RangeError(`day ${days} is outside the years 0001 to 9999`);
  return `${monthFromIndex(year * 12 + month - 1)}-${day < 10 ? "0" : ""}${day}`;
}

export function addDays(date: CivilDate, days: number): CivilDate {
  return civilDate(dayNumber(date) + days);
}

/**
 * The same day `months` later, or the last day of that month when it is shorter. Always count from the anchor
 * (`addMonths(start, k)`), never from the previous result: a chain drifts from the 31st to the 28th and stays there.
 */
export function addMonths(anchor: CivilDate, months: number): CivilDate {
  const { year, month, day } = civilFromDays(dayNumber(anchor));
  return civilDate(clampedDay(year * 12 + month - 1 + months, day));
}

/** The day number of `dayOfMonth` in the month with this index, clamped to the month's last day. */
export function clampedDay(index: number, dayOfMonth: number): number {
  const year = Math.floor(index / 12);
  const month = index - year * 12 + 1;
  return daysFromCivil(year, month, Math.min(dayOfMonth, daysInMonth(year, month)));
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: CivilDate, to: CivilDate): number {
  return dayNumber(to) - dayNumber(from);
}

/** 0 for Sunday to 6 for Saturday. */
export function weekday(date: CivilDate): number {
  return (((dayNumber(date) + 4) % 7) + 7) % 7;
}

export function dayOfMonth(date: CivilDate): number {
  return civilFromDays(dayNumber(date)).day;
}

export function monthKey(date: CivilDate): MonthKey {
  return date.slice(0, 7);
}

export function isMonthKey(text: string): boolean {
  return isCivilDate(`${text}-01`);
}

/** Months since the year 0: `year * 12 + month - 1`. Throws RangeError when `month` is not a month. */
export function monthIndex(month: MonthKey): number {
  return monthIndexOfDay(dayNumber(`${month}-01`));
}

export function monthIndexOfDay(days: number): number {
  const { year, month } = civilFromDays(days);
  return year * 12 + month - 1;
}

/** '2026-11' as query parameters. */
export function yearAndMonth(month: MonthKey): { year: number; month: number } {
  const index = monthIndex(month);
  return { year: Math.floor(index / 12), month: (index % 12) + 1 };
}

export function monthFromIndex(index: number): MonthKey {
  const year = Math.floor(index / 12);
  const month = index - year * 12 + 1;
  return `${String(year).padStart(4, "0")}-${month < 10 ? "0" : ""}${month}`;
}

export function shiftMonth(month: MonthKey, months: number): MonthKey {
  return monthFromIndex(monthIndex(month) + months);
}

export function firstDayOfMonth(month: MonthKey): CivilDate {
  return `${month}-01`;
}

export function lastDayOfMonth(month: MonthKey): CivilDate {
  return civilDate(clampedDay(monthIndex(month), 31));
}

/**
 * The date a sender means, whatever the machine's time zone: a civil date as given; for an ISO instant with `Z` or an offset, the
 * date written in it, except that noon UTC stands for its UTC date in any offset. Null for anything else, such as a local time
 * without a zone.
 */
export function sentDate(text: string): CivilDate | null {
  if (isCivilDate(text)) return text;
  if (!INSTANT.test(text) || !isCivilDate(text.slice(0, 10))) return null;
  const time = Date.parse(text);
  if (Number.isNaN(time)) return null;
  const day = Math.floor(time / DAY_MS);
  return time - day * DAY_MS === DAY_MS / 2 ? civilDate(day) : text.slice(0, 10);
}

/** The Sunday on or before a day, and the six days after it. */
export function weekAround(date: string): string[] {
  const sunday = addDays(date, -weekday(date));
  return Array.from({ length: 7 }, (_, index) => addDays(sunday, index));
}
