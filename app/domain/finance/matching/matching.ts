import type { Frequency } from "~/domain/finance/tracker/categories";
import { occurrenceKey, type PlannedItem, signedAmount } from "~/domain/finance/tracker/plan";
import type { Flow } from "~/domain/finance/tracker/recurrence";
import type { Currency } from "~/domain/shared/money";
import { type CivilDate, civilDate, dayNumber } from "~/domain/shared/time/dates";
import { assignRows, type Candidate } from "./assignment";

/** A row of a bank account; `amountMinor` as the holder sees it, negative for money out. */
export interface BankRow {
  id: string;
  accountId: string;
  date: CivilDate;
  amountMinor: number;
  currency: Currency;
  /** Description and merchant, if any. */
  text: string;
  pending: boolean;
}

/** How many days before or after its date an occurrence may post. */
const EARLY_DAYS = 3;
const LATE_DAYS = 7;
const LATE_DAYS_WEEKLY = 3;

const MAX_DRIFT_PERCENT = 30;
const COST_PER_DAY = 10;
const COST_OF_OTHER_NAME = 15;
const SAYS_NOTHING = new Set(["bill", "bills", "card", "monthly", "pay", "payment", "payments", "the", "and", "for"]);

/** Weekly items stay within half their interval; otherwise the next occurrence would take the row. */
function lateDays(frequency: Frequency): number {
  return frequency === "weekly" ? LATE_DAYS_WEEKLY : LATE_DAYS;
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word.length > 2 && !SAYS_NOTHING.has(word));
}

/** True if the row's text contains a distinctive word of the item's name. */
export function namesAgree(name: string, text: string): boolean {
  const words = new Set(wordsOf(text));
  return wordsOf(name).some((word) => words.has(word));
}

function memoized<Value>(make: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(text);
    known.set(text, made);
    return made;
  };
}

/** The same for many names and texts, each of which is split only once. */
function memoizedNamesAgree(): typeof namesAgree {
  const nameWords = memoized(wordsOf);
  const textWords = memoized((text) => new Set(wordsOf(text)));
  return (name, text) => {
    const words = textWords(text);
    for (const word of nameWords(name)) if (words.has(word)) return true;
    return false;
  };
}

/**
 * How badly a row fits an occurrence `days` after its date; null if it cannot match. Direction, currency and account (if the item
 * has one) must match; the amount must be equal, or within 30% if the names match.
 */
function fitCost(
  item: PlannedItem,
  row: BankRow,
  { days, agree }: { days: number; agree: typeof namesAgree },
): number | null {
  if (days < -EARLY_DAYS || days > lateDays(item.frequency)) return null;
  if (row.currency !== item.currency || (item.accountId !== null && row.accountId !== item.accountId)) return null;
  const expected = signedAmount(item);
  if (expected === 0 || Math.sign(row.amountMinor) !== Math.sign(expected)) return null;
  const drift = (Math.abs(row.amountMinor - expected) * 100) / Math.abs(expected);
  if (drift > MAX_DRIFT_PERCENT) return null;
  const sameName = agree(item.name, row.text);
  if (drift > 0 && !sameName) return null;
  return Math.abs(days) * COST_PER_DAY + drift + (sameName ? 0 : COST_OF_OTHER_NAME);
}

const OCCURRENCE_STATUSES = ["paid", "late", "missed", "upcoming"] as const;
type OccurrenceStatus = (typeof OCCURRENCE_STATUSES)[number];

/** A planned occurrence with its matching bank row. */
export interface TrackedOccurrence {
  /** The occurrenceKey of item and date. */
  key: string;
  item: PlannedItem;
  date: CivilDate;
  status: OccurrenceStatus;
  row: BankRow | null;
  /** Days from the planned date to the row's; negative if it came early, null without a row. */
  daysLate: number | null;
}

/** The household's decision that an occurrence and a row are the same, or that they are not. */
interface MatchVerdict {
  occurrenceKey: string;
  rowId: string;
  same: boolean;
}

/** Bank rows, known through `asOf` (the date of the last sync), and the household's decisions about them. */
export interface BankRecord {
  rows: readonly BankRow[];
  asOf: CivilDate;
  /** The date for items without an account, in the currencies whose own date differs. */
  asOfIn?: ReadonlyMap<Currency, CivilDate>;
  /** The date for an account whose own date differs. */
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
    const rows = rowsByDay.get(day);
    if (!rows) continue;
    const fit = { days: day - flow.day, agree };
    for (const { row, at } of rows) {
      const cost = fitCost(flow.item, row, fit);
      if (cost !== null && !refused.has(`${key} ${row.id}`)) candidates.push({ row: at, cost });
    }
  }
  return candidates;
}

// The rows that the household has matched to an occurrence; decisions about anything that no longer exists are ignored.
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
  const dates = new Map<CivilDate, { row: BankRow; at: number }[]>();
  rows.forEach((row, at) => {
    if (taken.has(row)) return;
    const others = dates.get(row.date);
    if (others) others.push({ row, at });
    else dates.set(row.date, [{ row, at }]);
  });
  return new Map([...dates].map(([date, each]) => [dayNumber(date), each]));
}

/**
 * Finds the bank row of each occurrence. Each row is used once; the household's decisions come first. Without a row an occurrence
 * is upcoming through its date, late while the bank may still show it, and missed after that.
 */
export function trackOccurrences(occurrences: readonly Flow[], bank: BankRecord): TrackedOccurrence[] {
  const confirmed = confirmedRows(occurrences, bank);
  const rowsByDay = byDay(bank.rows, new Set(confirmed.values()));
  const differing = bank.verdicts.filter(({ same }) => !same);
  const refused = new Set(differing.map((verdict) => `${verdict.occurrenceKey} ${verdict.rowId}`));
  const offer = { rowsByDay, refused, agree: memoizedNamesAgree() };
  const keys = occurrences.map(keyOf);
  const found = assignRows(
    occurrences.map((flow, at) => (confirmed.has(keys[at] ?? "") ? [] : candidatesOf(flow, offer))),
  );
  return occurrences.map((flow, at) => {
    const key = keys[at] ?? "";
    const { accountId, currency } = flow.item;
    const own = accountId === null ? bank.asOfIn?.get(currency) : bank.knownThrough?.get(accountId);
    const asOf = dayNumber(own ?? bank.asOf);
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
