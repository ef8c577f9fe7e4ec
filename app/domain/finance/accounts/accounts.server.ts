import { and, asc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { accountDays, accountTransactions, bankAccounts, bankInstitutions } from "#drizzle/schema/finance-accounts";
import {
  importBatches,
  importMappings,
  importMatches,
  stagedImports,
  stagedRows,
  undoneImportMatches,
} from "#drizzle/schema/finance-imports";
import { expenses, income } from "#drizzle/schema/finance-tracker";
import type { Ctx } from "~/domain/shared/context";
import type { ConstraintErrors } from "~/domain/shared/database-errors.server";
import { DomainError, notFound, staleOwnVersion, withErrorMessage } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { assertHolds, assertRowChanged, once, type Write } from "~/domain/shared/write.server";
import { FREE_BANK_ACCOUNTS, isLiability, NOT_PROCESSED } from "./account";
import type { BankAccount, OnlyActive } from "./schema";

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

/** The query behind `listAccounts`, for a screen that batches it with others. */
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

/** One account with its institution; balances in minor units, for a credit account the amount owed. */
export type AccountView = Awaited<ReturnType<typeof accountsQuery>>[number];

/** The household's accounts in the order they were added, including archived ones. */
export async function listAccounts(ctx: Ctx): Promise<AccountView[]> {
  return accountsQuery(ctx, allowPerson(ctx).userId);
}

/** @throws DomainError not_found, also for another household's account */
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
  if (!row) throw notFound("Account not found");
  return row;
}

/** The query behind `accountBalances`, for a screen that batches it with others. */
export function accountBalancesQuery(ctx: Ctx, userId: string) {
  return ctx.db
    .select({
      id: bankAccounts.id,
      name: bankAccounts.name,
      accountType: bankAccounts.accountType,
      currency: bankAccounts.currency,
      isActive: bankAccounts.isActive,
      /** The balance; for a credit account, the amount owed. */
      balanceMinor: bankAccounts.currentBalanceMinor,
    })
    .from(bankAccounts)
    .where(and(eq(bankAccounts.userId, userId)))
    .orderBy(asc(bankAccounts.createdAt), asc(bankAccounts.id));
}

export type AccountBalance = Awaited<ReturnType<typeof accountBalancesQuery>>[number];

/**
 * Every account with its balance in minor units, including archived ones: `accountTotals` and `projectedAssets` accept these rows
 * and skip the archived.
 */
export async function accountBalances(ctx: Ctx): Promise<AccountBalance[]> {
  return accountBalancesQuery(ctx, allowPerson(ctx).userId);
}

const notSaved = "Failed to save account. Please try again.";
const notReactivated = "Failed to reactivate account. Please try again.";

/**
 * Assertion to append after writes that add or reopen an account: without Pro, the number of active accounts is limited. A
 * household that used to have Pro keeps its open accounts and may close any of them.
 */
export function withinPlan(ctx: Ctx): Write[] {
  const { userId, isPro } = allowPerson(ctx);
  if (isPro) return [];
  return [
    assertHolds(
      ctx,
      "plan_accounts",
      sql`(SELECT count(*) FROM ${bankAccounts} WHERE ${bankAccounts.userId} = ${userId} AND ${bankAccounts.isActive} = 1) <= ${FREE_BANK_ACCOUNTS}`,
    ),
  ];
}

export const planRefusals: ConstraintErrors = {
  plan_accounts: () =>
    new DomainError(
      "conflict",
      `Without Pro a household has up to ${FREE_BANK_ACCOUNTS} active accounts. Archive one, or upgrade to Pro under Plan and payments.`,
    ),
};

const refusals: ConstraintErrors = {
  ...planRefusals,
  account_missing: () => notFound("Account not found"),
  account_currency_in_use: () =>
    new DomainError("conflict", "The currency cannot change once an account has transactions.", {
      fields: { currency: ["The currency cannot change once an account has transactions."] },
    }),
  bank_account_current_balance: () =>
    new DomainError("invalid", "The balance is larger than an account can hold.", {
      fields: { currentBalance: ["The balance is larger than an account can hold."] },
    }),
};

/** Creates an account with its starting balance. @throws DomainError not_found for an unknown institution */
export async function createAccount(ctx: Ctx, input: BankAccount): Promise<{ id: string }> {
  const { userId } = allowPerson(ctx);
  return withErrorMessage(notSaved, () =>
    once(ctx, "createAccount", input, async (commit) => {
      const { version: _, currentBalance, isActive = true, ...facts } = input;
      const id = ctx.newId();
      const now = ctx.now.toISOString();
      const row = {
        ...{ userId, id, ...facts, isActive },
        ...{ openingBalanceMinor: currentBalance, currentBalanceMinor: currentBalance, balanceUpdatedAt: now },
        ...{ createdAt: now, updatedAt: now },
      };
      return commit(null, {
        writes: [ctx.db.insert(bankAccounts).values(row), ...(isActive ? withinPlan(ctx) : [])],
        ...{ result: { id }, refusals },
      });
    }),
  );
}

/**
 * Changes an account. A new balance adjusts the starting balance so that the rows still add up; a new type can flip the sign of
 * its rows. Planned items leave an account whose currency changes.
 * @throws DomainError not_found; conflict when `version` is given and older than the row's, or when the currency changes although
 * there are transactions
 */
export async function updateAccount(ctx: Ctx, id: string, input: BankAccount): Promise<{ id: string }> {
  const { userId } = allowPerson(ctx);
  return withErrorMessage(notSaved, () =>
    once(ctx, "updateAccount", { id, ...input }, async (commit) => {
      const current = await account(ctx, id);
      const { version, currentBalance, isActive = current.isActive, ...facts } = input;
      const turned = isLiability(facts.accountType) !== isLiability(current.accountType);
      const effects = sql`(${bankAccounts.currentBalanceMinor} - ${bankAccounts.openingBalanceMinor})`;
      const now = ctx.now.toISOString();
      const write = ctx.db
        .update(bankAccounts)
        .set({
          ...facts,
          isActive,
          openingBalanceMinor: turned ? sql`${currentBalance} + ${effects}` : sql`${currentBalance} - ${effects}`,
          currentBalanceMinor: currentBalance,
          balanceUpdatedAt: currentBalance === current.currentBalanceMinor ? current.balanceUpdatedAt : now,
          version: sql`${bankAccounts.version} + 1`,
          updatedAt: now,
        })
        .where(
          and(
            eq(bankAccounts.userId, userId),
            eq(bankAccounts.id, id),
            // The type decides the sign of the rows, so it must not have changed since it was read.
            eq(bankAccounts.accountType, current.accountType),
            version === undefined ? undefined : eq(bankAccounts.version, version),
          ),
        );
      const stale = () => staleOwnVersion("account", current);
      return commit(null, {
        writes: [
          write,
          assertRowChanged(ctx, "stale"),
          ...(facts.currency === current.currency ? [] : unlinkPlan(ctx, userId, id)),
          ...(isActive && !current.isActive ? withinPlan(ctx) : []),
        ],
        result: { id },
        refusals: { ...refusals, stale },
      });
    }),
  );
}

/**
 * Archives an account: it stays in the list but is excluded from totals and accepts no new transactions.
 * @throws DomainError not_found
 */
export function archiveAccount(ctx: Ctx, id: string): Promise<{ id: string }> {
  return setActive(ctx, id, { isActive: false });
}

/** Archives or reactivates an account. @throws DomainError not_found; conflict when `version` is given and not the row's */
export async function setActive(ctx: Ctx, id: string, input: OnlyActive): Promise<{ id: string }> {
  const { userId } = allowPerson(ctx);
  return withErrorMessage(input.isActive ? notReactivated : NOT_PROCESSED, () =>
    once(ctx, "setAccountActive", { id, ...input }, (commit) => {
      const { isActive, version } = input;
      const own = and(eq(bankAccounts.userId, userId), eq(bankAccounts.id, id));
      const write = ctx.db
        .update(bankAccounts)
        .set({ isActive, version: sql`${bankAccounts.version} + 1`, updatedAt: ctx.now.toISOString() })
        .where(and(own, version === undefined ? undefined : eq(bankAccounts.version, version)));
      return commit(null, {
        writes: [
          assertHolds(ctx, "account_missing", sql`EXISTS (SELECT 1 FROM ${bankAccounts} WHERE ${own})`),
          write,
          assertRowChanged(ctx, "stale"),
          ...(isActive ? withinPlan(ctx) : []),
        ],
        ...{ result: { id }, refusals },
      });
    }),
  );
}

/**
 * Deletes an account with all its rows, including reconciled and imported ones, in one batch. The other halves of its transfers
 * remain as deposits and withdrawals in their accounts, whose balances do not change. They count in no month, except payments to
 * a card, whose purchases are deleted. Planned items paid from or into the account no longer name one.
 * @throws DomainError not_found; conflict for an archived account
 */
export async function deleteAccount(ctx: Ctx, id: string): Promise<{ id: string }> {
  const { userId } = allowPerson(ctx);
  return withErrorMessage(NOT_PROCESSED, () =>
    once(ctx, "deleteAccount", { id }, (commit) => {
      const own = and(eq(bankAccounts.userId, userId), eq(bankAccounts.id, id));
      const closing = ctx.db
        .update(bankAccounts)
        .set({ closing: true })
        .where(and(own, eq(bankAccounts.isActive, true)));
      const account = ctx.db.delete(bankAccounts).where(own);
      return commit(null, {
        writes: [
          assertHolds(ctx, "account_missing", sql`EXISTS (SELECT 1 FROM ${bankAccounts} WHERE ${own})`),
          closing,
          assertRowChanged(ctx, "account_archived"),
          cutTransfers(ctx, userId, id),
          ...unlinkPlan(ctx, userId, id),
          ...deleteRows(ctx, userId, id),
          account,
        ],
        result: { id },
        refusals: {
          account_missing: () => notFound("Account not found"),
          account_archived: () =>
            new DomainError("conflict", "An archived account cannot be deleted. Reactivate it first."),
        },
      });
    }),
  );
}

function cutTransfers(ctx: Ctx, userId: string, id: string): Write {
  const otherHalves = ctx.db
    .select({ pairId: accountTransactions.pairId })
    .from(accountTransactions)
    .where(
      and(
        eq(accountTransactions.userId, userId),
        eq(accountTransactions.accountId, id),
        isNotNull(accountTransactions.pairId),
      ),
    );
  const isCard = sql`EXISTS (SELECT 1 FROM ${bankAccounts} WHERE ${bankAccounts.userId} = ${userId} AND ${bankAccounts.id} = ${id} AND ${bankAccounts.accountType} = 'credit')`;
  return ctx.db
    .update(accountTransactions)
    .set({
      type: sql`CASE ${accountTransactions.leg} WHEN 'in' THEN 'deposit' ELSE 'withdrawal' END`,
      category: "other",
      excluded: sql`CASE WHEN ${accountTransactions.leg} = 'out' AND ${isCard} THEN ${accountTransactions.excluded} ELSE 1 END`,
      leg: null,
      pairId: null,
      otherAccountId: null,
      lastChange: "user",
      version: sql`${accountTransactions.version} + 1`,
      updatedAt: ctx.now.toISOString(),
    })
    .where(and(eq(accountTransactions.userId, userId), inArray(accountTransactions.id, otherHalves)));
}

function unlinkPlan(ctx: Ctx, userId: string, id: string): Write[] {
  const updatedAt = ctx.now.toISOString();
  return [
    ctx.db
      .update(expenses)
      .set({ accountId: null, version: sql`${expenses.version} + 1`, updatedAt })
      .where(and(eq(expenses.userId, userId), eq(expenses.accountId, id))),
    ctx.db
      .update(income)
      .set({ accountId: null, version: sql`${income.version} + 1`, updatedAt })
      .where(and(eq(income.userId, userId), eq(income.accountId, id))),
  ];
}

function deleteRows(ctx: Ctx, userId: string, id: string): Write[] {
  const { db } = ctx;
  return [
    db
      .delete(accountTransactions)
      .where(and(eq(accountTransactions.userId, userId), eq(accountTransactions.accountId, id))),
    db.delete(accountDays).where(and(eq(accountDays.userId, userId), eq(accountDays.accountId, id))),
    db.delete(importMatches).where(and(eq(importMatches.userId, userId), eq(importMatches.accountId, id))),
    db
      .delete(undoneImportMatches)
      .where(and(eq(undoneImportMatches.userId, userId), eq(undoneImportMatches.accountId, id))),
    db.delete(importBatches).where(and(eq(importBatches.userId, userId), eq(importBatches.accountId, id))),
    deleteStagedRows(ctx, userId, id),
    db.delete(stagedImports).where(and(eq(stagedImports.userId, userId), eq(stagedImports.accountId, id))),
    db.delete(importMappings).where(and(eq(importMappings.userId, userId), eq(importMappings.accountId, id))),
  ];
}

function deleteStagedRows(ctx: Ctx, userId: string, accountId: string): Write {
  const setsBy = (set: typeof stagedImports.id | typeof stagedImports.setId) =>
    ctx.db
      .select({ set })
      .from(stagedImports)
      .where(and(eq(stagedImports.userId, userId), eq(stagedImports.accountId, accountId)));
  const isOfAccount = or(
    inArray(stagedRows.setId, setsBy(stagedImports.id)),
    inArray(stagedRows.setId, setsBy(stagedImports.setId)),
  );
  return ctx.db.delete(stagedRows).where(and(eq(stagedRows.userId, userId), isOfAccount));
}
