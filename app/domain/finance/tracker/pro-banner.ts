import { type CivilDate, DAY_MS, type MonthKey } from "~/domain/shared/time/dates";
import { isFutureMonth } from "./recurrence";

const FUTURE_VIEWS = 3;
const DISMISSED_MS = 7 * DAY_MS;

/** The number of future months viewed in the session, including this view; the year view does not count. */
export function countFutureView(
  count: number,
  view: { mode: "month" | "year"; month: MonthKey },
  today: CivilDate,
): number {
  return view.mode === "month" && isFutureMonth(view.month, today) ? count + 1 : count;
}

/**
 * The Pro banner shows after three views of a future month in a session, unless it was dismissed within the last seven
 * days. `dismissedAt` and `now` are epoch milliseconds.
 */
export function showsProBanner(futureViews: number, dismissedAt: number | null, now: number): boolean {
  return futureViews >= FUTURE_VIEWS && (dismissedAt === null || now - dismissedAt >= DISMISSED_MS);
}
