import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { bankItemAccounts, bankItems, deferredBankChanges } from "#drizzle/schema/bank-link";
import { bankAccounts, bankInstitutions } from "#drizzle/schema/finance-accounts";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { isCurrency } from "~/domain/shared/money";
import { allowPerson } from "~/domain/shared/permissions";
import { assertRowChanged, commit, once } from "~/domain/shared/write.server";
import { type BankMatch, type BankSideAccount, matchBankAccounts } from "./accounts";
import { BankError, type BankErrorKind, bankErrorKind, bankErrorMessage } from "./bank-error";
import type { ItemKey, ItemStatus } from "./item";
import { decryptToken } from "./tokens.server";

const health = {
  id: bankItems.id,
  institutionName: bankItems.institutionName,
  status: bankItems.status,
  reason: bankItems.reason,
  notice: bankItems.notice,
  noticeDue: bankItems.noticeDue,
  leftOut: bankItems.leftOut,
  history: bankItems.history,
  lastWebhookAt: bankItems.lastWebhookAt,
  lastTriedAt: bankItems.lastTriedAt,
  lastSyncedAt: bankItems.lastSyncedAt,
  createdAt: bankItems.createdAt,
};

/** The error kind of an unknown code, derived from the connection's status. */
const kindsOfStatus: Partial<Record<ItemStatus, BankErrorKind>> = {
  login_required: "relink",
  revoked: "permanent",
  failed: "permanent",
};

/** The household's connections and their state, without ended ones. Access tokens never leave the domain. */
export async function listItems(ctx: Ctx) {
  const { userId } = allowPerson(ctx);
  const [items, accounts, deferred] = await ctx.db.batch([
    ctx.db
      .select(health)
      .from(bankItems)
      .where(and(eq(bankItems.userId, userId), ne(bankItems.status, "disconnected")))
      .orderBy(asc(bankItems.createdAt), asc(bankItems.id)),
    linkedQuery(ctx, userId),
    ctx.db
      .select({ itemId: deferredBankChanges.itemId, count: sql<number>`count(*)`.as("deferred_count") })
      .from(deferredBankChanges)
      .where(eq(deferredBankChanges.userId, userId))
      .groupBy(deferredBankChanges.itemId),
  ]);
  return items.map((item) => ({
    ...item,
    message: item.reason === null ? null : bankErrorMessage(item.reason, kindsOfStatus[item.status]),
    deferred: deferred.find((one) => one.itemId === item.id)?.count ?? 0,
    accounts: accounts.filter((one) => one.itemId === item.id),
  }));
}

export type ItemView = Awaited<ReturnType<typeof listItems>>[number];

function linkedQuery(ctx: Ctx, userId: string) {
  return ctx.db
    .select({
      itemId: bankItemAccounts.itemId,
      id: bankItemAccounts.id,
      state: bankItemAccounts.state,
      name: bankItemAccounts.name,
      mask: bankItemAccounts.mask,
      accountId: bankItemAccounts.accountId,
    })
    .from(bankItemAccounts)
    .where(eq(bankItemAccounts.userId, userId))
    .orderBy(asc(bankItemAccounts.name), asc(bankItemAccounts.id));
}

/**
 * A connection's accounts, each with the matched or proposed account of the household; `canLink` is false for an unsupported
 * currency.
 * @throws DomainError not_found
 */
export async function accountsToMatch(ctx: Ctx, itemId: string) {
  const { userId } = allowPerson(ctx);
  const [theirs, own, [item]] = await ctx.db.batch([
    ctx.db
      .select()
      .from(bankItemAccounts)
      .where(and(eq(bankItemAccounts.userId, userId), eq(bankItemAccounts.itemId, itemId)))
      .orderBy(asc(bankItemAccounts.name), asc(bankItemAccounts.id)),
    ownQuery(ctx, userId),
    ctx.db
      .select({ id: bankItems.institutionId, name: bankItems.institutionName })
      .from(bankItems)
      .where(isItem({ userId, itemId })),
  ]);
  if (!item) throw notFound("Bank connection not found");
  const matches = proposals(theirs, own, item);
  return theirs.map(({ userId: _, persistentId: __, isCatchingUp: ___, ...account }) => ({
    ...account,
    canLink: account.currency !== null && isCurrency(account.currency),
    institutionName: item.name,
    match: matches.get(account.id) ?? null,
  }));
}

export type AccountToMatch = Awaited<ReturnType<typeof accountsToMatch>>[number];

function ownQuery(ctx: Ctx, userId: string) {
  return ctx.db
    .select({
      id: named(bankAccounts.id, "own_id"),
      name: named(bankAccounts.name, "own_name"),
      accountNumber: bankAccounts.accountNumber,
      mask: named(bankAccounts.mask, "own_mask"),
      bankId: namedOrNull(bankInstitutions.plaidInstitutionId, "own_bank_id"),
      bankName: namedOrNull(bankInstitutions.name, "own_bank_name"),
      currency: named(bankAccounts.currency, "own_currency"),
      isActive: bankAccounts.isActive,
      bankAccountId: bankAccounts.plaidAccountId,
      isFilled:
        sql<number>`EXISTS (SELECT 1 FROM bank_item_accounts f JOIN bank_items fi ON fi.user_id = f.user_id AND fi.id = f.item_id
          WHERE f.user_id = ${bankAccounts.userId} AND f.account_id = ${bankAccounts.id} AND fi.status IN ('connected', 'login_required'))`.as(
          "is_filled",
        ),
    })
    .from(bankAccounts)
    .leftJoin(
      bankInstitutions,
      and(eq(bankInstitutions.userId, bankAccounts.userId), eq(bankInstitutions.id, bankAccounts.institutionId)),
    )
    .where(eq(bankAccounts.userId, userId))
    .orderBy(asc(bankAccounts.createdAt), asc(bankAccounts.id));
}

type Theirs = (typeof bankItemAccounts.$inferSelect)[];

function proposals(
  theirs: Theirs,
  own: Awaited<ReturnType<typeof ownQuery>>,
  institution: BankSideAccount["institution"],
): Map<string, BankMatch["match"]> {
  const ids = new Set(theirs.map((one) => one.id));
  const open = theirs.filter((one) => one.state !== "linked");
  const bank = open.flatMap(({ id, name, mask, currency }) =>
    currency !== null && isCurrency(currency) ? [{ bankAccountId: id, name, mask, currency, institution }] : [],
  );
  const free = own
    .filter((account) => account.isFilled === 0)
    // The bank's id from an ended connection is useless: the next one has another.
    .map(({ bankId, bankName, ...account }) => ({
      ...account,
      // An institution the household entered by hand has a made-up id (`name:`), which the bank link does not know.
      institution: bankName === null ? null : { id: bankId?.startsWith("name:") ? null : bankId, name: bankName },
      bankAccountId: account.bankAccountId !== null && ids.has(account.bankAccountId) ? account.bankAccountId : null,
    }));
  return new Map(matchBankAccounts(bank, free).map((one) => [one.bankAccountId, one.match]));
}

/** The condition that selects one connection. */
export function isItem({ userId, itemId }: ItemKey) {
  return and(eq(bankItems.userId, userId), eq(bankItems.id, itemId));
}

/** A connection of the household that is signed in. @throws DomainError not_found, also for another household's */
export async function ownItem(ctx: Ctx, itemId: string) {
  const { userId } = allowPerson(ctx);
  const [item] = await ctx.db.select().from(bankItems).where(isItem({ userId, itemId }));
  if (!item) throw notFound("Bank connection not found");
  return item;
}

/**
 * Reads a connection's state from the bank and stores it: a webhook about it may be late, lost or out of order; the bank's own
 * response is not. Returns true if transactions can be fetched.
 * @throws BankError if the bank cannot respond
 */
export async function checkItem(ctx: Ctx, item: ItemKey): Promise<boolean> {
  const [row] = await ctx.db.select().from(bankItems).where(isItem(item));
  if (!row?.accessToken || row.status === "disconnecting") return false;
  const errorCode = await errorCodeOf(ctx, item, row.accessToken);
  const status = statusOf(errorCode);
  const isHealthy = status === "connected";
  await ctx.db
    .update(bankItems)
    .set({
      status,
      reason: errorCode,
      updatedAt: ctx.now.toISOString(),
      ...(isHealthy && row.status !== "connected" ? { notice: null, noticeDue: null } : {}),
    })
    .where(
      and(
        isItem(item),
        inArray(bankItems.status, ["connected", "login_required", "revoked", "failed"]),
        // The response may be older than a sign-in meanwhile, which checks the connection itself.
        sql`${bankItems.accessRenewedAt} IS ${row.accessRenewedAt}`,
      ),
    );
  return isHealthy;
}

async function errorCodeOf(ctx: Ctx, item: ItemKey, encrypted: string): Promise<string | null> {
  try {
    return (await ctx.providers.bankLink.item(await decryptToken(ctx, item, encrypted))).errorCode;
  } catch (error) {
    if (error instanceof BankError && (error.kind === "relink" || error.kind === "permanent")) return error.code;
    throw error;
  }
}

function statusOf(code: string | null): ItemStatus {
  if (code === null) return "connected";
  if (code === "USER_PERMISSION_REVOKED") return "revoked";
  const kind = bankErrorKind({ status: 400, type: "ITEM_ERROR", code, message: "" });
  return kind === "relink" ? "login_required" : kind === "permanent" ? "failed" : "connected";
}

/**
 * Ends a connection. Its accounts stay with all their transactions, archived; the bank is notified as soon as it can be reached.
 * @throws DomainError not_found
 */
export async function disconnect(ctx: Ctx, itemId: string): Promise<{ id: string }> {
  const { userId } = allowPerson(ctx);
  const now = ctx.now.toISOString();
  return once(ctx, "disconnectBank", { itemId }, (commit) =>
    commit(null, {
      writes: [
        ctx.db
          .update(bankItems)
          .set({
            // A trigger on this change queues the call that notifies the bank.
            status: sql`CASE ${bankItems.status} WHEN 'disconnected' THEN 'disconnected' ELSE 'disconnecting' END`,
            leaseToken: null,
            leaseUntil: null,
            updatedAt: now,
          })
          .where(isItem({ userId, itemId })),
        assertRowChanged(ctx, "item_missing"),
        ctx.db
          .update(bankAccounts)
          .set({ isActive: false, version: sql`${bankAccounts.version} + 1`, updatedAt: now })
          .where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.plaidItemId, itemId))),
      ],
      result: { id: itemId },
      refusals: { item_missing: () => notFound("Bank connection not found") },
    }),
  );
}

/**
 * Tells the bank to remove a connection, then deletes its token. The bank's reports of reconciled rows are kept so that the next
 * connection can recognize them.
 * @throws BankError; the job is retried
 */
export async function removeItem(ctx: Ctx, item: ItemKey): Promise<void> {
  const [row] = await ctx.db.select().from(bankItems).where(isItem(item));
  if (row?.status !== "disconnecting" || row.accessToken === null) return;
  await ctx.providers.bankLink.remove(await decryptToken(ctx, item, row.accessToken));
  const links = and(eq(bankItemAccounts.userId, item.userId), eq(bankItemAccounts.itemId, item.itemId));
  const ended = { status: "disconnected", accessToken: null, cursor: null, updatedAt: ctx.now.toISOString() } as const;
  await commit(ctx, item, {
    writes: [
      ctx.db
        .update(bankItems)
        .set(ended)
        .where(and(isItem(item), eq(bankItems.status, "disconnecting"))),
      ctx.db.delete(bankItemAccounts).where(links),
    ],
    result: null,
  });
}
