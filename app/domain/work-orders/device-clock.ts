/** How far a device's clock may be off before its own times stop counting, in milliseconds. */
export const MAX_SKEW_MS = 5 * 60_000;

/** What a device says about when something happened. */
export interface DeviceTime {
  /** By the device's clock, as ISO text; omitted: just now. */
  occurredAt?: string;
  /** By how many milliseconds its clock was ahead of the office's when it last reached it; omitted: it never measured. */
  clockOffsetMs?: number;
}

interface Bounds {
  /** When the office hears of it; epoch milliseconds. */
  now: number;
  /** The entry before it, which it cannot precede; null where there is none. */
  notBefore: number | null;
}

interface OfficeTime {
  /** When it happened by the office's clock, never outside of the bounds; epoch milliseconds. */
  at: number;
  /** What the device's clock showed, where that differs by more than five minutes; epoch milliseconds. */
  deviceAt: number | null;
}

/**
 * When something happened, by the office's clock. A measured offset is taken off; a time that cannot be, because it lies in
 * the future or before the entry before it, is replaced by the time at which the office heard of it. Five minutes either way
 * are a clock like any other and only cut to the bounds.
 */
export function officeTime({ occurredAt, clockOffsetMs = 0 }: DeviceTime, { now, notBefore }: Bounds): OfficeTime {
  if (occurredAt === undefined) return { at: now, deviceAt: null };
  const said = Date.parse(occurredAt);
  const earliest = Math.min(notBefore ?? Number.NEGATIVE_INFINITY, now);
  const meant = said - clockOffsetMs;
  const isPossible = meant <= now + MAX_SKEW_MS && meant >= earliest - MAX_SKEW_MS;
  const at = isPossible ? Math.min(Math.max(meant, earliest), now) : now;
  return { at, deviceAt: Math.abs(said - at) > MAX_SKEW_MS ? said : null };
}

/** "26 h ahead", "2 h 5 min behind"; null for a clock that is right enough. */
export function clockWords(offsetMs: number, duration: (minutes: number) => string): string | null {
  if (Math.abs(offsetMs) <= MAX_SKEW_MS) return null;
  return `${duration(Math.round(Math.abs(offsetMs) / 60_000))} ${offsetMs > 0 ? "ahead" : "behind"}`;
}
