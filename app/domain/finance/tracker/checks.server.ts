import { and, eq } from "drizzle-orm";
import { bankAccounts } from "#drizzle/schema/finance-accounts";
import type { Ctx, Person } from "~/domain/shared/context";
import type { ConstraintTexts } from "~/domain/shared/database-errors.server";
import { DomainError, notFound } from "~/domain/shared/errors";
import { ENDS_BEFORE_START, endsBeforeStart, type PlannedItem, type Timing } from "./plan";

export const refusals: ConstraintTexts = { no_such_item: () => notFound() };

/** An edit of an older version; `current` is the item as it is now, as the API answers it. */
export function stale(current: object): DomainError {
  return new DomainError("conflict", "This was changed in the meantime. Compare both versions and save again.", {
    details: { current },
  });
}

/** @throws DomainError invalid when the item would end before its first day */
export function checkEnd<Item extends Timing>(item: Item): Item {
  if (!endsBeforeStart(item)) return item;
  throw new DomainError("invalid", ENDS_BEFORE_START, { fields: { endDate: [ENDS_BEFORE_START] } });
}

function refused(text: string): DomainError {
  return new DomainError("invalid", text, { fields: { accountId: [text] } });
}

/**
 * The account that an item names has to be the household's own and hold the item's currency. Asks the database only where
 * one is named.
 * @throws DomainError invalid
 */
export async function checkAccount(
  ctx: Ctx,
  me: Person,
  { accountId, currency }: Pick<PlannedItem, "accountId" | "currency">,
): Promise<void> {
  if (accountId === null) return;
  const [account] = await ctx.db
    .select({ currency: bankAccounts.currency })
    .from(bankAccounts)
    .where(and(eq(bankAccounts.userId, me.userId), eq(bankAccounts.id, accountId)));
  if (!account) throw refused("Please choose one of your accounts");
  if (account.currency !== currency) throw refused(`Please choose an account in ${currency}`);
}
