import { accountsQuery } from "~/domain/finance/accounts/accounts.server";
import { type Failures, withFallback } from "~/domain/finance/accounts/fallback";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { accountConnectionsQuery } from "./health.server";
import { matchCountsQuery } from "./review.server";

/**
 * The household's accounts, the state of their bank connections, and the number of possible duplicates in each, in one round
 * trip. If that fails, each part is read separately, so that one failure does not affect the others.
 */
export async function accountsOverview(ctx: Ctx) {
  const { userId } = allowPerson(ctx);
  const [accounts, toReview] = [accountsQuery(ctx, userId), matchCountsQuery(ctx, userId)];
  const connections = accountConnectionsQuery(ctx, userId);
  const failures: Failures = [];
  const [rows, counts, connected] = await ctx.db
    .batch([accounts, toReview, connections])
    .catch(async (error: unknown) => {
      if (error instanceof DomainError) throw error;
      return [
        await accounts.catch(withFallback(failures, "Failed to load accounts. Please try again.")),
        await toReview.catch(withFallback(failures, "Failed to load possible duplicates")),
        await connections.catch(withFallback(failures, "Failed to load bank connections")),
      ] as const;
    });
  return { accounts: [...rows], toReview: [...counts], connections: [...connected], failures };
}
