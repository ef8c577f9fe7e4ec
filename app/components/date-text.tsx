import { useShell } from "~/components/app-shell/use-shell";
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatNearDay,
  formatSoon,
  formatTime,
} from "~/domain/shared/time/date-format";
import { needsTag, zoneTag } from "~/domain/shared/time/time-zones";
import { useNow } from "~/lib/clock";

// Line breaks are allowed only after the comma before the time.
const unbroken = (text: string) => text.replace(/ (?!\d+:)/g, "\u00a0");

type DateStyle = "date" | "time" | "datetime" | "soon";

type DateTextProps = {
  /** Epoch milliseconds or an ISO instant. */
  at: number | string;
  /** The site's or business's time zone, an IANA name. */
  zone: string;
  style?: DateStyle;
  year?: boolean;
  className?: string;
};

/**
 * 'Fri, Nov 20, 8:30 AM' in the given zone, or 'Tue 8:30 AM' as `soon`; with the zone's tag if the clocks of the reader's
 * business differ. Dates in another year include the year.
 */
export function DateText({ at, zone, style = "datetime", year, className }: DateTextProps) {
  const instant = new Date(at);
  const now = useNow();
  const tag = needsTag(at, zone, useShell()?.person?.member?.timeZone ?? zone);
  const text = {
    date: year ? formatDay(at, zone, true) : formatNearDay(at, zone, now),
    time: formatTime(at, zone, tag),
    datetime: formatDateTime(at, year ? { zone, year, tag } : { zone, tag, now }),
    soon: `${formatSoon(at, zone, now)}${tag ? ` ${zoneTag(instant.getTime(), zone)}` : ""}`,
  }[style];
  return (
    <time dateTime={instant.toISOString()} className={className}>
      {unbroken(text)}
    </time>
  );
}

/** A civil date, YYYY-MM-DD, as 'Fri, Nov 20'; with `year` as 'Nov 20, 2026'. */
export function CivilDateText({ date, year, className }: { date: string; year?: boolean; className?: string }) {
  return (
    <time dateTime={date} className={className}>
      {unbroken(formatDate(date, year))}
    </time>
  );
}
