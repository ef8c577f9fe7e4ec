import { and, asc, eq, ne, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { bankHeldChanges, bankItemAccounts, bankItems } from "#drizzle/schema/bank-link";
import { bankAccounts } from "#drizzle/schema/finance-accounts";
import { type BankMatch, matchBankAccounts } from "~/domain/finance/accounts/bank-match";
import type { Ctx } from "~/domain/shared/context";
import { isCurrency } from "~/domain/shared/money";
import { allowPerson } from "~/domain/shared/permissions";
import { faultWords } from "./faults";
import { isLive } from "./rules";

const health = {
  id: bankItems.id,
  institutionName: bankItems.institutionName,
  status: bankItems.status,
  reason: bankItems.reason,
  notice: bankItems.notice,
  noticeDue: bankItems.noticeDue,
  leftOut: bankItems.leftOut,
  lastHeardAt: bankItems.lastHeardAt,
  lastTriedAt: bankItems.lastTriedAt,
  lastSyncedAt: bankItems.lastSyncedAt,
  createdAt: bankItems.createdAt,
};

/** The household's connections with how they fare; ended ones are left out. Access tokens never leave the domain. */
export async function listItems(ctx: Ctx) {
  const { userId } = allowPerson(ctx);
  const [items, accounts, held] = await ctx.db.batch([
    ctx.db
      .select(health)
      .from(bankItems)
      .where(and(eq(bankItems.userId, userId), ne(bankItems.status, "disconnected")))
      .orderBy(asc(bankItems.createdAt), asc(bankItems.id)),
    linkedQuery(ctx, userId),
    ctx.db
      .select({ itemId: bankHeldChanges.itemId, count: sql<number>`count(*)`.as("held_count") })
      .from(bankHeldChanges)
      .where(eq(bankHeldChanges.userId, userId))
      .groupBy(bankHeldChanges.itemId),
  ]);
  return items.map((item) => ({
    ...item,
    words: item.reason === null ? null : faultWords(item.reason),
    held: held.find((one) => one.itemId === item.id)?.count ?? 0,
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
 * A connection's accounts, each with the household's account it fills or the one that is proposed for it; `canLink` is false
 * for a currency that the product does not know.
 */
export async function accountsToMatch(ctx: Ctx, itemId: string) {
  const { userId } = allowPerson(ctx);
  const [theirs, own] = await ctx.db.batch([
    ctx.db
      .select()
      .from(bankItemAccounts)
      .where(and(eq(bankItemAccounts.userId, userId), eq(bankItemAccounts.itemId, itemId)))
      .orderBy(asc(bankItemAccounts.name), asc(bankItemAccounts.id)),
    ownQuery(ctx, userId),
  ]);
  const matches = proposals(theirs, own);
  return theirs.map(({ userId: _, persistentId: __, behind: ___, ...account }) => ({
    ...account,
    canLink: account.currency !== null && isCurrency(account.currency),
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
      currency: named(bankAccounts.currency, "own_currency"),
      isActive: bankAccounts.isActive,
      bankAccountId: bankAccounts.plaidAccountId,
      itemStatus: sql<string | null>`${bankItems.status}`.as("item_status"),
      isFilled:
        sql<number>`EXISTS (SELECT 1 FROM bank_item_accounts f WHERE f.user_id = ${bankAccounts.userId} AND f.account_id = ${bankAccounts.id})`.as(
          "is_filled",
        ),
    })
    .from(bankAccounts)
    .leftJoin(bankItems, and(eq(bankItems.userId, bankAccounts.userId), eq(bankItems.id, bankAccounts.plaidItemId)))
    .where(eq(bankAccounts.userId, userId))
    .orderBy(asc(bankAccounts.createdAt), asc(bankAccounts.id));
}

type Theirs = (typeof bankItemAccounts.$inferSelect)[];

function proposals(theirs: Theirs, own: Awaited<ReturnType<typeof ownQuery>>): Map<string, BankMatch["match"]> {
  const ids = new Set(theirs.map((one) => one.id));
  const open = theirs.filter((one) => one.state !== "linked");
  const bank = open.flatMap(({ id, name, mask, currency }) =>
    currency !== null && isCurrency(currency) ? [{ bankAccountId: id, name, mask, currency }] : [],
  );
  const free = own
    .filter((account) => account.isFilled === 0)
    // The bank's id of a connection that has ended says nothing: the next one gives another.
    .map((account) => ({
      ...account,
      bankAccountId: account.bankAccountId !== null && ids.has(account.bankAccountId) ? account.bankAccountId : null,
    }));
  return new Map(matchBankAccounts(bank, free).map((one) => [one.bankAccountId, one.match]));
}

/** Whether the household has a connection that brings transactions. */
export function hasLiveItem(items: readonly ItemView[]): boolean {
  return items.some((item) => isLive(item.status));
}
