import type { SimulatedAccount } from "~/domain/finance/bank-link/simulated";
import { civilDate } from "~/domain/shared/time/dates";

/** A transaction in the bank API's format: money out is positive, in whole units. */
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

/** A fault that the next `times` calls meet; `mutation` occurs at the page of that number. */
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

/** Everything the bank stores about a connection. */
export interface SimulatedItem {
  itemId: string;
  secret: string;
  institutionId: string;
  accounts: (SimulatedAccount & { id: string })[];
  /** Milliseconds by which the bank's clock is ahead of ours; tests use it to let days pass. */
  ahead: number;
  /** The day it was linked, and the last one that is in the log, as day numbers. */
  linkedDay: number;
  lastDay: number;
  /** Days of history before the link, regenerated from the seed on each read. */
  historyDays: number;
  /** Number of changes in that history, once it was read. */
  historyCount?: number;
  seed: number;
  /** Changes since the link. */
  log: SimulatedChange[];
  /** The day of this connection, if an earlier one was linked to the same accounts. */
  linkedOn?: number;
  /** Number of log entries from before this connection, reported by an earlier connection to the same accounts. */
  before?: number;
  /**
   * How much history is available: none yet, 30 days, or everything. `older`: position in the log at which the rest was added.
   * Omitted if everything is available at once.
   */
  staged?: { status: "NOT_READY" | "INITIAL_UPDATE_COMPLETE" | "HISTORICAL_UPDATE_COMPLETE"; older: number | null };
  made: number;
  errorCode: string | null;
  removed: boolean;
  faults: SimulatedFault[];
  /** Where its webhooks are sent, if that was changed. */
  webhook?: string;
  /** Maximum transactions per page; as many as requested if not set. */
  pageSize?: number;
  /** Pages returned so far in the current sync. */
  page: number;
}

/** All changes of the connection, starting with its history. */
export function wholeLog(item: SimulatedItem, history: readonly SimulatedChange[]): SimulatedChange[] {
  return [...history, ...item.log];
}

/** Days of history that are available first. */
const INITIAL_DAYS = 30;

/** What this connection reports, in cursor order; null if that is the whole log unchanged. */
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

/** What exists at the bank now, by id. */
export function truthOf(log: readonly SimulatedChange[]): Map<string, SimulatedTransaction> {
  const truth = new Map<string, SimulatedTransaction>();
  for (const change of log) {
    if (change.kind === "removed") truth.delete(change.id);
    else truth.set(change.transaction.transaction_id, change.transaction);
  }
  return truth;
}

/** Pseudorandom numbers between 0 and 1, deterministic for a seed (mulberry32). */
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
