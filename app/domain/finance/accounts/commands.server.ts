import { and, eq, sql } from "drizzle-orm";
import { bankAccounts } from "#drizzle/schema/finance-accounts";
import type { Ctx } from "~/domain/shared/context";
import type { ConstraintTexts } from "~/domain/shared/database-errors.server";
import { DomainError, notFound, withErrorMessage } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { account } from "./queries.server";
import type { BankAccount, OnlyActive } from "./schema";
import { isLiability } from "./totals";

const notSaved = "Failed to save account. Please try again.";
const notReactivated = "Failed to reactivate account. Please try again.";
const notProcessed = "Failed to process request. Please try again.";

const refusals: ConstraintTexts = {
  account_missing: () => notFound(),
  account_currency_in_use: () =>
    new DomainError("conflict", "The currency cannot change once an account has transactions.", {
      fields: { currency: ["The currency cannot change once an account has transactions."] },
    }),
  bank_account_current_balance: () =>
    new DomainError("invalid", "The balance is larger than an account can hold.", {
      fields: { currentBalance: ["The balance is larger than an account can hold."] },
    }),
};

/** A new account with its starting balance. @throws DomainError not_found for an unknown institution */
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
      return commit(null, { writes: [ctx.db.insert(bankAccounts).values(row)], result: { id }, refusals });
    }),
  );
}

/**
 * Changes an account. Another balance moves the starting balance, so that the rows still add up to it; another type
 * turns the sign in which they count.
 * @throws DomainError not_found; conflict when `version` is given and older than the row's, or for another currency once
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
            // Decides how the rows count: another one may have turned it since it was read.
            eq(bankAccounts.accountType, current.accountType),
            version === undefined ? undefined : eq(bankAccounts.version, version),
          ),
        );
      const stale = () =>
        new DomainError("conflict", "This account was changed elsewhere in the meantime.", { details: { current } });
      return commit(null, {
        writes: [write, assertRowChanged(ctx, "stale")],
        result: { id },
        refusals: { ...refusals, stale },
      });
    }),
  );
}

/** Archives an account: it stays in sight, leaves the totals and takes no new rows. @throws DomainError not_found */
export function archiveAccount(ctx: Ctx, id: string): Promise<{ id: string }> {
  return setActive(ctx, id, { isActive: false });
}

/** Archives or reactivates an account. @throws DomainError not_found; conflict when `version` is given and older */
export async function setActive(ctx: Ctx, id: string, input: OnlyActive): Promise<{ id: string }> {
  const { userId } = allowPerson(ctx);
  return withErrorMessage(input.isActive ? notReactivated : notProcessed, () =>
    once(ctx, "setAccountActive", { id, ...input }, (commit) => {
      const { isActive, version } = input;
      const write = ctx.db
        .update(bankAccounts)
        .set({ isActive, version: sql`${bankAccounts.version} + 1`, updatedAt: ctx.now.toISOString() })
        .where(
          and(
            eq(bankAccounts.userId, userId),
            eq(bankAccounts.id, id),
            version === undefined ? undefined : eq(bankAccounts.version, version),
          ),
        );
      const reason = version === undefined ? "account_missing" : "stale";
      return commit(null, { writes: [write, assertRowChanged(ctx, reason)], result: { id }, refusals });
    }),
  );
}
