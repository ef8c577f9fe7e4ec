import { type PlannedItem, signedAmount } from "~/domain/finance/tracker/plan";
import { type Flow, plannedFlows } from "~/domain/finance/tracker/recurrence";
import { addDays, type CivilDate, dayNumber, firstDayOfMonth, monthKey, shiftMonth } from "~/domain/shared/dates";
import { budgetsOfMonth, isBudget, type Spending } from "./budgets";
import { type BankRecord, type TrackedOccurrence, trackOccurrences } from "./matching";

// Far enough for the late of last month to take their own rows, and for what is confirmed weeks ahead.
const WATCHED_DAYS = 35;

/** A household's rows, with the accounts whose rows are complete and the day through which they are. */
export interface WatchedBank extends BankRecord {
  knownThrough: ReadonlyMap<string, CivilDate>;
  /** What the rows count as, for what is left of budgets. */
  spending?: readonly Spending[];
}

/** Whether a missing row says something: the item's account is complete, or it has none and some account is. */
export function isWatched({ accountId }: Pick<PlannedItem, "accountId">, { knownThrough }: WatchedBank): boolean {
  return accountId === null ? knownThrough.size > 0 : knownThrough.has(accountId);
}

function openFlow({ item, date, status, row }: TrackedOccurrence, now: number): Flow | null {
  switch (status) {
    case "paid":
      return row?.pending ? { day: now, amountMinor: row.amountMinor, item } : null;
    case "missed":
      return null;
    case "late":
    case "upcoming":
      return { day: Math.max(now, dayNumber(date)), amountMinor: signedAmount(item), item };
  }
}

/**
 * The money that tracked occurrences will still move. A posted row is in the balance already, so its occurrence is not
 * counted again; a pending row is not in the balance yet and counts today, as a late occurrence does; a missed one is
 * given up.
 */
export function openFlows(tracked: readonly TrackedOccurrence[], today: CivilDate): Flow[] {
  const now = dayNumber(today);
  return tracked.flatMap((occurrence) => openFlow(occurrence, now) ?? []);
}

/** The occurrences of bills and income around today, from a month back to a month ahead or `to`, with the rows that they turned out to be. */
export function trackedAround(
  items: readonly PlannedItem[],
  bank: WatchedBank,
  { today, to }: { today: CivilDate; to: CivilDate },
): { tracked: TrackedOccurrence[]; through: CivilDate } {
  const ahead = addDays(today, WATCHED_DAYS);
  const through = ahead < to ? ahead : to;
  const first = [today, bank.asOf, ...bank.knownThrough.values()].sort()[0] ?? today;
  const bills = items.filter((item) => !isBudget(item));
  return { tracked: trackOccurrences(plannedFlows(bills, addDays(first, -WATCHED_DAYS), through), bank), through };
}

/**
 * What is left of this month's budgets, on their day or today once it is past, and later months' budgets whole. A budget
 * whose day is past is left out where nobody can tell what was spent of it.
 */
function budgetFlows(
  items: readonly PlannedItem[],
  bank: WatchedBank,
  { today, to, matched }: { today: CivilDate; to: CivilDate; matched: ReadonlySet<string> },
): Flow[] {
  const month = monthKey(today);
  const budgets = items.filter(isBudget);
  if (budgets.length === 0) return [];
  const spending = (bank.spending ?? []).filter(({ rowId, date }) => !matched.has(rowId) && date <= today);
  const flows: Flow[] = [];
  for (const { item, date, restMinor, rowIds } of budgetsOfMonth(budgets, month, spending)) {
    const isKnown = date >= today || rowIds.length > 0 || isWatched(item, bank);
    const day = Math.max(dayNumber(today), dayNumber(date));
    if (restMinor > 0 && isKnown && day <= dayNumber(to)) flows.push({ day, amountMinor: -restMinor, item });
  }
  return [...flows, ...plannedFlows(budgets, firstDayOfMonth(shiftMonth(month, 1)), to)];
}

/**
 * All flows of a forecast, from today to `period.to`. What has a row already is not counted again. What has none and is
 * late counts today where its account is complete; elsewhere nobody knows, and what lies behind is left out.
 */
export function expectedFlows(
  items: readonly PlannedItem[],
  bank: WatchedBank,
  period: { today: CivilDate; to: CivilDate },
): Flow[] {
  const { tracked, through } = trackedAround(items, bank, period);
  const open = tracked.filter(
    ({ item, date, status }) => isWatched(item, bank) || status === "paid" || date >= period.today,
  );
  const matched = new Set(tracked.flatMap(({ row }) => (row ? [row.id] : [])));
  return [
    ...openFlows(open, period.today),
    ...budgetFlows(items, bank, { ...period, matched }),
    ...plannedFlows(
      items.filter((item) => !isBudget(item)),
      addDays(through, 1),
      period.to,
    ),
  ];
}
