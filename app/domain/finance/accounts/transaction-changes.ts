import { addDays, type CivilDate } from "~/domain/shared/time/dates";

/** Rows from a bank or a file wait for review for this many days. */
const REVIEW_DAYS = 60;

/** From this day on, rows not yet reviewed count as new. */
export function reviewSince(today: CivilDate): CivilDate {
  return addDays(today, -REVIEW_DAYS);
}

export const TRANSACTION_SORTS = ["newest", "oldest", "amount_down", "amount_up"] as const;

/** `open`: new and not reviewed yet. */
export const REVIEW_STATES = ["open", "reviewed", "excluded"] as const;

/** The maximum number of rows in one change. */
export const MAX_CHANGED = 2000;
