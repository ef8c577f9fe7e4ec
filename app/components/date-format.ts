/** Dates as the product writes them: 'Fri 20 Nov, 08:30', the same on the server and in every browser. */

const kept = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = kept.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  });
  kept.set(zone, format);
  return format;
}

type Part = "weekday" | "day" | "month" | "year" | "hour" | "minute" | "timeZoneName";

function partsOf(at: number | string, zone: string): (part: Part) => string {
  const parts = formatOf(zone).formatToParts(new Date(at));
  return (part) => parts.find(({ type }) => type === part)?.value ?? "";
}

export type DateStyle = "date" | "time" | "datetime";

type Options = { zone: string; style?: DateStyle; year?: boolean; tag?: boolean };

/**
 * An instant (epoch milliseconds or ISO) on the wall of a zone: 'Fri 20 Nov, 08:30'; with `year` 'Fri 20 Nov 2026, 08:30';
 * with `tag` 'Fri 20 Nov, 08:30 CST'. Throws RangeError for what is no instant or zone.
 */
export function formatInstant(at: number | string, { zone, style = "datetime", year = false, tag = false }: Options) {
  const part = partsOf(at, zone);
  const date = [part("weekday"), part("day"), part("month"), year && part("year")].filter(Boolean).join(" ");
  const time = [`${part("hour")}:${part("minute")}`, tag && part("timeZoneName")].filter(Boolean).join(" ");
  return { date, time, datetime: `${date}, ${time}` }[style];
}

/** A civil date, YYYY-MM-DD: 'Fri 20 Nov', with `year` 'Fri 20 Nov 2026'. */
export function formatCivilDate(date: string, year = false): string {
  return formatInstant(`${date}T12:00:00Z`, { zone: "UTC", style: "date", year });
}

/** The zone's own short name at that instant: CST, CDT, GMT+1. */
export function zoneTag(at: number | string, zone: string): string {
  return partsOf(at, zone)("timeZoneName");
}

const steps = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** How long ago or ahead in the largest fitting unit: '3 minutes ago', 'in 2 days', 'just now' within a minute. */
export function formatRelative(at: number, now: number): string {
  const seconds = (at - now) / 1000;
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  if (!step) return "just now";
  return new Intl.RelativeTimeFormat("en-US").format(Math.trunc(seconds / step[1]), step[0]);
}
