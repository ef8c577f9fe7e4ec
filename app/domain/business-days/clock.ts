import { DAY_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import { type Instant, offsetMinutes } from "~/domain/shared/time/time-zones";

interface ClockChange {
  /** ISO text in UTC. */
  fromAt: string;
  /** UTC offset from then on. */
  offsetMinutes: number;
}

const FIRST_YEAR = 2010;
const YEARS_AHEAD = 10;
/** A zone's UTC offsets with their start, oldest first; earlier and later instants use the nearest one. */
export function clockChanges(zone: string, now: Instant): ClockChange[] {
  const first = Date.UTC(FIRST_YEAR, 0, 1);
  const last = Date.UTC(new Date(now).getUTCFullYear() + YEARS_AHEAD, 0, 1);
  const changes: ClockChange[] = [{ fromAt: "", offsetMinutes: offsetMinutes(first, zone) }];
  for (let day = first; day < last; day += DAY_MS) {
    const before = offsetMinutes(day, zone);
    const after = offsetMinutes(day + DAY_MS, zone);
    if (before === after) continue;
    changes.push({ fromAt: new Date(firstMinuteOf(zone, after, day)).toISOString(), offsetMinutes: after });
  }
  return changes;
}

/** The first minute of a day with that offset. */
function firstMinuteOf(zone: string, offset: number, day: Instant): Instant {
  let [early, late] = [0, 1440];
  while (early < late) {
    const middle = Math.floor((early + late) / 2);
    if (offsetMinutes(day + middle * MINUTE_MS, zone) === offset) late = middle;
    else early = middle + 1;
  }
  return day + late * MINUTE_MS;
}
