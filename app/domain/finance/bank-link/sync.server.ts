import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { bankItemAccounts, bankItems, deferredBankChanges } from "#drizzle/schema/bank-link";
import { bankAccounts } from "#drizzle/schema/finance-accounts";
import type { BankLink } from "~/domain/providers";
import type { Ctx } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { isMinor } from "~/domain/shared/money";
import { addDays, MINUTE_MS } from "~/domain/shared/time/dates";
import { assertRowChanged, commit, type Write } from "~/domain/shared/write.server";
import { type FollowedAccount, followAccounts } from "./accounts";
import { BankError } from "./bank-error";
import { halvesOf, planWrites, ROWS_CHANGED, readLedger } from "./internal/ledger.server";
import {
  type BankAccountFacts,
  type BankChanges,
  type BankTransaction,
  type ItemKey,
  type ItemStatus,
  noChanges,
  takePage,
} from "./item";
import { isItem } from "./items.server";
import { type FilledAccount, reconcile, type SyncPlan } from "./reconcile";
import { decryptToken } from "./tokens.server";

/** `busy`: another sync is running. `unusable`: the user has to act first, or the connection has ended. */
export type SyncOutcome =
  | { state: "synced"; added: number; changed: number; removed: number }
  | { state: "busy" | "unusable" };

/** A bank's whole history certainly goes back this many days; older rows are no longer reported. */
const HISTORY_DAYS = 720;

/** Attempts to read the ledger if the user changes a row between the read and the write. */
const MAX_ATTEMPTS = 4;

/**
 * Brings a connection's accounts up to date with the bank: one run at a time, all pages since the stored cursor, then rows,
 * balances and the new cursor in one batch. An interrupted run leaves no changes and is repeated.
 * @throws BankError of the kind `retry` or `operator`; problems the user has to fix are stored with the connection
 */
export async function syncItem(ctx: Ctx, item: ItemKey): Promise<SyncOutcome> {
  const lease = await acquireLease(ctx, item);
  if (lease === "busy" || lease === "unusable") return { state: lease };
  if (!lease.links.some((link) => link.accountId !== null)) {
    await releaseLease(ctx, lease, {});
    return { state: "synced", added: 0, changed: 0, removed: 0 };
  }
  try {
    const token = await decryptToken(ctx, item, lease.accessToken);
    const isIncomplete = lease.links.some((link) => link.isCatchingUp && link.fills?.isActive);
    const read = await readChanges(ctx.providers.bankLink, token, isIncomplete ? null : lease.cursor);
    return await store(ctx, lease, read);
  } catch (error) {
    if (!(error instanceof BankError)) throw error;
    return recordBankError(ctx, lease, error);
  }
}

async function recordBankError(ctx: Ctx, lease: SyncLease, error: BankError): Promise<SyncOutcome> {
  switch (error.kind) {
    case "relink":
      await releaseLease(ctx, lease, { status: "login_required", reason: error.code });
      return { state: "unusable" };
    case "permanent": {
      const status = error.code === "USER_PERMISSION_REVOKED" ? "revoked" : "failed";
      await releaseLease(ctx, lease, { status, reason: error.code });
      return { state: "unusable" };
    }
    case "retry":
    case "mutation":
    case "cursor":
    case "operator":
      await releaseLease(ctx, lease, { reason: error.code });
      throw error;
  }
}

async function store(ctx: Ctx, lease: SyncLease, read: ReadChanges): Promise<SyncOutcome> {
  const changes = withDeferred(read.changes, lease.deferred);
  const followed = followAccounts(lease.links, changes.accounts);
  const accounts = filledAccounts(lease, followed);
  const shared = followed.flatMap(({ link }) => link?.accountId ?? []);
  const covered = { accountIds: new Set(shared), since: addDays(ctx.now.toISOString().slice(0, 10), -HISTORY_DAYS) };
  for (let attempt = 1; ; attempt += 1) {
    const plan = reconcile(changes, {
      connection: { itemId: lease.itemId, institutionId: lease.institutionId },
      accounts,
      covered,
      deferred: new Map([...lease.deferredElsewhere, ...lease.deferred]),
      ...(await readLedger(ctx, lease, changes)),
    });
    try {
      const { inserts, updates, removals } = plan;
      return await commit(ctx, lease, {
        writes: [
          cursorUpdate(ctx, lease, { ...read, plan }),
          assertRowChanged(ctx, "bank_lease_lost"),
          ...planWrites(ctx, lease, plan),
          ...halvesOf(ctx, lease.userId, plan),
          ...accountWrites(ctx, lease, { followed, changes: { ...changes, complete: isCaughtUp(read) } }),
        ],
        result: { state: "synced", added: inserts.length, changed: updates.length, removed: removals.length },
      });
    } catch (error) {
      if (failedOn(error, "bank_lease_lost")) return { state: "busy" };
      if (attempt === MAX_ATTEMPTS || !failedOn(error, ROWS_CHANGED)) throw error;
    }
  }
}

/** Whether everything up to the cursor is already in the ledger. */
function isCaughtUp({ changes, nextCursor }: ReadChanges): boolean {
  return changes.complete && nextCursor !== "";
}

/** Keyed by the bank's current id and by its id before the bank changed it. */
function filledAccounts({ links }: SyncLease, followed: FollowedAccount[]): Map<string, FilledAccount> {
  const filled = new Map<string, FilledAccount>();
  for (const { id, accountId, fills } of links) {
    if (accountId === null || fills === null) continue;
    const now = followed.find(({ link }) => link?.id === id)?.facts.id ?? id;
    for (const each of [id, now]) filled.set(each, { accountId, ...fills });
  }
  return filled;
}

function cursorUpdate(ctx: Ctx, lease: SyncLease, { nextCursor, changes, plan }: ReadChanges & { plan: SyncPlan }) {
  const now = ctx.now.toISOString();
  return ctx.db
    .update(bankItems)
    .set({
      cursor: nextCursor || null,
      syncedWebhookSeq: lease.webhookSeq,
      lastSyncedAt: now,
      status: "connected",
      reason: null,
      history: changes.history,
      leftOut: changes.fromStart ? plan.leftOut : sql`${bankItems.leftOut} + ${plan.leftOut}`,
      leaseToken: null,
      leaseUntil: null,
      updatedAt: now,
    })
    .where(and(isItem(lease), eq(bankItems.leaseToken, lease.lease)));
}

/** A sync that runs longer than this is considered dead, and another may start. */
const LEASE_MS = 5 * MINUTE_MS;

/** One of the bank's accounts with the household's account that it fills. */
type Link = typeof bankItemAccounts.$inferSelect & { fills: { currency: string; isActive: boolean } | null };

/** The data of a sync that holds the connection's lease. */
interface SyncLease extends ItemKey {
  lease: string;
  accessToken: string;
  institutionId: string | null;
  cursor: string | null;
  webhookSeq: number;
  links: Link[];
  /** Updates waiting for reconciled rows; null for a removal. */
  deferred: Map<string, BankTransaction | null>;
  /** Updates left by other connections. */
  deferredElsewhere: Map<string, BankTransaction | null>;
}

/**
 * Acquires a connection's lease for one sync. `busy` if another sync holds it; `unusable` if the connection needs a new sign-in,
 * has ended or is unknown.
 */
async function acquireLease(ctx: Ctx, item: ItemKey): Promise<SyncLease | "busy" | "unusable"> {
  const lease = ctx.newId();
  const now = ctx.now.toISOString();
  const free = or(isNull(bankItems.leaseUntil), lt(bankItems.leaseUntil, now));
  const [, [row], links, deferred] = await ctx.db.batch([
    ctx.db
      .update(bankItems)
      .set({
        leaseToken: lease,
        leaseUntil: new Date(ctx.now.getTime() + LEASE_MS).toISOString(),
        lastTriedAt: now,
      })
      .where(and(isItem(item), eq(bankItems.status, "connected"), free)),
    ctx.db.select().from(bankItems).where(isItem(item)),
    linksQuery(ctx, item),
    ctx.db.select().from(deferredBankChanges).where(eq(deferredBankChanges.userId, item.userId)),
  ]);
  if (row?.status !== "connected" || row.accessToken === null) return "unusable";
  if (row.leaseToken !== lease) return "busy";
  return {
    ...item,
    lease,
    accessToken: row.accessToken,
    institutionId: row.institutionId,
    cursor: row.cursor,
    webhookSeq: row.webhookSeq,
    links: links.map(({ fillsCurrency, fillsActive, ...link }) => ({
      ...link,
      fills: fillsCurrency === null ? null : { currency: fillsCurrency, isActive: fillsActive === 1 },
    })),
    deferred: changesOf(deferred.filter((one) => one.itemId === item.itemId)),
    deferredElsewhere: changesOf(deferred.filter((one) => one.itemId !== item.itemId)),
  };
}

function changesOf(deferred: (typeof deferredBankChanges.$inferSelect)[]): Map<string, BankTransaction | null> {
  return new Map(deferred.map((one) => [one.transactionId, one.change === null ? null : JSON.parse(one.change)]));
}

function linksQuery(ctx: Ctx, { userId, itemId }: ItemKey) {
  const a = bankItemAccounts;
  return ctx.db
    .select({
      userId: a.userId,
      itemId: a.itemId,
      id: a.id,
      accountId: a.accountId,
      state: a.state,
      persistentId: a.persistentId,
      name: a.name,
      mask: a.mask,
      accountType: a.accountType,
      currency: a.currency,
      currentMinor: a.currentMinor,
      availableMinor: a.availableMinor,
      isCatchingUp: a.isCatchingUp,
      fillsCurrency: sql<string | null>`${bankAccounts.currency}`.as("fills_currency"),
      fillsActive: sql<number | null>`${bankAccounts.isActive}`.as("fills_active"),
    })
    .from(a)
    .leftJoin(bankAccounts, and(eq(bankAccounts.userId, a.userId), eq(bankAccounts.id, a.accountId)))
    .where(and(eq(a.userId, userId), eq(a.itemId, itemId)));
}

/** Releases the lease; `outcome` is the bank's response. Has no effect if the lease was lost. */
async function releaseLease(
  ctx: Ctx,
  { userId, itemId, lease }: SyncLease,
  outcome: { status?: ItemStatus; reason?: string },
): Promise<void> {
  await ctx.db
    .update(bankItems)
    .set({ ...outcome, leaseToken: null, leaseUntil: null, updatedAt: ctx.now.toISOString() })
    .where(and(isItem({ userId, itemId }), eq(bankItems.leaseToken, lease)));
}

/** The maximum number of restarts from the first page when the bank's data keeps changing between two pages. */
const MAX_RESTARTS = 3;

interface ReadChanges {
  changes: BankChanges;
  nextCursor: string;
}

/**
 * Reads all pages since a cursor, or the whole history from null. Restarts from the same cursor when the data changed between
 * pages; after too many restarts, or if the bank no longer knows the cursor, the whole history is read.
 * @throws BankError
 */
export async function readChanges(bank: BankLink, accessToken: string, cursor: string | null): Promise<ReadChanges> {
  for (let restarts = 0; ; restarts += 1) {
    try {
      return await readPages(bank, accessToken, cursor);
    } catch (error) {
      if (!(error instanceof BankError)) throw error;
      const startOver = error.kind === "cursor" || (error.kind === "mutation" && restarts === MAX_RESTARTS);
      if (startOver && cursor !== null) return readChanges(bank, accessToken, null);
      if (error.kind === "mutation" && restarts < MAX_RESTARTS) continue;
      throw startOver ? new BankError("retry", error.code) : error;
    }
  }
}

async function readPages(bank: BankLink, accessToken: string, start: string | null): Promise<ReadChanges> {
  const changes = noChanges(start === null);
  let cursor = start;
  for (;;) {
    const page = await bank.changes(accessToken, cursor);
    takePage(changes, page);
    if (page.hasMore && page.nextCursor === cursor) throw new BankError("retry", "CURSOR_STANDS_STILL");
    cursor = page.nextCursor;
    if (!page.hasMore) return { changes, nextCursor: cursor };
  }
}

/** Applies the updates deferred for reconciled rows again, unless the bank has sent a newer version. */
export function withDeferred(changes: BankChanges, deferred: ReadonlyMap<string, BankTransaction | null>): BankChanges {
  if (changes.complete || deferred.size === 0) return changes;
  const posted = new Set([...changes.present.values()].map((one) => one.pendingId));
  for (const [id, bank] of deferred) {
    if (changes.present.has(id) || changes.removed.has(id) || posted.has(id)) continue;
    if (bank) changes.present.set(id, bank);
    else changes.removed.add(id);
  }
  return changes;
}

interface AccountChanges {
  followed: FollowedAccount[];
  /** `complete`: the whole history is in the ledger, and no account is still catching up. */
  changes: Pick<BankChanges, "fromStart" | "complete">;
}

/** The bank's balances, its new ids, and accounts that are new. Runs after the rows' own writes. */
function accountWrites(ctx: Ctx, lease: SyncLease, { followed, changes }: AccountChanges): Write[] {
  return followed.flatMap(({ facts, link }) => {
    const known = link && lease.links.find((one) => one.id === link.id);
    if (!known) return [newLink(ctx, lease, facts)];
    const writes = [linkUpdate(ctx, lease, { facts, known, changes })];
    return known.accountId !== null && known.fills?.isActive
      ? [...writes, balanceUpdate(ctx, known.userId, { facts, accountId: known.accountId })]
      : writes;
  });
}

/** Stores a bank account that is not matched yet, or that the household shares again after it had revoked it. */
export function newLink(ctx: Ctx, { userId, itemId }: ItemKey, facts: BankAccountFacts): Write {
  const open = { ...columnsOf(facts), state: "open" as const };
  const { userId: owner, itemId: ofItem, id, state } = bankItemAccounts;
  return ctx.db
    .insert(bankItemAccounts)
    .values({ userId, itemId, ...open })
    .onConflictDoUpdate({ target: [owner, ofItem, id], set: open, setWhere: eq(state, "revoked") });
}

function linkUpdate(ctx: Ctx, { userId, itemId }: ItemKey, { facts, known, changes }: LinkChange): Write {
  const caughtUp = changes.complete && known.fills?.isActive;
  // An incomplete history is read again until all of it is there.
  const completeness = caughtUp ? { isCatchingUp: false } : changes.fromStart ? { isCatchingUp: true } : {};
  return ctx.db
    .update(bankItemAccounts)
    .set({ ...columnsOf(facts), ...completeness })
    .where(
      and(eq(bankItemAccounts.userId, userId), eq(bankItemAccounts.itemId, itemId), eq(bankItemAccounts.id, known.id)),
    );
}

interface LinkChange {
  facts: BankAccountFacts;
  known: Link;
  changes: AccountChanges["changes"];
}

function columnsOf(facts: BankAccountFacts) {
  const { currentMinor, availableMinor, ...rest } = facts;
  return { ...rest, currentMinor: bounded(currentMinor), availableMinor: bounded(availableMinor) };
}

function bounded(minor: number | null): number | null {
  return minor !== null && isMinor(minor) ? minor : null;
}

/** Sets the account to the bank's balance; the starting balance absorbs the difference that the rows do not explain. */
function balanceUpdate(
  ctx: Ctx,
  userId: string,
  { facts, accountId }: { facts: BankAccountFacts; accountId: string },
): Write {
  const now = ctx.now.toISOString();
  const { id, mask, currency, availableMinor } = columnsOf(facts);
  const current = bounded(facts.currentMinor);
  const stated = {
    openingBalanceMinor: sql`${bankAccounts.openingBalanceMinor} + ${current} - ${bankAccounts.currentBalanceMinor}`,
    currentBalanceMinor: current ?? 0,
    version: sql`${bankAccounts.version} + (${bankAccounts.currentBalanceMinor} <> ${current})`,
    balanceUpdatedAt: now,
  };
  return ctx.db
    .update(bankAccounts)
    .set({
      ...(current === null ? {} : stated),
      plaidAccountId: id,
      mask,
      balanceCurrency: currency,
      availableBalanceMinor: availableMinor,
      lastSyncedAt: now,
    })
    .where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.id, accountId)));
}
