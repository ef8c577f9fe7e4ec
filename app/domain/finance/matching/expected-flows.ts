import { type PlannedItem, signedAmount } from "~/domain/finance/tracker/plan";
import { type Flow, plannedFlows } from "~/domain/finance/tracker/recurrence";
import type { Currency } from "~/domain/shared/money";
import { addDays, type CivilDate, dayNumber, firstDayOfMonth, monthKey, shiftMonth } from "~/domain/shared/time/dates";
import { budgetsOfMonth, isBudget, type Spending } from "./budgets";
import { type BankRecord, type TrackedOccurrence, trackOccurrences } from "./matching";

// Long enough for last month's late occurrences to match their own rows, and for matches confirmed weeks ahead.
const WATCHED_DAYS = 35;

/** A household's rows, with the accounts whose rows are complete and the date through which they are. */
export interface WatchedBank extends BankRecord {
  knownThrough: ReadonlyMap<string, CivilDate>;
  /** The currencies of those accounts; any if absent. */
  currencies?: ReadonlySet<Currency>;
  /** The spending effect of the rows, for the rest of budgets. */
  spending?: readonly Spending[];
}

/**
 * Whether a missing row is meaningful: the item's account is complete, or the item has none and some account in its currency is.
 */
export function isWatched(
  { accountId, currency }: Pick<PlannedItem, "accountId" | "currency">,
  { knownThrough, currencies }: WatchedBank,
): boolean {
  if (accountId !== null) return knownThrough.has(accountId);
  return knownThrough.size > 0 && (currencies === undefined || currencies.has(currency));
}

function openFlow({ item, date, status, row }: TrackedOccurrence, now: number): Flow | null {
  switch (status) {
    case "paid":
      return row?.pending
        ? { day: now, amountMinor: row.amountMinor, item: { ...item, accountId: row.accountId } }
        : null;
    case "missed":
      return null;
    case "late":
    case "upcoming":
      return { day: Math.max(now, dayNumber(date)), amountMinor: signedAmount(item), item };
  }
}

/**
 * The money that tracked occurrences will still move. A posted row is already in the balance, so its occurrence is not counted
 * again; a pending row is not in the balance yet and counts today, as does a late occurrence; a missed one no longer counts.
 */
export function openFlows(tracked: readonly TrackedOccurrence[], today: CivilDate): Flow[] {
  const now = dayNumber(today);
  return tracked.flatMap((occurrence) => openFlow(occurrence, now) ?? []);
}

/** The occurrences of bills and income from a month back to a month ahead (or `to`), with their matching rows. */
export function trackedAround(
  items: readonly PlannedItem[],
  bank: WatchedBank,
  { today, to }: { today: CivilDate; to: CivilDate },
): { tracked: TrackedOccurrence[]; through: CivilDate } {
  const ahead = addDays(today, WATCHED_DAYS);
  const through = ahead < to ? ahead : to;
  const first = [today, bank.asOf, ...(bank.asOfIn?.values() ?? []), ...bank.knownThrough.values()].sort()[0] ?? today;
  const bills = items.filter((item) => !isBudget(item));
  return { tracked: trackOccurrences(plannedFlows(bills, addDays(first, -WATCHED_DAYS), through), bank), through };
}

/**
 * The rest of this month's budgets, on their date or today if it has passed, and later months' budgets in full. A past budget is
 * omitted if the spending is unknown.
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
 * All flows of a forecast, from today to `period.to`. Occurrences with a row are not counted again. Late ones without a row count
 * today if their account is complete; for other accounts nothing is known, so past occurrences are left out.
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
