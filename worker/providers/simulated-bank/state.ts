import type { SimulatedAccount } from "~/domain/finance/bank-link/simulated";

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
  made: number;
  errorCode: string | null;
  removed: boolean;
  faults: SimulatedFault[];
  /** Transactions on a page at most; as many as requested unless set. */
  pageSize?: number;
  /** Pages handed out of the reading that is under way. */
  page: number;
}

/** Everything that ever happened at the connection, the history first. */
export function wholeLog(item: SimulatedItem, history: readonly SimulatedChange[]): SimulatedChange[] {
  return [...history, ...item.log];
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
