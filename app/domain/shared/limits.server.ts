import { sql } from "drizzle-orm";
import { type Ctx, callerOf } from "./context";
import { DomainError } from "./errors";
import type { Limit } from "./limits";
import { allowMember } from "./permissions";

/**
 * Counts the uses of an expensive operation against its limits, before the work. The system is not limited.
 * @throws DomainError too_many_requests, with the seconds until the window ends
 */
export async function limitUse(ctx: Ctx, limit: Limit, uses = 1): Promise<void> {
  const userId = callerOf(ctx);
  if (userId === null) return;
  const member = ctx.actor.kind === "person" ? ctx.actor.person.member : allowMember(ctx);
  const windowStart = Math.floor(ctx.now.getTime() / 1000 / limit.seconds) * limit.seconds;
  const times = member?.isPro ? (limit.timesOnPro ?? 1) : 1;
  const owners = [
    { owner: `user:${userId}`, most: times * limit.perPerson },
    ...(member && limit.perBusiness !== undefined
      ? [{ owner: `org:${member.orgId}`, most: times * limit.perBusiness }]
      : []),
  ];
  const counts = await Promise.all(
    owners.map(({ owner }) =>
      ctx.db.all<{ count: number }>(sql`
        INSERT INTO usage_counts (owner, name, window_start, count) VALUES (${owner}, ${limit.name}, ${windowStart}, ${uses})
        ON CONFLICT (owner, name) DO UPDATE
        SET count = CASE WHEN window_start = excluded.window_start THEN count + excluded.count ELSE excluded.count END, window_start = excluded.window_start
        RETURNING count`),
    ),
  );
  if (!owners.some(({ most }, at) => (counts[at]?.[0]?.count ?? 0) > most)) return;
  // What is refused does not count: it would use up what the others of the business, or a smaller request, may still do.
  await Promise.all(
    owners.map(({ owner }) =>
      ctx.db.run(sql`UPDATE usage_counts SET count = count - ${uses}
        WHERE owner = ${owner} AND name = ${limit.name} AND window_start = ${windowStart}`),
    ),
  );
  throw tooMuch(limit.what, windowStart + limit.seconds - Math.floor(ctx.now.getTime() / 1000));
}

/** The query for how often a person has used an expensive operation in the current window, for a caller that batches it. */
export function usageQuery(ctx: Ctx, userId: string, limit: Limit) {
  const windowStart = Math.floor(ctx.now.getTime() / 1000 / limit.seconds) * limit.seconds;
  return ctx.db.all<{ count: number }>(sql`
    SELECT count FROM usage_counts WHERE owner = ${`user:${userId}`} AND name = ${limit.name} AND window_start = ${windowStart}`);
}

/**
 * Like `limitUse`, for cheap, frequent operations such as searching: counted approximately, at the edge, without the database.
 * @throws DomainError too_many_requests
 */
export async function limitSearches(ctx: Ctx): Promise<void> {
  const userId = callerOf(ctx);
  if (userId === null || (await ctx.providers.searches.check(userId))) return;
  throw tooMuch("searches", 60);
}

function tooMuch(what: string, seconds: number): DomainError {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new DomainError("too_many_requests", `Too many ${what} in a short time. Please try again in ${wait}.`, {
    retryAfter: seconds,
  });
}
