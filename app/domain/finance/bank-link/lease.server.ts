import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { bankHeldChanges, bankItemAccounts, bankItems } from "#drizzle/schema/bank-link";
import { bankAccounts } from "#drizzle/schema/finance-accounts";
import type { Ctx } from "~/domain/shared/context";
import { type ItemKey, isItem } from "./items.server";
import type { BankTransaction, ItemStatus } from "./rules";

/** A sync that has not ended by then has died: another may run. */
const leaseLength = 5 * 60 * 1000;

/** One of the bank's accounts with the household's account that it fills. */
export type Link = typeof bankItemAccounts.$inferSelect & { fills: { currency: string; isActive: boolean } | null };

/** What a sync works on while it alone may. */
export interface Leased extends ItemKey {
  lease: string;
  accessToken: string;
  cursor: string | null;
  heard: number;
  links: Link[];
  /** What waits for reconciled rows; null for a removal. */
  held: Map<string, BankTransaction | null>;
}

/**
 * Takes the connection for one sync. `busy` while another sync has it; `unusable` when it is to be signed in again, has
 * ended or is unknown.
 */
export async function takeLease(ctx: Ctx, item: ItemKey): Promise<Leased | "busy" | "unusable"> {
  const lease = ctx.newId();
  const now = ctx.now.toISOString();
  const free = or(isNull(bankItems.leaseUntil), lt(bankItems.leaseUntil, now));
  const [, [row], links, held] = await ctx.db.batch([
    ctx.db
      .update(bankItems)
      .set({
        leaseToken: lease,
        leaseUntil: new Date(ctx.now.getTime() + leaseLength).toISOString(),
        lastTriedAt: now,
      })
      .where(and(isItem(item), eq(bankItems.status, "connected"), free)),
    ctx.db.select().from(bankItems).where(isItem(item)),
    linksQuery(ctx, item),
    ctx.db
      .select()
      .from(bankHeldChanges)
      .where(and(eq(bankHeldChanges.userId, item.userId), eq(bankHeldChanges.itemId, item.itemId))),
  ]);
  if (row?.status !== "connected" || row.accessToken === null) return "unusable";
  if (row.leaseToken !== lease) return "busy";
  return {
    ...item,
    lease,
    accessToken: row.accessToken,
    cursor: row.cursor,
    heard: row.heard,
    links: links.map(({ fillsCurrency, fillsActive, ...link }) => ({
      ...link,
      fills: fillsCurrency === null ? null : { currency: fillsCurrency, isActive: fillsActive === 1 },
    })),
    held: new Map(held.map((one) => [one.transactionId, one.change === null ? null : JSON.parse(one.change)])),
  };
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
      behind: a.behind,
      fillsCurrency: sql<string | null>`${bankAccounts.currency}`.as("fills_currency"),
      fillsActive: sql<number | null>`${bankAccounts.isActive}`.as("fills_active"),
    })
    .from(a)
    .leftJoin(bankAccounts, and(eq(bankAccounts.userId, a.userId), eq(bankAccounts.id, a.accountId)))
    .where(and(eq(a.userId, userId), eq(a.itemId, itemId)));
}

/** Lets others at the connection; `outcome` says what the bank answered. Without effect when the lease was lost. */
export async function giveBack(
  ctx: Ctx,
  { userId, itemId, lease }: Leased,
  outcome: { status?: ItemStatus; reason?: string },
): Promise<void> {
  await ctx.db
    .update(bankItems)
    .set({ ...outcome, leaseToken: null, leaseUntil: null, updatedAt: ctx.now.toISOString() })
    .where(and(isItem({ userId, itemId }), eq(bankItems.leaseToken, lease)));
}
