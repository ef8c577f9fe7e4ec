export const ENDPOINT_STATUSES = ["enabled", "disabled"] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** Who turned an endpoint off: an Admin, its own 410 Gone, or days without a success. */
export const DISABLED_BY = ["admin", "gone", "failing"] as const;
export type DisabledBy = (typeof DISABLED_BY)[number];

export const DELIVERY_STATUSES = ["pending", "delivered", "failed", "canceled"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const deliveryStatusLabels: Record<DeliveryStatus, string> = {
  pending: "Pending",
  delivered: "Delivered",
  failed: "Failed",
  canceled: "Canceled",
};

/** The most that a business has at a time; the database holds it too. */
export const MOST_ENDPOINTS = 20;

/** How long a delivery is in the log. */
export const LOG_DAYS = 30;

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** From one attempt to the next, as the specification of Standard Webhooks suggests: ten attempts in about three days. */
export const RETRY_DELAYS_MS = [
  ...[5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS],
  ...[10 * HOUR_MS, 14 * HOUR_MS, 20 * HOUR_MS, 24 * HOUR_MS],
] as const;

/** As much of a delay is added by chance, so that what failed together does not come again together. */
const JITTER = 0.1;

/**
 * When to try again after so many failed attempts; null once the schedule is over. `random` is between 0 and 1; a receiver that asks
 * for a longer pause gets it, up to a day.
 */
export function nextAttemptAt(
  now: Date,
  { attempts, random, retryAfterMs }: { attempts: number; random: number; retryAfterMs: number | null },
): Date | null {
  const delay = RETRY_DELAYS_MS[attempts - 1];
  if (delay === undefined) return null;
  const waits = Math.max(delay * (1 + JITTER * random), Math.min(retryAfterMs ?? 0, DAY_MS));
  return new Date(now.getTime() + Math.round(waits));
}

/** Whoever answers nothing good for so long is turned off. */
const MAX_FAILING_MS = 5 * DAY_MS;

export function hasFailedTooLong(failingSince: string | null, now: Date): boolean {
  return failingSince !== null && now.getTime() - Date.parse(failingSince) >= MAX_FAILING_MS;
}

/** Both secrets sign for so long after a rotation. */
export const ROTATION_MS = DAY_MS;

/** Whoever takes longer waits in a queue of its own kind. */
export const SLOW_MS = 3 * SECOND_MS;
