import { formatTime } from "~/domain/shared/date-format";
import { zoneTag } from "~/domain/shared/time-zones";
import type { DayWorkOrder } from "~/domain/technician-app/day";
import { formatArrivalWindow, intervalOf, windowOf } from "~/domain/technicians/arrival-window";

type Promised = Pick<DayWorkOrder, "scheduledStart" | "windowStart" | "windowEnd" | "timeZone">;

/**
 * The window in which the customer expects somebody, else the start, on the site's clocks: '9:00 AM', and '9:00 AM MST'
 * where the clocks of the day's zone differ.
 */
export function startTimeText({ scheduledStart, timeZone, ...promised }: Promised, zone: string): string {
  const window = intervalOf(windowOf(promised));
  const at = window ? window.start : scheduledStart;
  if (at === null) return "Not scheduled";
  const text = window ? formatArrivalWindow(window, timeZone) : formatTime(at, timeZone);
  return `${text}${tagBeside(at, timeZone, zone)}`;
}

/** '9:00 AM', or '9:00 AM MST' where the clocks of the day's zone differ. */
export function clockText(at: string, timeZone: string, zone: string): string {
  return `${formatTime(at, timeZone)}${tagBeside(at, timeZone, zone)}`;
}

function tagBeside(at: number | string, siteZone: string, zone: string): string {
  const instant = new Date(at).getTime();
  const tag = zoneTag(instant, siteZone);
  return tag === zoneTag(instant, zone) ? "" : ` ${tag}`;
}
