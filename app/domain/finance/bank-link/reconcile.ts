import type { TransactionType } from "~/domain/finance/accounts/account";
import { MATCH_WINDOW } from "~/domain/finance/imports/classify";
import { dayNumber } from "~/domain/shared/dates";
import { MAX_MINOR } from "~/domain/shared/money";
import type { BankChanges, BankTransaction, MatchKind } from "./item";

/** A row of the ledger as far as a sync looks at it. */
export interface LedgerRow {
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

/** The columns a sync leaves alone. A row that was typed in counts as edited, its amount excepted. */
export function editsOf(row: LedgerRow): ReadonlySet<string> {
  if (row.source === "manual") return new Set(["type", "category", "transaction_date", "description"]);
  return new Set(row.editedFields?.split(",") ?? []);
}

/** Whether the user has put something into the row that must not be lost with it. */
function isTouched(row: LedgerRow): boolean {
  return row.editedFields !== null || row.hasNotes || row.isTransfer;
}

/** Case, letter forms and spaces differ between two reports of one transaction. */
export function foldedText(text: string): string {
  return text.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
}

/** The household's account that one of the bank's fills; inactive ones take nothing in. */
export interface FilledAccount {
  accountId: string;
  currency: string;
  isActive: boolean;
}

interface LedgerState {
  /** By the bank's account id. */
  accounts: ReadonlyMap<string, FilledAccount>;
  /** Rows with any of the bank's ids in the changes, in a complete reading every row of the connection; removed ones too. */
  rows: readonly LedgerRow[];
  /** Rows of other sources around the days of what may be new. */
  others: readonly LedgerRow[];
  /** The bank's latest version of rows that were reconciled when it came, by the bank's id. */
  deferred: ReadonlyMap<string, BankTransaction | null>;
  /** What a complete reading covers: the household's accounts that the bank shares now, from this day on. */
  covered: { accountIds: ReadonlySet<string>; since: string };
}

/** What a sync writes. `bank` of a deferred change is null when the bank has removed a reconciled transaction. */
export interface SyncPlan {
  inserts: IncomingTransaction[];
  updates: RowUpdate[];
  /** Reconciled rows learn the bank's new id and nothing else. */
  renames: { id: string; version: number; bankId: string }[];
  removals: { id: string; version: number }[];
  deferred: { bankId: string; bank: BankTransaction | null }[];
  matches: { bankId: string; otherRowId: string; kind: MatchKind }[];
  /** Transactions that cannot be shown: another currency than the account's, no amount, or one beyond all bounds. */
  leftOut: number;
}

/**
 * What makes the ledger equal to the bank's records while everything the user did stays: edited fields, notes, matches,
 * removed rows, and reconciled rows as they are. Pure: the same state and changes give the same plan.
 */
export function reconcile(changes: BankChanges, { accounts, rows, others, deferred, covered }: LedgerState): SyncPlan {
  const plan: SyncPlan = { inserts: [], updates: [], renames: [], removals: [], deferred: [], matches: [], leftOut: 0 };
  const byBankId = new Map(rows.flatMap((row) => (row.bankId === null ? [] : [[row.bankId, row] as const])));
  const claimed = new Set<LedgerRow>();
  const unknown: IncomingTransaction[] = [];

  const settle = ({ bank, accountId }: IncomingTransaction, row: LedgerRow) => {
    claimed.add(row);
    if (row.isReconciled) {
      if (row.bankId !== bank.id) plan.renames.push({ id: row.id, version: row.version, bankId: bank.id });
      if (applyUserOverrides({ ...row, bankId: bank.id }, bank, accountId))
        plan.deferred.push({ bankId: bank.id, bank });
      return;
    }
    const update = applyUserOverrides(row, bank, accountId);
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
    const transaction = { bank, accountId: account.accountId };
    if (row) settle(transaction, row);
    else unknown.push(transaction);
  }
  const posted = unknown.filter((transaction) => {
    const pending = transaction.bank.pendingId === null ? undefined : byBankId.get(transaction.bank.pendingId);
    if (!pending || claimed.has(pending) || changes.present.has(pending.bankId ?? "")) return false;
    settle(transaction, pending);
    return true;
  });

  const gone = rows.filter((row) => !claimed.has(row) && isGone(row, changes, covered));
  const open = without(unknown, posted);
  const lastReported = new Map(gone.map((row) => [asLastReported(row, deferred), row]));
  const paired = pendingToPosted(open, [...lastReported.keys()]);
  for (const [transaction, reported] of paired) settle(transaction, lastReported.get(reported) ?? reported);
  const lost = gone.filter((row) => !claimed.has(row));
  for (const row of lost) {
    if (row.removedBy !== null) continue;
    if (row.isReconciled) plan.deferred.push({ bankId: row.bankId ?? "", bank: null });
    else plan.removals.push({ id: row.id, version: row.version });
  }

  const news = without(open, paired.keys());
  const { sure, possible } = findDuplicates(news, others);
  for (const [transaction, row] of sure) settle(transaction, row);
  plan.inserts = without(news, sure.keys());
  const worked = lost.filter((row) => isTouched(row) && !row.isReconciled && row.removedBy !== "user");
  const proposals = proposePosted(without(plan.inserts, possible.keys()), worked);
  plan.matches = [
    ...[...possible].map(([transaction, row]) => matchOf(transaction, row, "other_source")),
    ...[...proposals].map(([transaction, row]) => matchOf(transaction, row, "pending")),
  ];
  return plan;
}

/** The row as the bank reported it last, to be compared with what it reports now. */
function asLastReported(row: LedgerRow, deferred: LedgerState["deferred"]): LedgerRow {
  const reported = deferred.get(row.bankId ?? "");
  if (!reported) return row;
  const { description, amountMinor, date, pending } = reported;
  return { ...row, description, amountMinor, date, pending };
}

/** Taken away by the bank now, or earlier while pending: its posted version may only have come with this change. */
function isGone(
  { bankId, removedBy, accountId, date }: LedgerRow,
  changes: BankChanges,
  covered: LedgerState["covered"],
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

function matchOf({ bank }: IncomingTransaction, row: LedgerRow, kind: MatchKind) {
  return { bankId: bank.id, otherRowId: row.id, kind };
}

function without(
  transactions: readonly IncomingTransaction[],
  taken: Iterable<IncomingTransaction>,
): IncomingTransaction[] {
  const gone = new Set(taken);
  return gone.size === 0 ? [...transactions] : transactions.filter((transaction) => !gone.has(transaction));
}

/** What a row becomes: the bank's facts with the user's edits on top. */
interface RowUpdate {
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
  /** The user has removed it: it keeps up with the bank all the same, so that it is recognized. */
  staysRemoved: boolean;
  /** The money now goes the other way: the row is no transfer any more. */
  cutTransfer: boolean;
}

/** The row after the bank's update, with the user's edits preserved; null when nothing changes. */
export function applyUserOverrides(row: LedgerRow, bank: BankTransaction, accountId: string): RowUpdate | null {
  const edits = editsOf(row);
  const preferEdit = <T>(column: string, own: T, theirs: T): T => (edits.has(column) ? own : theirs);
  const amountMinor = preferEdit("amount_minor", row.amountMinor, bank.amountMinor);
  const wanted = preferEdit("type", row.type, bank.type);
  const fits = row.isTransfer && edits.has("type") ? amountMinor < 0 : allowsSign(wanted, amountMinor);
  const next: RowUpdate = {
    id: row.id,
    version: row.version,
    accountId,
    bankId: bank.id,
    date: preferEdit("transaction_date", row.date, bank.date),
    amountMinor,
    type: fits ? wanted : typeOfSign(amountMinor),
    category: row.isTransfer && !fits ? "other" : preferEdit("category", row.category, bank.category),
    description: preferEdit("description", row.description, bank.description),
    merchantName: bank.merchantName ?? row.merchantName,
    checkNumber: bank.checkNumber ?? row.checkNumber,
    pending: bank.pending,
    staysRemoved: row.removedBy === "user",
    cutTransfer: row.isTransfer && !fits,
  };
  return isSame(row, next) ? null : next;
}

function isSame(row: LedgerRow, next: RowUpdate): boolean {
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

/** Days in which a pending transaction is posted; 1 to 5 as a rule, 14 at most, and after 8 a guess is worth nothing. */
const MAX_POSTING_DAYS = 8;
/** A tip or a hotel's final bill: more than this is another transaction. */
const MAX_AMOUNT_DRIFT = 0.3;

/** A transaction that the ledger does not have, with the household's account it belongs to. */
interface IncomingTransaction {
  bank: BankTransaction;
  accountId: string;
}

/**
 * Pairs rows that the bank took away with transactions that are the same transaction under another id: posted without naming
 * the pending one, or reissued. Account, amount, text and day agree; equal ones pair off in order. What the
 * user has edited need not agree: the bank's own value of it is not known any more.
 */
function pendingToPosted(
  transactions: readonly IncomingTransaction[],
  gone: readonly LedgerRow[],
): Map<IncomingTransaction, LedgerRow> {
  const pairs = new Map<IncomingTransaction, LedgerRow>();
  if (gone.length === 0) return pairs;
  const waiting = new Map<string, LedgerRow[]>();
  const changed: LedgerRow[] = [];
  for (const row of [...gone].sort(byDate)) {
    if (isEdited(row)) changed.push(row);
    else {
      const key = keyOf(row.accountId, row.amountMinor, row.description);
      waiting.set(key, [...(waiting.get(key) ?? []), row]);
    }
  }
  const byDay = [...transactions].sort((a, b) => (a.bank.date < b.bank.date ? -1 : 1));
  for (const transaction of byDay) {
    const rows = waiting.get(keyOf(transaction.accountId, transaction.bank.amountMinor, transaction.bank.description));
    const at = rows?.findIndex((row) => follows(row, transaction.bank)) ?? -1;
    const [row] = at >= 0 && rows ? rows.splice(at, 1) : [];
    if (row) pairs.set(transaction, row);
  }
  for (const row of changed) {
    const transaction = byDay.find((one) => !pairs.has(one) && isSameExceptEdits(row, one));
    if (transaction) pairs.set(transaction, row);
  }
  return pairs;
}

function isEdited(row: LedgerRow): boolean {
  const edits = editsOf(row);
  return ["amount_minor", "description", "transaction_date"].some((column) => edits.has(column));
}

function isSameExceptEdits(row: LedgerRow, { bank, accountId }: IncomingTransaction): boolean {
  const edits = editsOf(row);
  if (accountId !== row.accountId || (edits.has("amount_minor") && edits.has("description"))) return false;
  const sameAmount = edits.has("amount_minor") || row.amountMinor === bank.amountMinor;
  const sameText = edits.has("description") || foldedText(row.description) === foldedText(bank.description);
  return sameAmount && sameText && (edits.has("transaction_date") || follows(row, bank));
}

/** A pending row that the user has worked on and the posted transaction it may be: only a proposal. */
function proposePosted(
  transactions: readonly IncomingTransaction[],
  gone: readonly LedgerRow[],
): Map<IncomingTransaction, LedgerRow> {
  const proposed = new Map<IncomingTransaction, LedgerRow>();
  const free = new Set(transactions.filter(({ bank }) => !bank.pending));
  for (const row of gone.filter((one) => one.pending)) {
    const fits = [...free].filter(
      ({ accountId, bank }) =>
        accountId === row.accountId &&
        isPostingOf(row, bank) &&
        drift(row.amountMinor, bank.amountMinor) <= MAX_AMOUNT_DRIFT,
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

function follows(row: LedgerRow, bank: BankTransaction): boolean {
  return row.pending && !bank.pending ? isPostingOf(row, bank) : row.pending === bank.pending && row.date === bank.date;
}

function isPostingOf(row: LedgerRow, bank: BankTransaction): boolean {
  const days = dayNumber(bank.date) - dayNumber(row.date);
  return days >= 0 && days <= MAX_POSTING_DAYS;
}

function drift(before: number, after: number): number {
  return Math.sign(before) === Math.sign(after)
    ? Math.abs(after - before) / Math.abs(before)
    : Number.POSITIVE_INFINITY;
}

function keyOf(accountId: string, amountMinor: number, description: string): string {
  return `${accountId} ${amountMinor} ${foldedText(description)}`;
}

function byDate(a: LedgerRow, b: LedgerRow): number {
  return a.date === b.date ? (a.id < b.id ? -1 : 1) : a.date < b.date ? -1 : 1;
}

interface Found {
  /** Check number, merchant or the day's text agree too: one transaction, reported twice. */
  sure: Map<IncomingTransaction, LedgerRow>;
  /** Only the amount agrees: the user decides. */
  possible: Map<IncomingTransaction, LedgerRow>;
}

/** Transactions that a file or a person has entered already. Each row is taken once, the sure ones first. */
function findDuplicates(transactions: readonly IncomingTransaction[], rows: readonly LedgerRow[]): Found {
  const byAmount = new Map<string, LedgerRow[]>();
  for (const row of rows) {
    const key = `${row.accountId} ${row.amountMinor}`;
    const others = byAmount.get(key);
    if (others) others.push(row);
    else byAmount.set(key, [row]);
  }
  const taken = new Set<LedgerRow>();
  const nearest = (transaction: IncomingTransaction, fits: (row: LedgerRow) => boolean) => {
    const rowsOfAmount = byAmount.get(`${transaction.accountId} ${transaction.bank.amountMinor}`) ?? [];
    const open = rowsOfAmount.filter((row) => !taken.has(row) && isNear(transaction, row) && fits(row));
    return open.sort((a, b) => distance(transaction, a) - distance(transaction, b))[0];
  };
  const sure = new Map<IncomingTransaction, LedgerRow>();
  const possible = new Map<IncomingTransaction, LedgerRow>();
  if (byAmount.size === 0) return { sure, possible };
  for (const transaction of transactions) {
    const row = nearest(transaction, (one) => agrees(transaction, one));
    if (!row) continue;
    taken.add(row);
    sure.set(transaction, row);
  }
  for (const transaction of transactions.filter((one) => !sure.has(one))) {
    const row = nearest(transaction, () => true);
    if (!row) continue;
    taken.add(row);
    possible.set(transaction, row);
  }
  return { sure, possible };
}

function agrees({ bank }: IncomingTransaction, row: LedgerRow): boolean {
  if (bank.checkNumber !== null && bank.checkNumber === row.checkNumber) return true;
  if (bank.merchantName !== null && row.merchantName !== null) {
    return foldedText(bank.merchantName) === foldedText(row.merchantName);
  }
  return bank.date === row.date && foldedText(bank.description) === foldedText(row.description);
}

/** The other source's row lies from 3 days before to 7 days after the bank's. */
function isNear({ bank }: IncomingTransaction, row: LedgerRow): boolean {
  const days = dayNumber(row.date) - dayNumber(bank.date);
  return days >= -MATCH_WINDOW.before && days <= MATCH_WINDOW.after;
}

function distance({ bank }: IncomingTransaction, row: LedgerRow): number {
  return Math.abs(dayNumber(row.date) - dayNumber(bank.date));
}
