import { and, asc, eq } from "drizzle-orm";
import { bankAccounts } from "#drizzle/schema/finance-accounts";
import type { Ctx } from "~/domain/shared/context";
import { allowPerson } from "~/domain/shared/permissions";

/** The statement behind `accountBalances`, for a screen that sends it along with others. */
export function accountBalancesQuery(ctx: Ctx, userId: string) {
  return ctx.db
    .select({
      id: bankAccounts.id,
      name: bankAccounts.name,
      accountType: bankAccounts.accountType,
      currency: bankAccounts.currency,
      isActive: bankAccounts.isActive,
      /** What one has; for a credit account what one owes. */
      balanceMinor: bankAccounts.currentBalanceMinor,
    })
    .from(bankAccounts)
    .where(and(eq(bankAccounts.userId, userId)))
    .orderBy(asc(bankAccounts.createdAt), asc(bankAccounts.id));
}

export type AccountBalance = Awaited<ReturnType<typeof accountBalancesQuery>>[number];

/**
 * Every account with its balance in minor units, archived ones among them: `accountTotals` and `projectedAssets` take
 * these rows as they are and leave the archived out.
 */
export async function accountBalances(ctx: Ctx): Promise<AccountBalance[]> {
  return accountBalancesQuery(ctx, allowPerson(ctx).userId);
}
