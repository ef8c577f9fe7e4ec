import { addDays, type CivilDate, civilDate, dayNumber } from "~/domain/dates";
import { type Flow, plannedFlows } from "../forecast/flows.rules";
import { occurrenceKey, type PlannedItem, signedAmount } from "../tracker/plan.rules";
import { assignRows, type Candidate } from "./assignment.rules";
import { type BankRow, EARLY_DAYS, fitCost, lateDays } from "./candidates.rules";

export const OCCURRENCE_STATUSES = ["paid", "late", "missed", "upcoming"] as const;
export type OccurrenceStatus = (typeof OCCURRENCE_STATUSES)[number];

/** A planned occurrence and the bank row that it turned out to be. */
export interface TrackedOccurrence {
  /** The occurrenceKey of item and date. */
  key: string;
  item: PlannedItem;
  date: CivilDate;
  status: OccurrenceStatus;
  row: BankRow | null;
  /** Days from the planned date to the row's; below zero when it came early, null without a row. */
  daysLate: number | null;
}

/** What the household said about an occurrence and a row: that they are the same, or that they are not. */
export interface MatchVerdict {
  occurrenceKey: string;
  rowId: string;
  same: boolean;
}

/** Bank rows, known through the day `asOf` (the day of the last sync), and what the household said about them. */
export interface BankRecord {
  rows: readonly BankRow[];
  asOf: CivilDate;
  verdicts: readonly MatchVerdict[];
}

// Far enough for the late of last month to take their own rows, and for what is confirmed weeks ahead.
const WATCHED_DAYS = 35;

function keyOf(flow: Flow): string {
  return occurrenceKey(flow.item, civilDate(flow.day));
}

function statusOf(flow: Flow, row: BankRow | null, asOf: number): OccurrenceStatus {
  if (row) return "paid";
  if (flow.day >= asOf) return "upcoming";
  return asOf - flow.day <= lateDays(flow.item.frequency) ? "late" : "missed";
}

function candidatesOf(
  flow: Flow,
  rowsByDay: ReadonlyMap<number, { row: BankRow; at: number }[]>,
  refused: ReadonlySet<string>,
) {
  const candidates: Candidate[] = [];
  for (let day = flow.day - EARLY_DAYS; day <= flow.day + lateDays(flow.item.frequency); day++) {
    for (const { row, at } of rowsByDay.get(day) ?? []) {
      const cost = fitCost(flow.item, row, day - flow.day);
      if (cost !== null && !refused.has(`${keyOf(flow)} ${row.id}`)) candidates.push({ row: at, cost });
    }
  }
  return candidates;
}

// The rows that the household has given to an occurrence; a verdict on what is no longer there is forgotten.
function confirmedRows(occurrences: readonly Flow[], bank: BankRecord): Map<string, BankRow> {
  const rows = new Map(bank.rows.map((row) => [row.id, row]));
  const keys = new Set(occurrences.map(keyOf));
  const confirmed = new Map<string, BankRow>();
  for (const { occurrenceKey: key, rowId, same } of bank.verdicts) {
    const row = rows.get(rowId);
    if (!same || !row || !keys.has(key) || confirmed.has(key)) continue;
    confirmed.set(key, row);
    rows.delete(rowId);
  }
  return confirmed;
}

function byDay(rows: readonly BankRow[], taken: ReadonlySet<BankRow>): Map<number, { row: BankRow; at: number }[]> {
  const days = new Map<number, { row: BankRow; at: number }[]>();
  rows.forEach((row, at) => {
    if (taken.has(row)) return;
    const day = dayNumber(row.date);
    const others = days.get(day);
    if (others) others.push({ row, at });
    else days.set(day, [{ row, at }]);
  });
  return days;
}

/**
 * Finds the bank row of each occurrence. A row is taken once; what the household said comes first. Without a row an
 * occurrence is upcoming through its day, late while the bank may still show it, and missed after that.
 */
export function trackOccurrences(occurrences: readonly Flow[], bank: BankRecord): TrackedOccurrence[] {
  const confirmed = confirmedRows(occurrences, bank);
  const rowsByDay = byDay(bank.rows, new Set(confirmed.values()));
  const differing = bank.verdicts.filter(({ same }) => !same);
  const refused = new Set(differing.map((verdict) => `${verdict.occurrenceKey} ${verdict.rowId}`));
  const found = assignRows(
    occurrences.map((flow) => (confirmed.has(keyOf(flow)) ? [] : candidatesOf(flow, rowsByDay, refused))),
  );
  const asOf = dayNumber(bank.asOf);
  return occurrences.map((flow, at) => {
    const key = keyOf(flow);
    const row = confirmed.get(key) ?? bank.rows[found[at] ?? -1] ?? null;
    return {
      key,
      item: flow.item,
      date: civilDate(flow.day),
      status: statusOf(flow, row, asOf),
      row,
      daysLate: row && dayNumber(row.date) - flow.day,
    };
  });
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

/**
 * All flows of a forecast, from today to `period.to`. Items that the bank can see (their account is synced, or they
 * have no account and some account is) are checked against its rows; the others happen on their planned days.
 */
export function expectedFlows(
  items: readonly PlannedItem[],
  bank: BankRecord & { syncedAccountIds: ReadonlySet<string> },
  period: { today: CivilDate; to: CivilDate },
): Flow[] {
  const seen = (item: PlannedItem) =>
    item.accountId === null ? bank.syncedAccountIds.size > 0 : bank.syncedAccountIds.has(item.accountId);
  const watched = items.filter(seen);
  const unwatched = items.filter((item) => !seen(item));
  const ahead = addDays(period.today, WATCHED_DAYS);
  const near = ahead < period.to ? ahead : period.to;
  const occurrences = plannedFlows(watched, addDays(bank.asOf, -WATCHED_DAYS), near);
  return [
    ...openFlows(trackOccurrences(occurrences, bank), period.today),
    ...plannedFlows(watched, addDays(near, 1), period.to),
    ...plannedFlows(unwatched, period.today, period.to),
  ];
}
