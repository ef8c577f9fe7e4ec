import { and, eq, sql } from "drizzle-orm";
import { bankItemAccounts } from "#drizzle/schema/bank-link";
import { bankAccounts } from "#drizzle/schema/finance-accounts";
import type { Ctx } from "~/domain/shared/context";
import { isMinor } from "~/domain/shared/money";
import type { Write } from "~/domain/shared/write.server";
import type { FollowedAccount } from "./follow-accounts";
import type { ItemKey } from "./items.server";
import type { Leased, Link } from "./lease.server";
import type { BankAccountFacts } from "./rules";

interface Arrived {
  followed: FollowedAccount[];
  /** The whole history is in the table: no account is behind any more. */
  complete: boolean;
}

/** Balances as the bank states them, the bank's new ids, and accounts that were not there before. Behind the rows' own writes. */
export function accountWrites(ctx: Ctx, leased: Leased, { followed, complete }: Arrived): Write[] {
  return followed.flatMap(({ facts, link }) => {
    const known = link && leased.links.find((one) => one.id === link.id);
    if (!known) return [newLink(ctx, leased, facts)];
    const writes = [linkUpdate(ctx, leased, { facts, known, complete })];
    return known.accountId !== null && known.fills?.isActive
      ? [...writes, balanceUpdate(ctx, known.userId, { facts, accountId: known.accountId })]
      : writes;
  });
}

/** One of the bank's accounts that nobody has matched yet. */
export function newLink(ctx: Ctx, { userId, itemId }: ItemKey, facts: BankAccountFacts): Write {
  return ctx.db
    .insert(bankItemAccounts)
    .values({ userId, itemId, ...columnsOf(facts), state: "open" })
    .onConflictDoNothing();
}

function linkUpdate(ctx: Ctx, { userId, itemId }: ItemKey, { facts, known, complete }: LinkChange): Write {
  const caughtUp = complete && known.fills?.isActive;
  return ctx.db
    .update(bankItemAccounts)
    .set({ ...columnsOf(facts), ...(caughtUp ? { behind: false } : {}) })
    .where(
      and(eq(bankItemAccounts.userId, userId), eq(bankItemAccounts.itemId, itemId), eq(bankItemAccounts.id, known.id)),
    );
}

interface LinkChange {
  facts: BankAccountFacts;
  known: Link;
  complete: boolean;
}

function columnsOf(facts: BankAccountFacts) {
  const { currentMinor, availableMinor, ...rest } = facts;
  return { ...rest, currentMinor: bounded(currentMinor), availableMinor: bounded(availableMinor) };
}

function bounded(minor: number | null): number | null {
  return minor !== null && isMinor(minor) ? minor : null;
}

/** The bank's balance is the account's; what the rows do not explain lies in the starting balance. */
export function balanceUpdate(
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
