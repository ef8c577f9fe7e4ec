import { formatTime, formatTimeRange } from "~/domain/shared/time/date-format";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import type { Interval } from "~/domain/shared/time/intervals";

/** How a customer was notified of an arrival window. */
export const NOTIFICATION_CHANNELS = ["phone", "text", "email", "in_person"] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

export const NOTIFICATION_CHANNEL_LABELS: Record<NotificationChannel, string> = {
  phone: "By phone",
  text: "By text",
  email: "By email",
  in_person: "In person",
};

/** Instants as ISO text, as in the database and the API. */
export interface PromisedWindow {
  start: string;
  end: string;
}

/** The columns of a work order's window. */
export interface WindowColumns {
  windowStart: string | null;
  windowEnd: string | null;
  arrivalWindowMinutes: number | null;
  windowNotifiedAt: string | null;
  windowNotifiedHow: NotificationChannel | null;
  windowNotifiedBy: string | null;
}

/** The requested window; undefined leaves it unchanged, null removes it. */
export interface WindowInput {
  arrivalWindow?: PromisedWindow | null;
  /** The same as a length from the start. */
  arrivalWindowMinutes?: number | null;
  /** How the customer was notified of the resulting window. */
  customerNotified?: NotificationChannel | null;
}

/** True if an arrival at that instant is within the window; both ends are included. */
export function keepsWindow(start: number, window: Interval | null): boolean {
  return window === null || (start >= window.start && start <= window.end);
}

export function intervalOf(window: PromisedWindow | null): Interval | null {
  return window && { start: Date.parse(window.start), end: Date.parse(window.end) };
}

/** '8:00 to 10:00 AM'; a single time if both ends are equal. */
export function formatArrivalWindow({ start, end }: Interval, zone: string): string {
  return start === end ? formatTime(start, zone) : formatTimeRange(start, end, zone);
}

/** The window of a work order's row; null if none was promised. */
export function windowOf({ windowStart, windowEnd }: Pick<WindowColumns, "windowStart" | "windowEnd">) {
  return windowStart && windowEnd ? { start: windowStart, end: windowEnd } : null;
}

/** Picks the window's columns from a whole row. */
export function windowColumnsOf(row: WindowColumns): WindowColumns {
  const { windowStart, windowEnd, arrivalWindowMinutes, windowNotifiedAt, windowNotifiedHow, windowNotifiedBy } = row;
  return { windowStart, windowEnd, arrivalWindowMinutes, windowNotifiedAt, windowNotifiedHow, windowNotifiedBy };
}

type Change = { start: string | null; input: WindowInput; at: string; by: string | null };

/**
 * Returns the promised window once a work order starts at `start`. A requested window wins; otherwise the old one is kept if it
 * contains the start, and moves with the start if it does not, keeping its length. A notification does not carry over to a
 * different window.
 */
export function windowAfter(was: WindowColumns, { start, input, at, by }: Change): WindowColumns {
  const old = windowOf(was);
  const minutes = minutesAfter(was, input);
  const window = sameWindow(input.arrivalWindow, old)
    ? windowFor(start, { old, minutes })
    : (input.arrivalWindow ?? null);
  const isUnchanged = window !== null && sameWindow(window, old);
  const notified = isUnchanged ? was : NOT_NOTIFIED;
  return {
    windowStart: window?.start ?? null,
    windowEnd: window?.end ?? null,
    arrivalWindowMinutes: window ? lengthOf(window) : minutes,
    ...(window && input.customerNotified
      ? { windowNotifiedAt: at, windowNotifiedHow: input.customerNotified, windowNotifiedBy: by }
      : {
          windowNotifiedAt: notified.windowNotifiedAt,
          windowNotifiedHow: notified.windowNotifiedHow,
          windowNotifiedBy: notified.windowNotifiedBy,
        }),
  };
}

type Before = { old: PromisedWindow | null; minutes: number | null };

function windowFor(start: string | null, { old, minutes }: Before): PromisedWindow | null {
  if (minutes === null) return null;
  const holds = old !== null && minutes === lengthOf(old);
  if (holds && (start === null || keepsWindow(Date.parse(start), intervalOf(old)))) return old;
  return start === null ? null : { start, end: new Date(Date.parse(start) + minutes * MINUTE_MS).toISOString() };
}

const NOT_NOTIFIED = { windowNotifiedAt: null, windowNotifiedHow: null, windowNotifiedBy: null };

/** Clears the window, except for the length of the next one. */
export const WINDOW_OVER = { windowStart: null, windowEnd: null, ...NOT_NOTIFIED };

/** No window, now or for later bookings. */
export const NO_WINDOW: WindowColumns = { ...WINDOW_OVER, arrivalWindowMinutes: null };

/** Undefined counts as the same: no change was requested. */
export function sameWindow(requested: PromisedWindow | null | undefined, old: PromisedWindow | null): boolean {
  if (requested === undefined) return true;
  return requested?.start === old?.start && requested?.end === old?.end;
}

function minutesAfter(was: WindowColumns, { arrivalWindow, arrivalWindowMinutes }: WindowInput): number | null {
  if (arrivalWindow !== undefined) return arrivalWindow && lengthOf(arrivalWindow);
  return arrivalWindowMinutes === undefined ? was.arrivalWindowMinutes : arrivalWindowMinutes;
}

function lengthOf({ start, end }: PromisedWindow): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / MINUTE_MS);
}
