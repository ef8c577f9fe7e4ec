import { type MatchView, matchCountsQuery, matchesQuery, matchOf } from "~/domain/finance/bank-link/review.server";
import { importsQuery, type PastImport } from "~/domain/finance/imports/imports.server";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { type AccountView, accountsQuery } from "./accounts.server";
import { type InstitutionView, institutionsQuery } from "./institutions.server";
import type { TransactionPage } from "./schema";
import { type TransactionView, transactionQuery, transactionsQuery } from "./transactions.server";

interface ScreenOptions {
  institutions: boolean;
  /** The account that is open, with its page of rows. */
  accountId: string | null;
  page: TransactionPage;
  /** The row that a dialog is about. */
  transactionId: string | null;
  imports: boolean;
  /** Doubtful pairs to decide, and those decided last. */
  matches: boolean;
}

interface Failure {
  message: string;
  cause: unknown;
}

interface Screen {
  accounts: AccountView[];
  institutions: InstitutionView[];
  transactions: TransactionView[];
  transaction: TransactionView | null;
  imports: PastImport[];
  matches: MatchView[];
  /** Account id and how many of its pairs are to be decided. */
  toDecide: { accountId: string; count: number }[];
  failures: Failure[];
}

const noAccounts = "Failed to load accounts. Please try again.";
const noInstitutions = "Failed to load institutions list.";
const noTransactions = "Failed to load transactions";

/**
 * Everything the accounts screen shows, in one round trip. Where that fails, each part is read by itself, so that one that
 * cannot be read does not take the others along.
 */
export async function accountsScreen(ctx: Ctx, options: ScreenOptions): Promise<Screen> {
  const { userId } = allowPerson(ctx);
  const queries = queriesFor(ctx, userId, options);
  try {
    const [accounts, institutions, transactions, [transaction = null], imports, toDecide, open, decided] =
      await ctx.db.batch(queries);
    const matches = [...open, ...decided].map(matchOf);
    return { accounts, institutions, transactions, transaction, imports, toDecide, matches, failures: [] };
  } catch (error) {
    if (error instanceof DomainError) throw error;
    return partByPart(queries);
  }
}

/** What is not needed is read with a limit of no rows, so that the batch has one shape. */
function queriesFor(ctx: Ctx, userId: string, options: ScreenOptions) {
  const accountId = options.accountId ?? "";
  const limit = (wanted: boolean, rows: number) => (wanted ? rows : 0);
  return [
    accountsQuery(ctx, userId),
    institutionsQuery(ctx, userId).limit(limit(options.institutions, 500)),
    transactionsQuery(ctx, userId, {
      ...options.page,
      limit: limit(options.accountId !== null, options.page.limit),
      accountId,
    }),
    transactionQuery(ctx, userId, options.transactionId ?? ""),
    importsQuery(ctx, userId, options.imports ? accountId : ""),
    matchCountsQuery(ctx, userId),
    matchesQuery(ctx, userId, { state: "open", limit: limit(options.matches, 50) }),
    matchesQuery(ctx, userId, { state: "decided", limit: limit(options.matches, 20) }),
  ] as const;
}

async function partByPart(queries: ReturnType<typeof queriesFor>): Promise<Screen> {
  const failures: Failure[] = [];
  async function part<T>(query: PromiseLike<T[]>, message: string): Promise<T[]> {
    try {
      return await query;
    } catch (cause) {
      failures.push({ message, cause });
      return [];
    }
  }
  const noMatches = "Failed to load what is to be decided";
  const [accounts, institutions, transactions, [transaction = null], imports, toDecide, open, decided] =
    await Promise.all([
      part(queries[0], noAccounts),
      part(queries[1], noInstitutions),
      part(queries[2], noTransactions),
      part(queries[3], noTransactions),
      part(queries[4], "Failed to load past imports"),
      part(queries[5], noMatches),
      part(queries[6], noMatches),
      part(queries[7], noMatches),
    ]);
  const matches = [...open, ...decided].map(matchOf);
  return { accounts, institutions, transactions, transaction, imports, toDecide, matches, failures };
}
