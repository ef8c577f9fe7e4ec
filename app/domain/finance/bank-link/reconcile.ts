import { MAX_MINOR } from "~/domain/shared/money";
import { isTouched, type KnownRow } from "./known-row";
import { findOtherSource } from "./other-source";
import { overlay, type RowUpdate } from "./overlay";
import type { BankChanges, BankTransaction, MatchKind } from "./rules";
import { type Arrival, pairSuccessors, proposeSuccessors } from "./successors";

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
