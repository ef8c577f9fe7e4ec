import type { AccountType, TransactionCategory, TransactionType } from "~/domain/finance/accounts/account";
import type { OutboxMessage } from "~/domain/shared/outbox.server";
import { paths } from "~/paths";

/** A connection and the household it belongs to. */
export interface ItemKey {
  userId: string;
  itemId: string;
}

/**
 * `disconnecting`: the bank has not been notified yet. `failed`: the bank no longer recognizes the connection, or never serves
 * it.
 */
export const ITEM_STATUSES = [
  "connected",
  "login_required",
  "revoked",
  "failed",
  "disconnecting",
  "disconnected",
] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];

/** `open`: not matched yet. `ignored`: the user does not want it. `revoked`: the bank no longer shares it. */
export const LINK_STATES = ["open", "linked", "ignored", "revoked"] as const;
export type LinkState = (typeof LINK_STATES)[number];

/**
 * How much of its history the bank has reported. `not_ready`: nothing yet. `initial`: about 30 days, or the bank does not say.
 * `complete`: all of it, so anything not reported does not exist.
 */
export const HISTORIES = ["not_ready", "initial", "complete"] as const;
export type History = (typeof HISTORIES)[number];

/** The message shown while older transactions are still loading. */
export function historyText(history: Exclude<History, "complete">): string {
  return history === "not_ready"
    ? "History is still loading. Your bank is preparing the transactions, and nothing you have is changed until they are here."
    : "History is still loading. The latest transactions are here, and older ones will follow.";
}

export const NOTICES = ["pending_expiration", "pending_disconnect", "new_accounts"] as const;
export type Notice = (typeof NOTICES)[number];

export const MATCH_KINDS = ["pending", "other_source"] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

/** The user's decision about two rows that may be one transaction. */
export const VERDICTS = ["same", "different"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A transaction as the bank reports it, in our units: signed from the holder's side, money in is positive. */
export interface BankTransaction {
  id: string;
  /** The id of the pending transaction that this posted one replaces; many banks do not report it. */
  pendingId: string | null;
  bankAccountId: string;
  date: string;
  amountMinor: number;
  /** Null for anything but an ISO currency. */
  currency: string | null;
  description: string;
  merchantName: string | null;
  category: TransactionCategory;
  type: TransactionType;
  checkNumber: string | null;
  pending: boolean;
}

/** One of the bank's accounts; `currentMinor` is the money held, or for a credit account the amount owed. */
export interface BankAccountFacts {
  id: string;
  /** Survives a change of `id`; few banks provide one. */
  persistentId: string | null;
  name: string;
  mask: string | null;
  accountType: AccountType;
  currency: string | null;
  currentMinor: number | null;
  availableMinor: number | null;
}

/** One page of what changed since a cursor. */
export interface BankPage {
  added: BankTransaction[];
  modified: BankTransaction[];
  removed: string[];
  accounts: BankAccountFacts[];
  /** Empty while the bank is still preparing the connection. */
  nextCursor: string;
  hasMore: boolean;
  history: History;
}

/** Everything that changed since the cursor of the first page: the latest version of each transaction. */
export interface BankChanges {
  present: Map<string, BankTransaction>;
  removed: Set<string>;
  accounts: BankAccountFacts[];
  /** Read from the very beginning rather than from a cursor. */
  fromStart: boolean;
  /** As reported on the last page. */
  history: History;
  /** The whole history was read: anything not present does not exist. */
  complete: boolean;
}

/** An empty set of changes. */
export function noChanges(fromStart: boolean): BankChanges {
  return { present: new Map(), removed: new Set(), accounts: [], fromStart, history: "not_ready", complete: false };
}

/** Merges the next page; later pages override earlier ones. */
export function takePage(changes: BankChanges, page: BankPage): void {
  for (const transaction of [...page.added, ...page.modified]) {
    changes.present.set(transaction.id, transaction);
    changes.removed.delete(transaction.id);
  }
  for (const id of page.removed) {
    changes.present.delete(id);
    changes.removed.add(id);
  }
  if (page.accounts.length > 0) changes.accounts = page.accounts;
  changes.history = page.history;
  changes.complete = changes.fromStart && !page.hasMore && page.history === "complete";
}

const BROKEN = ["login_required", "revoked", "failed"] as const;
export type BrokenStatus = (typeof BROKEN)[number];

/** The status of a connection that brings nothing until the household acts; null for any other. */
export function brokenStatus(status: ItemStatus): BrokenStatus | null {
  return BROKEN.find((one) => one === status) ?? null;
}

/** The URL that banks send webhooks to. */
export function webhookAddress(origin: string): string {
  return `${origin}${paths.apiBankWebhook()}`;
}

/** Whether a connection still brings transactions, or would after the household signs in again. */
export function isLive(status: ItemStatus): boolean {
  return status === "connected" || status === "login_required";
}

/**
 * Bank work queued in the outbox. `sync`: fetch new transactions. `remove`: tell the bank to remove the connection. `alert`:
 * email the household that the connection is broken. `address`: update the bank's webhook URL. `webhook`: carry out a webhook,
 * whose connection is found by the bank's id in it.
 */
export type BankJob =
  | { kind: "sync"; userId: string; itemId: string }
  | { kind: "remove"; userId: string; itemId: string }
  | { kind: "address"; userId: string; itemId: string; webhook: string }
  | { kind: "alert"; userId: string; itemId: string; mailId: string }
  | { kind: "webhook"; webhookId: string; itemId: string };

/** The outbox message for a job. */
export function bankMessage(job: Exclude<BankJob, { kind: "webhook" | "alert" }>): OutboxMessage {
  return { topic: "bank", owner: { userId: job.userId }, payload: job };
}
