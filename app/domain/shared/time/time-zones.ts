import { addDays, DAY_MS, HOUR_MS, isCivilDate, MINUTE_MS } from "./dates";

/** Epoch milliseconds, UTC. */
export type Instant = number;

/** What the clock on the wall shows: `date` YYYY-MM-DD, `time` HH:MM (24 h). */
export type WallTime = { date: string; time: string };

/** `instant` is the default unless the user chooses otherwise; `next` is the wall time after a gap. */
export type WallResolution =
  | { kind: "exact"; instant: Instant }
  | { kind: "gap"; instant: Instant; wall: WallTime; next: WallTime }
  | { kind: "overlap"; instant: Instant; second: Instant; wall: WallTime };

type OffsetShift = { at: Instant; before: number; after: number };
type YearOfOffsets = { first: number; shifts: OffsetShift[] };

const SECOND = 1000;
const WEEK = 7 * DAY_MS;
// No zone is further than 14 hours from UTC.
const WIDEST_OFFSET = 15 * HOUR_MS;
const MAX_CACHED_YEARS = 400;

const clocks = new Map<string, Intl.DateTimeFormat>();
const namers = new Map<string, Intl.DateTimeFormat>();
const years = new Map<string, YearOfOffsets>();

/** True for an IANA time zone known to this runtime ("America/New_York", "UTC"); fixed offsets are not accepted. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    clockOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Minutes by which the zone is ahead of UTC at that instant. Throws RangeError for an unknown zone. */
export function offsetMinutes(instant: Instant, zone: string): number {
  return offsetAt(instant, zone) / MINUTE_MS;
}

/** The wall time in the zone at that instant, without seconds. */
export function wallTimeOf(instant: Instant, zone: string): WallTime {
  const shown = new Date(instant + offsetAt(instant, zone)).toISOString();
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
}

/**
 * The instant at which the zone's clocks show that wall time. A skipped time gives the next one that exists; a repeated time
 * gives both, with the first as the default. Throws RangeError for an invalid date or time.
 */
export function instantOf(wall: WallTime, zone: string): WallResolution {
  const shown = shownAsUtc(wall);
  const early = shown - offsetAt(shown - WIDEST_OFFSET, zone);
  const late = shown - offsetAt(shown + WIDEST_OFFSET, zone);
  const found = [...new Set([early, late])].filter((instant) => instant + offsetAt(instant, zone) === shown);
  const [one, other] = found;
  if (one === undefined) return skipped(wall, shown, zone);
  if (other === undefined) return { kind: "exact", instant: one };
  return { kind: "overlap", instant: Math.min(one, other), second: Math.max(one, other), wall };
}

/** The first instant of a civil date; not 00:00 if the clocks skip midnight. */
export function startOfDay(date: string, zone: string): Instant {
  return instantOf({ date, time: "00:00" }, zone).instant;
}

/** The first instants of the date and of the next one: [start, end). */
export function dayBounds(date: string, zone: string): { start: Instant; end: Instant } {
  return { start: startOfDay(date, zone), end: startOfDay(addDays(date, 1), zone) };
}

/** 1440 on most days, 1380 or 1500 when the clocks change. */
export function dayLengthMinutes(date: string, zone: string): number {
  const { start, end } = dayBounds(date, zone);
  return (end - start) / MINUTE_MS;
}

/** The zone's abbreviation for display: "EST", "MST", "GMT+1". */
export function zoneTag(instant: Instant, zone: string): string {
  const named = cachedFormatter(namers, zone, { timeZoneName: "short" }).formatToParts(instant);
  return named.find((part) => part.type === "timeZoneName")?.value ?? zone;
}

/** The zone's general name, regardless of season: "Central Time". */
export function zoneName(zone: string): string {
  const named = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longGeneric" }).formatToParts(0);
  return named.find((part) => part.type === "timeZoneName")?.value ?? zone;
}

/**
 * 'Times are Mountain Standard Time, at the property.' for the names of the site's and the business's zone; the place is
 * named only if they differ.
 */
export function timesAre(siteName: string, businessName: string): string {
  return `Times are ${siteName}${siteName === businessName ? "" : ", at the property"}.`;
}

/** True if a time at that instant needs its zone's tag for a reader whose own zone is the other one. */
export function needsTag(at: Instant | string, zone: string, readerZone: string): boolean {
  const instant = new Date(at).getTime();
  return zoneTag(instant, zone) !== zoneTag(instant, readerZone);
}

function skipped(wall: WallTime, shown: number, zone: string): WallResolution {
  const nearby = [shown - WIDEST_OFFSET, shown + WIDEST_OFFSET].flatMap((instant) => yearOf(instant, zone).shifts);
  const gap = nearby.find((shift) => shift.at + shift.before <= shown && shown < shift.at + shift.after);
  if (!gap) throw new RangeError(`${wall.date} ${wall.time} has no place in ${zone}`);
  return { kind: "gap", instant: gap.at, wall, next: wallTimeOf(gap.at, zone) };
}

function shownAsUtc({ date, time }: WallTime): number {
  const shown =
    isCivilDate(date) && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? Date.parse(`${date}T${time}Z`) : Number.NaN;
  if (Number.isNaN(shown)) throw new RangeError(`no such wall time: ${date} ${time}`);
  return shown;
}

function offsetAt(instant: Instant, zone: string): number {
  const { first, shifts } = yearOf(instant, zone);
  let offset = first;
  for (const shift of shifts) {
    if (shift.at > instant) break;
    offset = shift.after;
  }
  return offset;
}

// Intl calls take microseconds and scheduling a day makes thousands of them, so each year's changes are looked up once.
function yearOf(instant: Instant, zone: string): YearOfOffsets {
  const year = new Date(instant).getUTCFullYear();
  const key = `${zone} ${year}`;
  const known = years.get(key);
  if (known) return known;
  if (years.size >= MAX_CACHED_YEARS) years.clear();
  // One second early, so that a change at the very start of the year is detected.
  const found = findShifts(Date.UTC(year, 0, 1) - SECOND, Date.UTC(year + 1, 0, 1) - SECOND, zone);
  years.set(key, found);
  return found;
}

function findShifts(start: Instant, end: Instant, zone: string): YearOfOffsets {
  const first = askIntl(start, zone);
  const shifts: OffsetShift[] = [];
  let before = first;
  for (let from = start; from < end; from += WEEK) {
    const to = Math.min(from + WEEK, end);
    const after = askIntl(to, zone);
    if (after !== before) shifts.push({ at: bisect(from, to, zone), before, after });
    before = after;
  }
  return { first, shifts };
}

function bisect(from: Instant, to: Instant, zone: string): Instant {
  const before = askIntl(from, zone);
  let low = from;
  let high = to;
  while (high - low > SECOND) {
    const middle = low + Math.floor((high - low) / (2 * SECOND)) * SECOND;
    if (askIntl(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

function askIntl(instant: Instant, zone: string): number {
  const values = new Map(
    clockOf(zone)
      .formatToParts(instant)
      .map((part) => [part.type, Number(part.value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => values.get(type) ?? 0;
  const shown = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return shown - Math.floor(instant / SECOND) * SECOND;
}

function clockOf(zone: string): Intl.DateTimeFormat {
  return cachedFormatter(clocks, zone, {
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
}

function cachedFormatter(cache: typeof clocks, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const known = cache.get(zone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat("en-US", { ...options, timeZone: zone });
  cache.set(zone, formatter);
  return formatter;
}

/** The date at which the clocks of a business are. */
export function todayOf({ now }: { now: Date }, { timeZone }: { timeZone: string }): string {
  return wallTimeOf(now.getTime(), timeZone).date;
}

/** The latest date on which any zone's clocks are: none is more than fourteen hours ahead of UTC. */
export function latestDate(now: Date): string {
  return new Date(now.getTime() + 14 * HOUR_MS).toISOString().slice(0, 10);
}
