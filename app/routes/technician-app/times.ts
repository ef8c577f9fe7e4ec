import { formatTime } from "~/domain/shared/time/date-format";
import { needsTag, zoneTag } from "~/domain/shared/time/time-zones";
import type { DayWorkOrder } from "~/domain/technician-app/day";
import { formatArrivalWindow, intervalOf, windowOf } from "~/domain/technicians/arrival-window";

type Promised = Pick<DayWorkOrder, "scheduledStart" | "windowStart" | "windowEnd" | "timeZone">;

/**
 * The start and the promised arrival window in the site's zone: '9:00 AM' or '9:00 AM, promised 8:30 to 10:00 AM', with
 * 'MST' if its clocks differ from the day's zone.
 */
export function startTimeText({ scheduledStart, timeZone, ...promised }: Promised, zone: string): string {
  if (scheduledStart === null) return "Not scheduled";
  const window = windowText({ timeZone, ...promised });
  const start = formatTime(scheduledStart, timeZone);
  return `${window ? `${start}, promised ${window}` : start}${differingZoneTag(scheduledStart, timeZone, zone)}`;
}

/** '8:30 to 10:00 AM' in the site's zone; null if nothing was promised. */
export function windowText({ timeZone, ...promised }: Omit<Promised, "scheduledStart">): string | null {
  const window = intervalOf(windowOf(promised));
  return window && formatArrivalWindow(window, timeZone);
}

/** '9:00 AM', or '9:00 AM MST' if the site's clocks differ from the day's zone. */
export function clockText(at: string, timeZone: string, zone: string): string {
  return `${formatTime(at, timeZone)}${differingZoneTag(at, timeZone, zone)}`;
}

function differingZoneTag(at: number | string, siteZone: string, zone: string): string {
  return needsTag(at, siteZone, zone) ? ` ${zoneTag(new Date(at).getTime(), siteZone)}` : "";
}
