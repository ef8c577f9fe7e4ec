import type { SimulatedAccount } from "~/domain/finance/bank-link/simulated";
import { civilDate } from "~/domain/shared/dates";

/** A transaction as the bank's API has it: money out above zero, in whole units. */
export interface SimulatedTransaction {
  transaction_id: string;
  pending_transaction_id: string | null;
  account_id: string;
  amount: number;
  iso_currency_code: string | null;
  date: string;
  name: string;
  merchant_name: string | null;
  pending: boolean;
  check_number: string | null;
  personal_finance_category: { primary: string; detailed: string } | null;
}

/** One entry of the change log that cursors count. */
export type SimulatedChange =
  | { kind: "added" | "modified"; transaction: SimulatedTransaction }
  | { kind: "removed"; id: string };

/** Trouble that the next calls run into, `times` of them; `mutation` at the page of that number. */
export interface SimulatedFault {
  fault:
    | "rate_limit"
    | "server_error"
    | "timeout"
    | "garbage"
    | "mutation"
    | "not_ready"
    | "lost_cursor"
    | "institution_down";
  times: number;
  page?: number;
}

/** All that the bank remembers of a connection. */
export interface SimulatedItem {
  itemId: string;
  secret: string;
  institutionId: string;
  accounts: (SimulatedAccount & { id: string })[];
  /** Milliseconds by which the bank's clock is ahead of ours: how a test lets days pass. */
  ahead: number;
  /** The day it was linked, and the last one that is in the log, as day numbers. */
  linkedDay: number;
  lastDay: number;
  /** Days of history before the link, made anew from the seed each time it is read. */
  historyDays: number;
  /** How many changes that history is, once it was read. */
  historyCount?: number;
  seed: number;
  /** What happened since. */
  log: SimulatedChange[];
  /** The day of this connection, where an earlier one was linked to the same accounts before. */
  linkedOn?: number;
  /** Entries of the log from before this connection: an earlier one to the same accounts reported them. */
  before?: number;
  /**
   * How much of the past is given: nothing yet, 30 days, everything. `older` is where in the log the rest came.
   * Left out where everything is given at once.
   */
  staged?: { status: "NOT_READY" | "INITIAL_UPDATE_COMPLETE" | "HISTORICAL_UPDATE_COMPLETE"; older: number | null };
  made: number;
  errorCode: string | null;
  removed: boolean;
  faults: SimulatedFault[];
  /** Where its webhooks go, once that was changed. */
  webhook?: string;
  /** Transactions on a page at most; as many as requested unless set. */
  pageSize?: number;
  /** Pages handed out of the reading that is under way. */
  page: number;
}

/** Everything that ever happened at the connection, the history first. */
export function wholeLog(item: SimulatedItem, history: readonly SimulatedChange[]): SimulatedChange[] {
  return [...history, ...item.log];
}

/** Days that are given first. */
const INITIAL_DAYS = 30;

/** What this connection is given, in the order of its cursors; null where that is the whole log as it stands. */
export function releasedLog(item: SimulatedItem, history: () => SimulatedChange[]): SimulatedChange[] | null {
  const { staged, log, before = 0 } = item;
  if (!staged && before === 0) return null;
  if (staged?.status === "NOT_READY") return [];
  const snapshot = (until: number) =>
    [...truthOf([...history(), ...log.slice(0, until)]).values()].map((transaction) => ({
      kind: "added" as const,
      transaction,
    }));
  if (!staged) return [...snapshot(before), ...log.slice(before)];
  const since = civilDate((item.linkedOn ?? item.linkedDay) - INITIAL_DAYS);
  const recent = snapshot(before).filter(({ transaction }) => transaction.date >= since);
  if (staged.older === null) return [...recent, ...log.slice(before)];
  const rest = snapshot(staged.older).filter(({ transaction }) => transaction.date < since);
  return [...recent, ...log.slice(before, staged.older), ...rest, ...log.slice(staged.older)];
}

/** The bank's truth: what exists now, by id. */
export function truthOf(log: readonly SimulatedChange[]): Map<string, SimulatedTransaction> {
  const truth = new Map<string, SimulatedTransaction>();
  for (const change of log) {
    if (change.kind === "removed") truth.delete(change.id);
    else truth.set(change.transaction.transaction_id, change.transaction);
  }
  return truth;
}

/** Numbers between 0 and 1 that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
