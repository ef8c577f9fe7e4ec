import type { CivilDate } from "~/domain/shared/time/dates";
import { type Instant, instantOf } from "~/domain/shared/time/time-zones";
import type { Clock } from "~/domain/voice/extraction/values/clock";

/** When a technician should be there, as instants; a side that was not mentioned is null. */
export interface Visit {
  start: Instant | null;
  end: Instant | null;
}

/** Returns the day and time as instants in the site's zone; null if its clocks skip that time or show it twice. */
export function visitOf(date: CivilDate, clock: Clock, zone: string): Visit | null {
  const [from, to] = "at" in clock ? [clock.at, null] : [clock.from, clock.to];
  const ends = [from, to].map((time) => (time === null ? null : instantOf({ date, time }, zone)));
  if (ends.some((end) => end !== null && end.kind !== "exact")) return null;
  return { start: ends[0]?.instant ?? null, end: ends[1]?.instant ?? null };
}
