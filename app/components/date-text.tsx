import {
  formatDate,
  formatDateTime,
  formatDay,
  formatNearDay,
  formatSoon,
  formatTime,
} from "~/domain/shared/date-format";
import { zoneTag } from "~/domain/shared/time-zones";
import { useNow } from "~/lib/clock";

// A line may end after the comma before the time, nowhere else.
const unbroken = (text: string) => text.replace(/ (?!\d+:)/g, "\u00a0");

type DateStyle = "date" | "time" | "datetime" | "soon";

type DateTextProps = {
  /** Epoch milliseconds or an ISO instant. */
  at: number | string;
  /** The zone of the site or the business, an IANA name. */
  zone: string;
  /** The reader's own zone: where the clocks differ, the time carries its tag. */
  readerZone?: string;
  style?: DateStyle;
  year?: boolean;
  className?: string;
};

/** 'Fri, Nov 20, 8:30 AM' on the clocks of the given zone, in brief 'Tue 8:30 AM'; a day of another year carries its year. */
export function DateText({ at, zone, readerZone = zone, style = "datetime", year, className }: DateTextProps) {
  const instant = new Date(at);
  const now = useNow();
  const tag = zoneTag(instant.getTime(), zone) !== zoneTag(instant.getTime(), readerZone);
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

/** 'Fri, Nov 20' of a civil date, YYYY-MM-DD; with `year` 'Nov 20, 2026'. */
export function CivilDateText({ date, year, className }: { date: string; year?: boolean; className?: string }) {
  return (
    <time dateTime={date} className={className}>
      {unbroken(formatDate(date, year))}
    </time>
  );
}
