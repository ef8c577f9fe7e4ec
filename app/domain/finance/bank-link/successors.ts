import { dayNumber } from "~/domain/shared/dates";
import { editsOf, foldedText, type KnownRow } from "./known-row";
import type { BankTransaction } from "./rules";

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
