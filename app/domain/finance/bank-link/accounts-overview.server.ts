import { accountsQuery } from "~/domain/finance/accounts/accounts.server";
import { type Failures, withFallback } from "~/domain/finance/accounts/fallback";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { accountConnectionsQuery, anyConnectionQuery } from "./health.server";
import { matchCountsQuery } from "./review.server";

/**
 * The household's accounts, the state of their bank connections, the number of possible duplicates in each, and whether there is
 * any connection, also one without a matched account, in one round trip. If that fails, each part is read separately, so that one failure does not affect the others.
 */
export async function accountsOverview(ctx: Ctx) {
  const { userId } = allowPerson(ctx);
  const [accounts, toReview] = [accountsQuery(ctx, userId), matchCountsQuery(ctx, userId)];
  const [connections, any] = [accountConnectionsQuery(ctx, userId), anyConnectionQuery(ctx, userId)];
  const failures: Failures = [];
  const [rows, counts, connected, found] = await ctx.db
    .batch([accounts, toReview, connections, any])
    .catch(async (error: unknown) => {
      if (error instanceof DomainError) throw error;
      return [
        await accounts.catch(withFallback(failures, "Failed to load accounts. Please try again.")),
        await toReview.catch(withFallback(failures, "Failed to load possible duplicates")),
        await connections.catch(withFallback(failures, "Failed to load bank connections")),
        await any.catch(withFallback(failures, "Failed to load bank connections")),
      ] as const;
    });
  return {
    accounts: [...rows],
    toReview: [...counts],
    connections: [...connected],
    hasBank: found.length > 0,
    failures,
  };
}
