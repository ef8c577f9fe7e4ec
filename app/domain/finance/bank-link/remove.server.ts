import { and, eq, sql } from "drizzle-orm";
import { bankHeldChanges, bankItemAccounts, bankItems } from "#drizzle/schema/bank-link";
import { bankAccounts } from "#drizzle/schema/finance-accounts";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { type ItemKey, isItem } from "./items.server";
import { unseal } from "./seal.server";

/**
 * Ends a connection. Its accounts stay with all their transactions, archived; the bank is told as soon as it answers.
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
            // Told to the bank by what the database announces on this change.
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
      refusals: { item_missing: () => notFound() },
    }),
  );
}

/** Tells the bank to forget a connection, then forgets its token. @throws BankError; it is tried again */
export async function removeItem(ctx: Ctx, item: ItemKey): Promise<void> {
  const [row] = await ctx.db.select().from(bankItems).where(isItem(item));
  if (row?.status !== "disconnecting" || row.accessToken === null) return;
  await ctx.providers.bankLink.remove(await unseal(ctx, item, row.accessToken));
  const links = and(eq(bankItemAccounts.userId, item.userId), eq(bankItemAccounts.itemId, item.itemId));
  const held = and(eq(bankHeldChanges.userId, item.userId), eq(bankHeldChanges.itemId, item.itemId));
  await ctx.db.batch([
    ctx.db
      .update(bankItems)
      .set({ status: "disconnected", accessToken: null, cursor: null, updatedAt: ctx.now.toISOString() })
      .where(and(isItem(item), eq(bankItems.status, "disconnecting"))),
    ctx.db.delete(bankHeldChanges).where(held),
    ctx.db.delete(bankItemAccounts).where(links),
  ]);
}
