import { addDays, type CivilDate } from "~/domain/shared/dates";

/** How far back a row that a bank or a file brought waits to be reviewed. */
const REVIEW_DAYS = 60;

/** From this day on, rows that nobody has looked at are new. */
export function reviewSince(today: CivilDate): CivilDate {
  return addDays(today, -REVIEW_DAYS);
}

export const TRANSACTION_SORTS = ["newest", "oldest", "amount_down", "amount_up"] as const;
export type TransactionSort = (typeof TRANSACTION_SORTS)[number];

/** `open`: new and not looked at yet. */
export const REVIEW_STATES = ["open", "reviewed", "excluded"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** As many rows as one change may touch. */
export const MAX_CHANGED = 2000;
