import type { TransactionType } from "~/domain/finance/accounts/account";
import { MATCH_WINDOW } from "~/domain/finance/imports/verdicts";
import { dayNumber } from "~/domain/shared/dates";
import { MAX_MINOR } from "~/domain/shared/money";
import type { BankChanges, BankTransaction, MatchKind } from "./item";

/** Columns that a household can change by hand and a sync then leaves alone, as they stand in `edited_fields`. */
export const EDITABLE = ["type", "category", "transaction_date", "description", "amount_minor"] as const;
export type Editable = (typeof EDITABLE)[number];

/** A row of the household's table as far as a sync looks at it. */
export interface KnownRow {
  id: string;
  version: number;
  accountId: string;
  /** The bank's id of the transaction; null for a row of another source. */
  bankId: string | null;
  source: "manual" | "csv" | "bank";
  date: string;
  amountMinor: number;
  type: TransactionType;
  category: string;
  description: string;
  merchantName: string | null;
  checkNumber: string | null;
  pending: boolean;
  /** Reconciled itself, or half of a transfer whose other half is. */
  isReconciled: boolean;
  editedFields: string | null;
  hasNotes: boolean;
  isTransfer: boolean;
  /** Who took the row away, if it is. */
  removedBy: "user" | "sync" | null;
}

/** The columns a sync leaves alone. What was typed in by hand counts as changed by hand, its amount excepted. */
export function editsOf(row: KnownRow): ReadonlySet<string> {
  if (row.source === "manual") return new Set(["type", "category", "transaction_date", "description"]);
  return new Set(row.editedFields?.split(",") ?? []);
}

/** Whether the household has put something into the row that must not be lost with it. */
export function isTouched(row: KnownRow): boolean {
  return row.editedFields !== null || row.hasNotes || row.isTransfer;
}

/** Case, letter forms and spaces differ between two tellings of one transaction. */
export function foldedText(text: string): string {
  return text.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
}

/** The household's account that one of the bank's fills; inactive ones take nothing in. */
export interface FilledAccount {
  accountId: string;
  currency: string;
  isActive: boolean;
}

export interface Knowledge {
  /** By the bank's account id. */
  accounts: ReadonlyMap<string, FilledAccount>;
  /** Rows with any of the bank's ids in the changes, in a complete reading every row of the connection; removed ones too. */
  rows: readonly KnownRow[];
  /** Rows of other sources around the days of what may be new. */
  others: readonly KnownRow[];
  /** The bank's last word on rows that were reconciled when it came, by its id. */
  held: ReadonlyMap<string, BankTransaction | null>;
  /** What a complete reading covers: the household's accounts that the bank shares now, from this day on. */
  covered: { accountIds: ReadonlySet<string>; since: string };
}

/** What a sync writes. `bank` of a held change is null when the bank has removed a reconciled transaction. */
export interface SyncPlan {
  inserts: Arrival[];
  updates: RowUpdate[];
  /** Reconciled rows learn the bank's new id and nothing else. */
  renames: { id: string; version: number; bankId: string }[];
  removals: { id: string; version: number }[];
  held: { bankId: string; bank: BankTransaction | null }[];
  matches: { bankId: string; otherRowId: string; kind: MatchKind }[];
  /** Transactions that cannot be shown: another currency than the account's, no amount, or one beyond all bounds. */
  leftOut: number;
}

/**
 * What makes the table equal to the bank's truth while everything the household did stays: changed fields, notes, matches,
 * removed rows, and reconciled rows as they are. Pure: the same knowledge and changes give the same plan.
 */
export function reconcile(changes: BankChanges, { accounts, rows, others, held, covered }: Knowledge): SyncPlan {
  const plan: SyncPlan = { inserts: [], updates: [], renames: [], removals: [], held: [], matches: [], leftOut: 0 };
  const byBankId = new Map(rows.flatMap((row) => (row.bankId === null ? [] : [[row.bankId, row] as const])));
  const claimed = new Set<KnownRow>();
  const unknown: Arrival[] = [];

  const settle = ({ bank, accountId }: Arrival, row: KnownRow) => {
    claimed.add(row);
    if (row.isReconciled) {
      if (row.bankId !== bank.id) plan.renames.push({ id: row.id, version: row.version, bankId: bank.id });
      if (overlay({ ...row, bankId: bank.id }, bank, accountId)) plan.held.push({ bankId: bank.id, bank });
      return;
    }
    const update = overlay(row, bank, accountId);
    if (update) plan.updates.push(update);
  };

  for (const bank of changes.present.values()) {
    const account = accounts.get(bank.bankAccountId);
    if (!account?.isActive) {
      const row = byBankId.get(bank.id);
      if (row) claimed.add(row);
      continue;
    }
    if (!canBeShown(bank, account)) {
      plan.leftOut += 1;
      continue;
    }
    const row = byBankId.get(bank.id);
    const arrival = { bank, accountId: account.accountId };
    if (row) settle(arrival, row);
    else unknown.push(arrival);
  }
  const booked = unknown.filter((arrival) => {
    const pending = arrival.bank.pendingId === null ? undefined : byBankId.get(arrival.bank.pendingId);
    if (!pending || claimed.has(pending) || changes.present.has(pending.bankId ?? "")) return false;
    settle(arrival, pending);
    return true;
  });

  const gone = rows.filter((row) => !claimed.has(row) && isGone(row, changes, covered));
  const open = without(unknown, booked);
  const lastTold = new Map(gone.map((row) => [asLastTold(row, held), row]));
  const successors = pairSuccessors(open, [...lastTold.keys()]);
  for (const [arrival, told] of successors) settle(arrival, lastTold.get(told) ?? told);
  const lost = gone.filter((row) => !claimed.has(row));
  for (const row of lost) {
    if (row.removedBy !== null) continue;
    if (row.isReconciled) plan.held.push({ bankId: row.bankId ?? "", bank: null });
    else plan.removals.push({ id: row.id, version: row.version });
  }

  const news = without(open, successors.keys());
  const { sure, possible } = findOtherSource(news, others);
  for (const [arrival, row] of sure) settle(arrival, row);
  plan.inserts = without(news, sure.keys());
  const worked = lost.filter((row) => isTouched(row) && !row.isReconciled && row.removedBy !== "user");
  const proposals = proposeSuccessors(without(plan.inserts, possible.keys()), worked);
  plan.matches = [
    ...[...possible].map(([arrival, row]) => matchOf(arrival, row, "other_source")),
    ...[...proposals].map(([arrival, row]) => matchOf(arrival, row, "pending")),
  ];
  return plan;
}

/** The row as the bank told of it last, to be compared with what it tells now. */
function asLastTold(row: KnownRow, held: Knowledge["held"]): KnownRow {
  const told = held.get(row.bankId ?? "");
  if (!told) return row;
  const { description, amountMinor, date, pending } = told;
  return { ...row, description, amountMinor, date, pending };
}

/** Taken away by the bank now, or earlier while pending: its booking may only have come with this change. */
function isGone(
  { bankId, removedBy, accountId, date }: KnownRow,
  changes: BankChanges,
  covered: Knowledge["covered"],
): boolean {
  if (bankId === null) return false;
  // What can no longer be shown is present and yet gone.
  if (changes.present.has(bankId)) return removedBy === null;
  if (changes.removed.has(bankId) || removedBy === "sync") return true;
  return changes.complete && covered.accountIds.has(accountId) && date >= covered.since;
}

function canBeShown({ amountMinor, currency }: BankTransaction, account: FilledAccount): boolean {
  return amountMinor !== 0 && Math.abs(amountMinor) <= MAX_MINOR && currency === account.currency;
}

function matchOf({ bank }: Arrival, row: KnownRow, kind: MatchKind) {
  return { bankId: bank.id, otherRowId: row.id, kind };
}

function without(arrivals: readonly Arrival[], taken: Iterable<Arrival>): Arrival[] {
  const gone = new Set(taken);
  return gone.size === 0 ? [...arrivals] : arrivals.filter((arrival) => !gone.has(arrival));
}

/** What a row becomes: the bank's facts with the household's changes on top. */
export interface RowUpdate {
  id: string;
  /** As it was read: a row changed since is not written. */
  version: number;
  accountId: string;
  bankId: string;
  date: string;
  amountMinor: number;
  type: TransactionType;
  category: string;
  description: string;
  merchantName: string | null;
  checkNumber: string | null;
  pending: boolean;
  /** The household has removed it: it keeps up with the bank behind its mark, to be known again. */
  staysRemoved: boolean;
  /** The money now goes the other way: the row is no transfer any more. */
  cutTransfer: boolean;
}

/** The row after the bank's word on it; null when nothing changes. */
export function overlay(row: KnownRow, bank: BankTransaction, accountId: string): RowUpdate | null {
  const edits = editsOf(row);
  const kept = <T>(column: string, own: T, theirs: T): T => (edits.has(column) ? own : theirs);
  const amountMinor = kept("amount_minor", row.amountMinor, bank.amountMinor);
  const wanted = kept("type", row.type, bank.type);
  const fits = row.isTransfer && edits.has("type") ? amountMinor < 0 : allowsSign(wanted, amountMinor);
  const next: RowUpdate = {
    id: row.id,
    version: row.version,
    accountId,
    bankId: bank.id,
    date: kept("transaction_date", row.date, bank.date),
    amountMinor,
    type: fits ? wanted : typeOfSign(amountMinor),
    category: row.isTransfer && !fits ? "other" : kept("category", row.category, bank.category),
    description: kept("description", row.description, bank.description),
    merchantName: bank.merchantName ?? row.merchantName,
    checkNumber: bank.checkNumber ?? row.checkNumber,
    pending: bank.pending,
    staysRemoved: row.removedBy === "user",
    cutTransfer: row.isTransfer && !fits,
  };
  return isSame(row, next) ? null : next;
}

function isSame(row: KnownRow, next: RowUpdate): boolean {
  return (
    row.removedBy !== "sync" &&
    row.bankId === next.bankId &&
    row.accountId === next.accountId &&
    row.date === next.date &&
    row.amountMinor === next.amountMinor &&
    row.type === next.type &&
    row.category === next.category &&
    row.description === next.description &&
    row.merchantName === next.merchantName &&
    row.checkNumber === next.checkNumber &&
    row.pending === next.pending &&
    !next.cutTransfer
  );
}

/** Money in is a deposit or interest, money out a withdrawal or a fee; a balance adjustment may be either. */
function allowsSign(type: TransactionType, amountMinor: number): boolean {
  switch (type) {
    case "deposit":
    case "interest":
      return amountMinor > 0;
    case "withdrawal":
    case "fee":
      return amountMinor < 0;
    case "adjustment":
      return true;
    case "transfer":
      return false;
  }
}

function typeOfSign(amountMinor: number): TransactionType {
  return amountMinor > 0 ? "deposit" : "withdrawal";
}

/** Days in which a pending transaction is booked; 1 to 5 as a rule, 14 at most, and after 8 a guess is worth nothing. */
const bookedWithin = 8;
/** A tip or a hotel's final bill: more than this is another transaction. */
const mostDrift = 0.3;

/** A transaction that the table does not have, with the household's account it belongs to. */
export interface Arrival {
  bank: BankTransaction;
  accountId: string;
}

/**
 * Pairs rows that the bank took away with arrivals that are the same transaction under another id: booked without a word
 * of what it was while pending, or reissued. Account, amount, text and day agree; equal ones pair off in order. What the
 * household has changed by hand need not agree: the bank's own word on it is not known any more.
 */
export function pairSuccessors(arrivals: readonly Arrival[], gone: readonly KnownRow[]): Map<Arrival, KnownRow> {
  const pairs = new Map<Arrival, KnownRow>();
  if (gone.length === 0) return pairs;
  const waiting = new Map<string, KnownRow[]>();
  const changed: KnownRow[] = [];
  for (const row of [...gone].sort(byDate)) {
    if (isChanged(row)) changed.push(row);
    else {
      const key = keyOf(row.accountId, row.amountMinor, row.description);
      waiting.set(key, [...(waiting.get(key) ?? []), row]);
    }
  }
  const inOrder = [...arrivals].sort((a, b) => (a.bank.date < b.bank.date ? -1 : 1));
  for (const arrival of inOrder) {
    const rows = waiting.get(keyOf(arrival.accountId, arrival.bank.amountMinor, arrival.bank.description));
    const at = rows?.findIndex((row) => follows(row, arrival.bank)) ?? -1;
    const [row] = at >= 0 && rows ? rows.splice(at, 1) : [];
    if (row) pairs.set(arrival, row);
  }
  for (const row of changed) {
    const arrival = inOrder.find((one) => !pairs.has(one) && isSameButForEdits(row, one));
    if (arrival) pairs.set(arrival, row);
  }
  return pairs;
}

function isChanged(row: KnownRow): boolean {
  const edits = editsOf(row);
  return ["amount_minor", "description", "transaction_date"].some((column) => edits.has(column));
}

function isSameButForEdits(row: KnownRow, { bank, accountId }: Arrival): boolean {
  const edits = editsOf(row);
  if (accountId !== row.accountId || (edits.has("amount_minor") && edits.has("description"))) return false;
  const sameAmount = edits.has("amount_minor") || row.amountMinor === bank.amountMinor;
  const sameText = edits.has("description") || foldedText(row.description) === foldedText(bank.description);
  return sameAmount && sameText && (edits.has("transaction_date") || follows(row, bank));
}

/** A pending row that the household has worked on and the booked arrival it may be: only a proposal. */
export function proposeSuccessors(arrivals: readonly Arrival[], gone: readonly KnownRow[]): Map<Arrival, KnownRow> {
  const proposed = new Map<Arrival, KnownRow>();
  const free = new Set(arrivals.filter(({ bank }) => !bank.pending));
  for (const row of gone.filter((one) => one.pending)) {
    const fits = [...free].filter(
      ({ accountId, bank }) =>
        accountId === row.accountId && isBooking(row, bank) && drift(row.amountMinor, bank.amountMinor) <= mostDrift,
    );
    const best = fits.sort(
      (a, b) => drift(row.amountMinor, a.bank.amountMinor) - drift(row.amountMinor, b.bank.amountMinor),
    )[0];
    if (!best) continue;
    free.delete(best);
    proposed.set(best, row);
  }
  return proposed;
}

function follows(row: KnownRow, bank: BankTransaction): boolean {
  return row.pending && !bank.pending ? isBooking(row, bank) : row.pending === bank.pending && row.date === bank.date;
}

function isBooking(row: KnownRow, bank: BankTransaction): boolean {
  const days = dayNumber(bank.date) - dayNumber(row.date);
  return days >= 0 && days <= bookedWithin;
}

function drift(before: number, after: number): number {
  return Math.sign(before) === Math.sign(after)
    ? Math.abs(after - before) / Math.abs(before)
    : Number.POSITIVE_INFINITY;
}

function keyOf(accountId: string, amountMinor: number, description: string): string {
  return `${accountId} ${amountMinor} ${foldedText(description)}`;
}

function byDate(a: KnownRow, b: KnownRow): number {
  return a.date === b.date ? (a.id < b.id ? -1 : 1) : a.date < b.date ? -1 : 1;
}

interface Found {
  /** Check number, merchant or the day's text agree too: one transaction, told twice. */
  sure: Map<Arrival, KnownRow>;
  /** Only the amount agrees: the household decides. */
  possible: Map<Arrival, KnownRow>;
}

/** Arrivals that a file or a person has entered already. Each row is taken once, the sure ones first. */
export function findOtherSource(arrivals: readonly Arrival[], rows: readonly KnownRow[]): Found {
  const byAmount = new Map<string, KnownRow[]>();
  for (const row of rows) {
    const key = `${row.accountId} ${row.amountMinor}`;
    const others = byAmount.get(key);
    if (others) others.push(row);
    else byAmount.set(key, [row]);
  }
  const taken = new Set<KnownRow>();
  const nearest = (arrival: Arrival, fits: (row: KnownRow) => boolean) => {
    const rowsOfAmount = byAmount.get(`${arrival.accountId} ${arrival.bank.amountMinor}`) ?? [];
    const open = rowsOfAmount.filter((row) => !taken.has(row) && isNear(arrival, row) && fits(row));
    return open.sort((a, b) => distance(arrival, a) - distance(arrival, b))[0];
  };
  const sure = new Map<Arrival, KnownRow>();
  const possible = new Map<Arrival, KnownRow>();
  if (byAmount.size === 0) return { sure, possible };
  for (const arrival of arrivals) {
    const row = nearest(arrival, (one) => agrees(arrival, one));
    if (!row) continue;
    taken.add(row);
    sure.set(arrival, row);
  }
  for (const arrival of arrivals.filter((one) => !sure.has(one))) {
    const row = nearest(arrival, () => true);
    if (!row) continue;
    taken.add(row);
    possible.set(arrival, row);
  }
  return { sure, possible };
}

function agrees({ bank }: Arrival, row: KnownRow): boolean {
  if (bank.checkNumber !== null && bank.checkNumber === row.checkNumber) return true;
  if (bank.merchantName !== null && row.merchantName !== null) {
    return foldedText(bank.merchantName) === foldedText(row.merchantName);
  }
  return bank.date === row.date && foldedText(bank.description) === foldedText(row.description);
}

/** The other source's row lies from 3 days before to 7 days after the bank's. */
function isNear({ bank }: Arrival, row: KnownRow): boolean {
  const days = dayNumber(row.date) - dayNumber(bank.date);
  return days >= -MATCH_WINDOW.before && days <= MATCH_WINDOW.after;
}

function distance({ bank }: Arrival, row: KnownRow): number {
  return Math.abs(dayNumber(row.date) - dayNumber(bank.date));
}
