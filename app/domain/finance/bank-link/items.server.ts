import { and, eq } from "drizzle-orm";
import { bankItems } from "#drizzle/schema/bank-link";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";

/** A connection and the household it belongs to. */
export interface ItemKey {
  userId: string;
  itemId: string;
}

/** The condition that names one connection. */
export function isItem({ userId, itemId }: ItemKey) {
  return and(eq(bankItems.userId, userId), eq(bankItems.id, itemId));
}

/** A connection of the household that is signed in. @throws DomainError not_found, for another household's too */
export async function myItem(ctx: Ctx, itemId: string) {
  const { userId } = allowPerson(ctx);
  const [item] = await ctx.db.select().from(bankItems).where(isItem({ userId, itemId }));
  if (!item) throw notFound();
  return item;
}
