import { wallTimeOf } from "~/domain/shared/time/time-zones";

/** Today in the zone of the tests' businesses. */
export const businessToday = () => wallTimeOf(Date.now(), "America/Chicago").date;

/** A zone in which it is another day than in UTC at this moment. */
export const zoneOfAnotherDay = () => (new Date().getUTCHours() < 11 ? "Pacific/Pago_Pago" : "Pacific/Kiritimati");

/** A zone where the time is now between `hour` and the next full hour. */
export function zoneAt(hour: number): string {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  return ahead >= 0 ? `Etc/GMT-${ahead}` : `Etc/GMT+${-ahead}`;
}

const HOUR_MS = 3_600_000;

/** Waits for the next hour if this one ends within `seconds`: limits per hour start anew then, and `zoneAt` no longer fits. */
export async function hourAhead(seconds = 30): Promise<void> {
  const leftMs = HOUR_MS - (Date.now() % HOUR_MS);
  if (leftMs < seconds * 1000) await new Promise((resolve) => setTimeout(resolve, leftMs + 20));
}
