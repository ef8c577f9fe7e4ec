import { addDays, type CivilDate, daysBetween } from "~/domain/dates";
import { trackOccurrences } from "../matching/rules";
import type { PlannedItem } from "../tracker/plan.rules";
import { plannedFlows } from "./flows.rules";
import type { HouseholdRecord } from "./runway.rules";

const DAYS_AHEAD = 30;
const DAYS_BACK = 14;

/** A bill that is still to be paid. */
export interface UpcomingBill {
  item: PlannedItem;
  date: CivilDate;
  /** Days from today; below zero for one the bank has not shown although its day is past. */
  inDays: number;
}

/**
 * The expenses of the next 30 days, by date. For accounts that the bank shows, what it has booked already is left out,
 * and what is late is told first.
 */
export function upcomingBills(record: HouseholdRecord): UpcomingBill[] {
  const { today, syncedAccountIds: synced } = record;
  const seen = ({ accountId }: PlannedItem) => (accountId === null ? synced.size > 0 : synced.has(accountId));
  const expenses = record.items.filter(({ kind }) => kind === "expense");
  const ahead = addDays(today, DAYS_AHEAD);
  const watched = plannedFlows(expenses.filter(seen), addDays(today, -DAYS_BACK), ahead);
  const rows = record.rows.filter(({ accountId }) => synced.has(accountId));
  const open = trackOccurrences(watched, { rows, asOf: record.asOf, verdicts: [] }).filter(
    ({ status, date }) => status === "late" || (status === "upcoming" && date >= today),
  );
  const unseen = expenses.filter((item) => !seen(item));
  const planned = plannedFlows(unseen, today, ahead).map(({ item, day }) => ({
    item,
    date: addDays("1970-01-01", day),
  }));
  return [...open, ...planned]
    .map(({ item, date }) => ({ item, date, inDays: daysBetween(today, date) }))
    .sort((a, b) => a.inDays - b.inDays || b.item.amountMinor - a.item.amountMinor);
}
