import { and, asc, eq } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { bankAccounts, bankInstitutions } from "#drizzle/schema/finance-accounts";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";

const shown = {
  id: named(bankAccounts.id, "account_id"),
  name: named(bankAccounts.name, "account_name"),
  accountNumber: bankAccounts.accountNumber,
  accountType: bankAccounts.accountType,
  currency: bankAccounts.currency,
  description: named(bankAccounts.description, "account_description"),
  isActive: named(bankAccounts.isActive, "account_is_active"),
  currentBalanceMinor: bankAccounts.currentBalanceMinor,
  availableBalanceMinor: bankAccounts.availableBalanceMinor,
  transactionCount: bankAccounts.transactionCount,
  plaidAccountId: bankAccounts.plaidAccountId,
  plaidItemId: bankAccounts.plaidItemId,
  mask: bankAccounts.mask,
  balanceCurrency: bankAccounts.balanceCurrency,
  lastSyncedAt: bankAccounts.lastSyncedAt,
  balanceUpdatedAt: bankAccounts.balanceUpdatedAt,
  version: named(bankAccounts.version, "account_version"),
  institutionId: bankAccounts.institutionId,
  institutionName: namedOrNull(bankInstitutions.name, "institution_name"),
  institutionLogo: namedOrNull(bankInstitutions.logo, "institution_logo"),
  institutionColor: namedOrNull(bankInstitutions.primaryColor, "institution_color"),
};

/** The statement behind `listAccounts`, for a screen that sends it along with others. */
export function accountsQuery(ctx: Ctx, userId: string) {
  return ctx.db
    .select(shown)
    .from(bankAccounts)
    .leftJoin(
      bankInstitutions,
      and(eq(bankInstitutions.userId, bankAccounts.userId), eq(bankInstitutions.id, bankAccounts.institutionId)),
    )
    .where(eq(bankAccounts.userId, userId))
    .orderBy(asc(bankAccounts.createdAt), asc(bankAccounts.id));
}

/** One account with its institution; balances in minor units, for a credit account what is owed. */
export type AccountView = Awaited<ReturnType<typeof accountsQuery>>[number];

/** The household's accounts in the order they were added, archived ones among them. */
export async function listAccounts(ctx: Ctx): Promise<AccountView[]> {
  return accountsQuery(ctx, allowPerson(ctx).userId);
}

/** @throws DomainError not_found, for another household's account too */
export async function account(ctx: Ctx, id: string): Promise<AccountView> {
  const { userId } = allowPerson(ctx);
  const [row] = await ctx.db
    .select(shown)
    .from(bankAccounts)
    .leftJoin(
      bankInstitutions,
      and(eq(bankInstitutions.userId, bankAccounts.userId), eq(bankInstitutions.id, bankAccounts.institutionId)),
    )
    .where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.id, id)));
  if (!row) throw notFound();
  return row;
}
