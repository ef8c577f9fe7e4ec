import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/domain/shared/time/dates";
export const ENDPOINT_STATUSES = ["enabled", "disabled"] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** The reason an endpoint is off: an Admin, its own 410 Gone, or days without a success. */
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

/** The maximum number of endpoints per business, also enforced by the database. */
export const MAX_ENDPOINTS = 20;

/** How long an event and its deliveries stay in the log. */
export const LOG_DAYS = 30;

const SECOND_MS = 1000;
/** The delays between attempts, as suggested in the Standard Webhooks specification: ten attempts in about three days. */
export const RETRY_DELAYS_MS = [
  ...[5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS],
  ...[10 * HOUR_MS, 14 * HOUR_MS, 20 * HOUR_MS, 24 * HOUR_MS],
] as const;

/** The random share added to a delay, so that simultaneous failures are not retried simultaneously. */
const JITTER = 0.1;

/**
 * When to retry after this many failed attempts; null at the end of the schedule. `random` is between 0 and 1; a longer pause
 * requested by the receiver is granted, up to a day.
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

/** An endpoint without a success for this long is turned off. */
const MAX_FAILING_MS = 5 * DAY_MS;

export function hasFailedTooLong(failingSince: string | null, now: Date): boolean {
  return failingSince !== null && now.getTime() - Date.parse(failingSince) >= MAX_FAILING_MS;
}

/** Both secrets sign for this long after a rotation. */
export const ROTATION_MS = DAY_MS;

/** An endpoint slower than this gets its deliveries through a separate queue. */
export const SLOW_MS = 3 * SECOND_MS;
