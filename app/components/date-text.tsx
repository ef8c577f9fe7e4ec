import { cn } from "~/lib/utils";
import { type DateStyle, formatCivilDate, formatInstant, zoneTag } from "./date-format";

// A line may end after the comma, nowhere else.
const unbroken = (text: string) => text.replace(/(?<!,) /g, "\u00a0");

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

/** 'Fri 20 Nov, 08:30' on the clocks of the given zone. */
export function DateText({ at, zone, readerZone = zone, style, year, className }: DateTextProps) {
  const tag = zoneTag(at, zone) !== zoneTag(at, readerZone);
  return (
    <time dateTime={new Date(at).toISOString()} className={cn("tabular", className)}>
      {unbroken(formatInstant(at, { zone, style, year, tag }))}
    </time>
  );
}

/** 'Fri 20 Nov' of a civil date, YYYY-MM-DD. */
export function CivilDateText({ date, year, className }: { date: string; year?: boolean; className?: string }) {
  return (
    <time dateTime={date} className={cn("tabular", className)}>
      {unbroken(formatCivilDate(date, year))}
    </time>
  );
}
