import type { Flow } from "~/domain/finance/forecast/flows";
import { occurrenceKey, type PlannedItem } from "~/domain/finance/tracker/plan";
import { type CivilDate, civilDate, dayNumber } from "~/domain/shared/dates";
import { assignRows, type Candidate } from "./assignment";
import { type BankRow, EARLY_DAYS, fitCost, lateDays, manyNames, type namesAgree } from "./candidates";

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
  /** The day for an account of its own, where it differs. */
  knownThrough?: ReadonlyMap<string, CivilDate>;
  verdicts: readonly MatchVerdict[];
}

function keyOf(flow: Flow): string {
  return occurrenceKey(flow.item, civilDate(flow.day));
}

function statusOf(flow: Flow, row: BankRow | null, asOf: number): OccurrenceStatus {
  if (row) return "paid";
  if (flow.day >= asOf) return "upcoming";
  return asOf - flow.day <= lateDays(flow.item.frequency) ? "late" : "missed";
}

interface Offer {
  rowsByDay: ReadonlyMap<number, { row: BankRow; at: number }[]>;
  refused: ReadonlySet<string>;
  agree: typeof namesAgree;
}

function candidatesOf(flow: Flow, { rowsByDay, refused, agree }: Offer): Candidate[] {
  const candidates: Candidate[] = [];
  const key = refused.size > 0 ? keyOf(flow) : "";
  for (let day = flow.day - EARLY_DAYS; day <= flow.day + lateDays(flow.item.frequency); day++) {
    for (const { row, at } of rowsByDay.get(day) ?? []) {
      const cost = fitCost(flow.item, row, { days: day - flow.day, agree });
      if (cost !== null && !refused.has(`${key} ${row.id}`)) candidates.push({ row: at, cost });
    }
  }
  return candidates;
}

// The rows that the household has given to an occurrence; a verdict on what is no longer there is forgotten.
function confirmedRows(occurrences: readonly Flow[], bank: BankRecord): Map<string, BankRow> {
  const confirmed = new Map<string, BankRow>();
  if (bank.verdicts.length === 0) return confirmed;
  const rows = new Map(bank.rows.map((row) => [row.id, row]));
  const keys = new Set(occurrences.map(keyOf));
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
  const offer = { rowsByDay, refused, agree: manyNames() };
  const keys = occurrences.map(keyOf);
  const found = assignRows(
    occurrences.map((flow, at) => (confirmed.has(keys[at] ?? "") ? [] : candidatesOf(flow, offer))),
  );
  return occurrences.map((flow, at) => {
    const key = keys[at] ?? "";
    const asOf = dayNumber(bank.knownThrough?.get(flow.item.accountId ?? "") ?? bank.asOf);
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
