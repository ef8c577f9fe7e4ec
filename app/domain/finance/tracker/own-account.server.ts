import { and, eq } from "drizzle-orm";
import { bankAccounts } from "#drizzle/schema/finance-accounts";
import type { Ctx, Person } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import type { PlannedItem } from "./plan";

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
