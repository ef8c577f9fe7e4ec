/** Dates and times as Americans write them, the same on the server and in every browser. */
import { addDays, type CivilDate, DAY_SECONDS, dayOfMonth, HOUR_SECONDS, type MonthKey, weekday } from "./dates";
import { dayLengthMinutes, type Instant, type WallResolution, type WallTime, wallTimeOf, zoneTag } from "./time-zones";

/** Names of the months, January first. */
export const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** 'November 2026' of a month, YYYY-MM. */
export function formatMonth(month: MonthKey): string {
  return `${MONTHS[Number(month.slice(5, 7)) - 1]} ${Number(month.slice(0, 4))}`;
}

/** 'Nov' of a month, YYYY-MM, or of a date, YYYY-MM-DD. */
export function formatShortMonth(date: MonthKey | CivilDate): string {
  return (MONTHS[Number(date.slice(5, 7)) - 1] ?? "").slice(0, 3);
}

/** 'Fri, Nov 20' of a civil date; with `year` 'Nov 20, 2026'. Throws RangeError for an invalid date. */
export function formatDate(date: CivilDate, year = false): string {
  const day = `${formatShortMonth(date)} ${dayOfMonth(date)}`;
  return year ? `${day}, ${Number(date.slice(0, 4))}` : `${WEEKDAYS[weekday(date)]}, ${day}`;
}

/** 'Fri, Nov 20, 2026'. */
export function formatFullDate(date: CivilDate): string {
  return `${formatDate(date)}, ${Number(date.slice(0, 4))}`;
}

/** 'Fri, Nov 20' for a date in the year of `today`, 'Fri, Nov 20, 2027' for one in another year. */
export function formatNearDate(date: CivilDate, today: CivilDate): string {
  return date.slice(0, 4) === today.slice(0, 4) ? formatDate(date) : formatFullDate(date);
}

/** 'November 20, 2026', for running text. */
export function formatLongDate(date: CivilDate): string {
  return `${MONTHS[Number(date.slice(5, 7)) - 1]} ${dayOfMonth(date)}, ${Number(date.slice(0, 4))}`;
}

/** 'Nov 16 to 20, 2026', 'Nov 30 to Dec 4, 2026', 'Dec 28, 2026 to Jan 1, 2027'; one day is 'Nov 20, 2026'. */
export function formatDateRange(from: CivilDate, to: CivilDate): string {
  if (from === to) return formatDate(from, true);
  const first = `${formatShortMonth(from)} ${dayOfMonth(from)}`;
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${formatDate(from, true)} to ${formatDate(to, true)}`;
  if (from.slice(0, 7) !== to.slice(0, 7)) return `${first} to ${formatDate(to, true)}`;
  return `${first} to ${dayOfMonth(to)}, ${Number(to.slice(0, 4))}`;
}

/** A range in the year of `today` without the year, 'Nov 16 to 20'; any other like formatDateRange. */
export function formatNearRange(from: CivilDate, to: CivilDate, today: CivilDate): string {
  const isThisYear = [from, to].every((date) => date.slice(0, 4) === today.slice(0, 4));
  return isThisYear ? formatDateRange(from, to).replace(/, \d+$/, "") : formatDateRange(from, to);
}

/** '8:00 AM' of a wall time, HH:MM. */
export function formatClock(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}:${time.slice(3, 5)} ${hour < 12 ? "AM" : "PM"}`;
}

/** '8:00 to 9:30 AM', '11:30 AM to 1:00 PM' of two wall times, HH:MM. */
export function formatClockRange(start: string, end: string): string {
  const from = formatClock(start);
  const to = formatClock(end);
  return `${from.slice(-2) === to.slice(-2) && start < end ? from.slice(0, -3) : from} to ${to}`;
}

/** '8 AM' of a wall time, HH:MM, for axes. */
export function formatHour(time: string): string {
  return formatClock(time).replace(":00", "");
}

/** '8 AM' on an axis; with the zone's tag ('1 AM CST') on days when the clocks change, since an hour may occur twice. */
export function formatAxisHour(at: Instant, zone: string): string {
  const { date, time } = wallTimeOf(at, zone);
  const isUsual = dayLengthMinutes(date, zone) === 1440;
  return isUsual ? formatHour(time) : `${formatHour(time)}${tagOf(at, zone)}`;
}

/** Epoch milliseconds or an ISO instant. */
type Moment = Instant | string;

/** @throws RangeError for an invalid instant */
function wallOf(at: Moment, zone: string): WallTime {
  return wallTimeOf(new Date(at).getTime(), zone);
}

const tagOf = (at: Moment, zone: string) => ` ${zoneTag(new Date(at).getTime(), zone)}`;

/** The date of an instant in a zone, formatted like formatDate. */
export function formatDay(at: Moment, zone: string, year = false): string {
  return formatDate(wallOf(at, zone).date, year);
}

/** The date of an instant, formatted like formatNearDate. */
export function formatNearDay(at: Moment, zone: string, now: Moment): string {
  return formatNearDate(wallOf(at, zone).date, wallOf(now, zone).date);
}

/** '8:30 AM' in a zone; with `tag` '8:30 AM CST'. */
export function formatTime(at: Moment, zone: string, tag = false): string {
  return `${formatClock(wallOf(at, zone).time)}${tag ? tagOf(at, zone) : ""}`;
}

/** '8:00 to 9:30 AM' in a zone. */
export function formatTimeRange(start: Moment, end: Moment, zone: string): string {
  const from = wallOf(start, zone);
  const to = wallOf(end, zone);
  return from.date === to.date
    ? formatClockRange(from.time, to.time)
    : `${formatClock(from.time)} to ${formatClock(to.time)}`;
}

type DateTimeOptions = {
  zone: string;
  year?: boolean;
  tag?: boolean;
  /** The current instant: if given, dates in another year include the year. */
  now?: Instant;
};

/** 'Fri, Nov 20, 8:30 AM' in a zone; with `year` 'Nov 20, 2026, 8:30 AM', with `tag` 'Fri, Nov 20, 8:30 AM CST'. */
export function formatDateTime(at: Moment, { zone, year = false, tag = false, now }: DateTimeOptions): string {
  const { date, time } = wallOf(at, zone);
  const day = now === undefined ? formatDate(date, year) : formatNearDate(date, wallOf(now, zone).date);
  return `${day}, ${formatClock(time)}${tag ? tagOf(at, zone) : ""}`;
}

/** 'Today 9:00 AM', 'Tue 9:00 AM' within six days ahead, else 'Nov 30, 9:00 AM', in another year 'Nov 30, 2027, 9:00 AM'. */
export function formatSoon(at: Moment, zone: string, now: Instant): string {
  const { date, time } = wallOf(at, zone);
  const today = wallOf(now, zone).date;
  const clock = formatClock(time);
  if (date === today) return `Today ${clock}`;
  if (date > today && date <= addDays(today, 6)) return `${WEEKDAYS[weekday(date)]} ${clock}`;
  const day = date.slice(0, 4) === today.slice(0, 4) ? formatDate(date).slice(5) : formatDate(date, true);
  return `${day}, ${clock}`;
}

/** '45 min', '2 hr', '1 hr 30 min'. */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && `${hours} hr`, rest > 0 && `${rest} min`].filter(Boolean).join(" ") || "0 min";
}

/** '1 hr 5 min', '3 days 4 hr', 'under a minute': for measured rather than planned durations. */
export function formatElapsed(seconds: number): string {
  if (seconds < 60) return "under a minute";
  const minutes = Math.floor(seconds / 60);
  const days = Math.floor(minutes / 1440);
  if (days === 0) return formatDuration(minutes);
  const hours = Math.floor((minutes % 1440) / 60);
  return [days === 1 ? "1 day" : `${days} days`, hours > 0 && `${hours} hr`].filter(Boolean).join(" ");
}

const steps = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", DAY_SECONDS],
  ["hour", HOUR_SECONDS],
  ["minute", 60],
] as const;

/** How long ago or ahead in the largest fitting unit: '3 minutes ago', 'in 2 days', 'just now' within a minute. */
export function formatRelative(at: number, now: number): string {
  const seconds = (at - now) / 1000;
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  if (!step) return "just now";
  return new Intl.RelativeTimeFormat("en-US").format(Math.trunc(seconds / step[1]), step[0]);
}

/** Why a wall time does not occur exactly once. */
export function clockChangeReason(found: Exclude<WallResolution, { kind: "exact" }>): string {
  const time = formatClock(found.wall.time);
  const date = formatDate(found.wall.date, true);
  return found.kind === "gap"
    ? `${time} does not exist on ${date}: clocks go forward.`
    : `${time} occurs twice on ${date}: clocks go back.`;
}

/** The reason with the time used instead; null if the time is exact. */
export function clockChangeNotice(found: WallResolution): string | null {
  if (found.kind === "exact") return null;
  const used = found.kind === "gap" ? nextTime(found.wall, found.next) : "The first one";
  return `${clockChangeReason(found)} ${used} is used.`;
}

function nextTime(wall: WallTime, next: WallTime): string {
  return next.date === wall.date ? formatClock(next.time) : `${formatDate(next.date)}, ${formatClock(next.time)}`;
}
