import { isBudget } from "~/domain/finance/matching/budgets";
import { expectedFlows, isWatched, trackedAround } from "~/domain/finance/matching/expected-flows";
import type { TrackedOccurrence } from "~/domain/finance/matching/matching";
import { type PlannedItem, planKey } from "~/domain/finance/tracker/plan";
import { expand } from "~/domain/finance/tracker/recurrence";
import { addDays, type CivilDate, civilDate, daysBetween } from "~/domain/shared/time/dates";
import { bankOf, type HouseholdRecord } from "./runway";

const DAYS_AHEAD = 30;
const DAYS_BACK = 14;

/** A bill that is not paid yet. */
interface UpcomingBill {
  item: PlannedItem;
  date: CivilDate;
  /** Days from today; negative for a bill that is past due and has not posted to its account. */
  inDays: number;
  /** Late: it may still come, and a forecast counts it today. Missed: no longer counted. */
  status: "upcoming" | "late" | "missed";
}

/**
 * The expenses of the next 30 days, by date. Already posted ones are left out; ones from the last 14 days that have not posted to
 * a complete account come first.
 */
export function upcomingBills(record: HouseholdRecord): UpcomingBill[] {
  const { today } = record;
  const bank = bankOf(record);
  const expenses = record.items.filter(({ kind }) => kind === "expense");
  const { tracked } = trackedAround(expenses, bank, { today, to: addDays(today, DAYS_AHEAD) });
  const since = addDays(today, -DAYS_BACK);
  const isOpen = ({ item, date }: TrackedOccurrence) => date >= today || (date >= since && isWatched(item, bank));
  return tracked
    .flatMap(({ status, ...occurrence }) => (status === "paid" ? [] : [{ ...occurrence, status }]))
    .filter((occurrence) => isOpen(occurrence) && !(occurrence.status === "upcoming" && occurrence.date < today))
    .map(({ item, date, status }) => ({ item, date, status, inDays: daysBetween(today, date) }))
    .concat(budgetsAhead(record))
    .sort((a, b) => a.inDays - b.inDays || b.item.amountMinor - a.item.amountMinor);
}

/** The budgets of the next 30 days, each with the amount left; a budget whose date has passed is not a bill due. */
function budgetsAhead(record: HouseholdRecord): UpcomingBill[] {
  const { today } = record;
  if (!record.items.some(isBudget)) return [];
  const to = addDays(today, DAYS_AHEAD);
  const flows = expectedFlows(record.items, bankOf(record), { today, to });
  return flows.flatMap(({ item, day, amountMinor }) => {
    const date = civilDate(day);
    if (!isBudget(item) || expand(item, date, date).length === 0) return [];
    const left = { ...item, amountMinor: -amountMinor };
    return [{ item: left, date, inDays: daysBetween(today, date), status: "upcoming" as const }];
  });
}

/**
 * The amount each planned item will still move from today through `to`, by planKey, in positive minor units. Late occurrences
 * count, posted ones do not.
 */
export function stillToCome(record: HouseholdRecord, to: CivilDate): Map<string, number> {
  const open = new Map<string, number>();
  for (const { item, amountMinor } of expectedFlows(record.items, bankOf(record), { today: record.today, to })) {
    const key = planKey(item);
    open.set(key, (open.get(key) ?? 0) + Math.abs(amountMinor));
  }
  return open;
}
