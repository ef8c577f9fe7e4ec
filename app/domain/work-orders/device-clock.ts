import { MINUTE_MS } from "~/domain/shared/time/dates";

/** How far a device's clock may be off before its times are ignored, in milliseconds. */
const MAX_SKEW_MS = 5 * MINUTE_MS;

/** When something happened, as reported by a device. */
export interface DeviceTime {
  /** By the device's clock, as ISO text; omitted: just now. */
  occurredAt?: string;
  /** How many milliseconds its clock was ahead of the server's when last measured; omitted: never measured. */
  clockOffsetMs?: number;
}

interface Bounds {
  /** When the server receives it; epoch milliseconds. */
  now: number;
  /** The previous entry, which it cannot precede; null if there is none. */
  notBefore: number | null;
}

interface OfficeTime {
  /** When it happened by the server's clock, always within the bounds; epoch milliseconds. */
  at: number;
  /** The time on the device's clock, if it differs by more than five minutes; epoch milliseconds. */
  deviceAt: number | null;
}

/**
 * Returns when something happened, by the server's clock. A measured offset is subtracted. An impossible time (in the
 * future or before the previous entry) is replaced by the time the server received it; up to five minutes are normal
 * clock drift and only clamped to the bounds.
 */
export function officeTime({ occurredAt, clockOffsetMs = 0 }: DeviceTime, { now, notBefore }: Bounds): OfficeTime {
  if (occurredAt === undefined) return { at: now, deviceAt: null };
  const deviceTime = Date.parse(occurredAt);
  const earliest = Math.min(notBefore ?? Number.NEGATIVE_INFINITY, now);
  const meant = deviceTime - clockOffsetMs;
  const isPossible = meant <= now + MAX_SKEW_MS && meant >= earliest - MAX_SKEW_MS;
  const at = isPossible ? Math.min(Math.max(meant, earliest), now) : now;
  return { at, deviceAt: Math.abs(deviceTime - at) > MAX_SKEW_MS ? deviceTime : null };
}

/** When something happened on a job, which it cannot precede, by the server's clock; ISO text. */
export function timeOnWorkOrder(given: DeviceTime, { now, createdAt }: { now: Date; createdAt: string }): string {
  const { at } = officeTime(given, { now: now.getTime(), notBefore: Date.parse(createdAt) });
  return new Date(at).toISOString();
}

/** "26 hr ahead", "2 hr 5 min behind"; null for a clock that is accurate enough. */
export function clockOffsetText(offsetMs: number, duration: (minutes: number) => string): string | null {
  if (Math.abs(offsetMs) <= MAX_SKEW_MS) return null;
  return `${duration(Math.round(Math.abs(offsetMs) / MINUTE_MS))} ${offsetMs > 0 ? "ahead" : "behind"}`;
}
