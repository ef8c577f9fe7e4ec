import { MATCH_WINDOW } from "~/domain/finance/imports/classify";
import { dayNumber } from "~/domain/shared/time/dates";
import type { BankTransaction } from "./item";
import { editsOf, foldedText, type LedgerRow, type Report } from "./ledger-row";

/** A row as the bank last reported it, for comparison with its new report. */
export interface Reported extends Report {
  row: LedgerRow;
  accountId: string;
  pending: boolean;
  /** The columns that the household has changed and whose bank value is unknown. */
  hidden: ReadonlySet<string>;
}

/** The columns that identify a transaction. */
export const recognizedBy = ["transaction_date", "amount_minor", "description"];

export function lastReported(row: LedgerRow, deferred: ReadonlyMap<string, BankTransaction | null>): Reported {
  const known = deferred.get(row.bankId ?? "") ?? row.reported;
  const edits = editsOf(row);
  const { date, amountMinor, description } = known ?? row;
  return {
    ...{ row, accountId: row.accountId, date, amountMinor, description },
    pending: deferred.get(row.bankId ?? "")?.pending ?? row.pending,
    hidden: new Set(known ? [] : recognizedBy.filter((column) => edits.has(column))),
  };
}

/** Days within which a pending transaction posts: usually 1 to 5, at most 14, and past 8 a guess is unreliable. */
const MAX_POSTING_DAYS = 8;
/** Allows for a tip or a hotel's final bill; a larger difference means another transaction. */
const MAX_AMOUNT_DRIFT = 0.3;

/** A transaction missing from the ledger, with its household account. */
export interface IncomingTransaction {
  bank: BankTransaction;
  accountId: string;
}

/**
 * Pairs rows that the bank removed, or reported in an earlier connection, with the same transactions under other ids: posted
 * without naming the pending one, or reissued. Account, amount, text and date must agree; identical ones pair off in order. A
 * value hidden by an edit need not agree.
 */
export function sameUnderAnotherId(
  transactions: readonly IncomingTransaction[],
  rows: readonly Reported[],
): Map<IncomingTransaction, Reported> {
  const pairs = new Map<IncomingTransaction, Reported>();
  if (rows.length === 0) return pairs;
  const waiting = new Map<string, Reported[]>();
  const hidden: Reported[] = [];
  for (const one of [...rows].sort(byDate)) {
    if (one.hidden.size > 0) hidden.push(one);
    else {
      const key = keyOf(one.accountId, one.amountMinor, one.description);
      const known = waiting.get(key);
      if (known) known.push(one);
      else waiting.set(key, [one]);
    }
  }
  const byDay = [...transactions].sort((a, b) => (a.bank.date < b.bank.date ? -1 : 1));
  for (const transaction of byDay) {
    const same = waiting.get(keyOf(transaction.accountId, transaction.bank.amountMinor, transaction.bank.description));
    const at = same?.findIndex((one) => follows(one, transaction.bank)) ?? -1;
    const [one] = at >= 0 && same ? same.splice(at, 1) : [];
    if (one) pairs.set(transaction, one);
  }
  for (const one of hidden) {
    const transaction = byDay.find((each) => !pairs.has(each) && isSameExceptHidden(one, each));
    if (transaction) pairs.set(transaction, one);
  }
  return pairs;
}

function isSameExceptHidden(one: Reported, { bank, accountId }: IncomingTransaction): boolean {
  const { hidden } = one;
  if (accountId !== one.accountId || (hidden.has("amount_minor") && hidden.has("description"))) return false;
  const sameAmount = hidden.has("amount_minor") || one.amountMinor === bank.amountMinor;
  const sameText = hidden.has("description") || foldedText(one.description) === foldedText(bank.description);
  return sameAmount && sameText && (hidden.has("transaction_date") || follows(one, bank));
}

/**
 * Rows of an earlier connection whose text or date the bank now reports differently: the check number or merchant matches within
 * the date window, or else the date alone. Each row is used once, nearest first.
 */
export function reportedDifferently(
  transactions: readonly IncomingTransaction[],
  rows: readonly Reported[],
): Map<IncomingTransaction, Reported> {
  const pairs = new Map<IncomingTransaction, Reported>();
  const taken = new Set<Reported>();
  const near = nearRows(rows);
  const tests = [
    (one: Reported, transaction: IncomingTransaction) => agrees(transaction, { ...one.row, ...reportOf(one) }),
    (one: Reported, { bank }: IncomingTransaction) => one.date === bank.date,
  ];
  for (const test of tests) {
    for (const transaction of transactions) {
      if (pairs.has(transaction)) continue;
      const [nearest] = near(transaction)
        .filter((one) => !taken.has(one) && test(one, transaction))
        .sort((a, b) => distance(transaction, a) - distance(transaction, b));
      if (!nearest) continue;
      taken.add(nearest);
      pairs.set(transaction, nearest);
    }
  }
  return pairs;
}

/** Finds the rows with a transaction's account and amount that are close enough in time. */
function nearRows(rows: readonly Reported[]): (transaction: IncomingTransaction) => Reported[] {
  const byAmount = new Map<string, Reported[]>();
  for (const one of rows) {
    const key = keyOf(one.accountId, one.amountMinor, "");
    const others = byAmount.get(key);
    if (others) others.push(one);
    else byAmount.set(key, [one]);
  }
  return (transaction) =>
    (byAmount.get(keyOf(transaction.accountId, transaction.bank.amountMinor, "")) ?? []).filter((one) =>
      isNear(transaction, one),
    );
}

/** The transactions that may turn out to be any of the rows. */
export function mayBeEarlier(
  transactions: readonly IncomingTransaction[],
  rows: readonly Reported[],
): IncomingTransaction[] {
  const near = nearRows(rows);
  const hidden = rows.filter((one) => one.hidden.size > 0);
  return transactions.filter(
    (transaction) => near(transaction).length > 0 || hidden.some((one) => isSameExceptHidden(one, transaction)),
  );
}

function reportOf({ date, amountMinor, description }: Reported): Report {
  return { date, amountMinor, description };
}

/** Proposes the posted transaction for a pending row that the user has edited. */
export function proposePosted(
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
        drift(row.amountMinor, bank.amountMinor) <= maxDrift(row, bank),
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

/**
 * Proposes, for a row that another connection reported, the transaction with the same date and text whose amount has changed
 * since. Opposite directions never match. Nearest amounts first; each row and transaction is used once.
 */
export function proposeAnotherAmount(
  transactions: readonly IncomingTransaction[],
  rows: readonly Reported[],
): Map<IncomingTransaction, LedgerRow> {
  const reported = new Map<string, IncomingTransaction[]>();
  for (const transaction of rows.length === 0 ? [] : transactions) {
    const key = dayAndTextOf(transaction.accountId, transaction.bank);
    const others = reported.get(key);
    if (others) others.push(transaction);
    else reported.set(key, [transaction]);
  }
  const candidates = [...rows].sort(byDate).flatMap((one) =>
    (reported.get(dayAndTextOf(one.accountId, one)) ?? []).flatMap((transaction) => {
      const change = transaction.bank.amountMinor - one.amountMinor;
      const isSameDirection = Math.sign(transaction.bank.amountMinor) === Math.sign(one.amountMinor);
      return change !== 0 && isSameDirection ? [{ one, transaction, change: Math.abs(change) }] : [];
    }),
  );
  const proposed = new Map<IncomingTransaction, LedgerRow>();
  const taken = new Set<Reported>();
  for (const { one, transaction } of candidates.sort((a, b) => a.change - b.change)) {
    if (taken.has(one) || proposed.has(transaction)) continue;
    taken.add(one);
    proposed.set(transaction, one.row);
  }
  return proposed;
}

function dayAndTextOf(accountId: string, { date, pending, description }: Dated & { description: string }): string {
  return `${accountId} ${date} ${pending} ${foldedText(description)}`;
}

/** For the same text, any amount in the same direction may be the final one. */
function maxDrift(row: LedgerRow, bank: BankTransaction): number {
  const text = row.reported?.description ?? row.description;
  return foldedText(text) === foldedText(bank.description) ? Number.MAX_VALUE : MAX_AMOUNT_DRIFT;
}

interface Dated {
  date: string;
  pending: boolean;
}

function follows(row: Dated, bank: BankTransaction): boolean {
  return row.pending && !bank.pending ? isPostingOf(row, bank) : row.pending === bank.pending && row.date === bank.date;
}

function isPostingOf(row: Dated, bank: BankTransaction): boolean {
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

function byDate(a: Reported, b: Reported): number {
  return a.date === b.date ? (a.row.id < b.row.id ? -1 : 1) : a.date < b.date ? -1 : 1;
}

interface Found {
  /** Check number, merchant or the text of that date matches too: one transaction, reported twice. */
  sure: Map<IncomingTransaction, LedgerRow>;
  /** Only the amount matches: the user decides. */
  possible: Map<IncomingTransaction, LedgerRow>;
}

/** Finds transactions that a file or a person has already entered. Each row is used once, certain matches first. */
export function findDuplicates(transactions: readonly IncomingTransaction[], rows: readonly LedgerRow[]): Found {
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

/** Whether the other source's row is from 3 days before to 7 days after the bank's. */
function isNear({ bank }: IncomingTransaction, row: { date: string }): boolean {
  const days = dayNumber(row.date) - dayNumber(bank.date);
  return days >= -MATCH_WINDOW.before && days <= MATCH_WINDOW.after;
}

function distance({ bank }: IncomingTransaction, row: { date: string }): number {
  return Math.abs(dayNumber(row.date) - dayNumber(bank.date));
}
