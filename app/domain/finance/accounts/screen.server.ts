import { matchCountsQuery } from "~/domain/finance/bank-link/review.server";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { type AccountView, account, accountsQuery } from "./accounts.server";
import type { TransactionPage } from "./schema";
import { type TransactionView, transactionsQuery } from "./transactions.server";

/** What could not be read, in the screen's words; `extras.cause` says why. */
type Failures = DomainError[];

/**
 * The household's accounts, and how many pairs of possible duplicates each of them has, in one round trip. Where that fails
 * each part is read by itself, so that one that cannot be read does not take the other along.
 */
export async function accountsOverview(ctx: Ctx) {
  const { userId } = allowPerson(ctx);
  const [accounts, toReview] = [accountsQuery(ctx, userId), matchCountsQuery(ctx, userId)];
  const failures: Failures = [];
  const [rows, counts] = await ctx.db.batch([accounts, toReview]).catch(async (error: unknown) => {
    if (error instanceof DomainError) throw error;
    return [
      await accounts.catch(told(failures, "Failed to load accounts. Please try again.")),
      await toReview.catch(told(failures, "Failed to load possible duplicates")),
    ] as const;
  });
  return { accounts: [...rows], toReview: [...counts], failures };
}

interface AccountDetail {
  account: AccountView;
  transactions: TransactionView[];
  failures: Failures;
}

/**
 * An account with a page of its transactions, side by side. Transactions that cannot be read leave the account standing.
 * @throws DomainError not_found
 */
export async function accountDetail(ctx: Ctx, id: string, page: TransactionPage): Promise<AccountDetail> {
  const { userId } = allowPerson(ctx);
  if (!id) throw notFound();
  const failures: Failures = [];
  const [one, transactions] = await Promise.all([
    account(ctx, id),
    transactionsQuery(ctx, userId, { ...page, accountId: id }).catch(told(failures, "Failed to load transactions")),
  ]);
  return { account: one, transactions, failures };
}

function told(failures: Failures, message: string) {
  return (cause: unknown): [] => {
    failures.push(new DomainError("internal", message, { cause }));
    return [];
  };
}
