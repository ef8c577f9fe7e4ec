import { and, eq } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { apiKeys, organizations } from "#drizzle/schema/identity";
import { hasPro } from "~/domain/auth/session.server";
import type { Actor, Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { MINUTE_MS } from "~/domain/shared/time/dates";

const TOUCH_INTERVAL_MS = 5 * MINUTE_MS;

/**
 * The actor of an API key, in one statement; a guest if the key does not exist or has expired.
 * @throws DomainError too_many_requests
 */
export async function findApiKey(ctx: Ctx, token: string): Promise<Actor> {
  const [key] = await ctx.db
    .select({
      id: named(apiKeys.id, "key_id"),
      name: named(apiKeys.name, "key_name"),
      permissions: apiKeys.permissions,
      expiresAt: apiKeys.expiresAt,
      lastUsedAt: apiKeys.lastUsedAt,
      orgId: named(organizations.id, "organization_id"),
      orgKey: organizations.key,
      orgName: named(organizations.name, "organization_name"),
      timeZone: organizations.timeZone,
      shard: organizations.shard,
      isPro: hasPro(ctx, "business", organizations.id).as("pro_business"),
    })
    .from(apiKeys)
    .innerJoin(organizations, eq(organizations.id, apiKeys.orgId))
    .where(eq(apiKeys.tokenHash, await sha256(token)));
  if (!key || (key.expiresAt !== null && key.expiresAt <= ctx.now.toISOString())) return { kind: "guest" };
  if (!(await ctx.providers.apiRequests.check(key.id))) {
    throw new DomainError("too_many_requests", "Too many requests with this API key. Please try again in a minute.", {
      retryAfter: 60,
    });
  }
  const unused = key.lastUsedAt === null ? Number.POSITIVE_INFINITY : ctx.now.getTime() - Date.parse(key.lastUsedAt);
  if (unused > TOUCH_INTERVAL_MS) ctx.after(touch(ctx, key));
  const { id, name, permissions, orgId, orgKey, orgName, timeZone, shard } = key;
  ctx.shards.learn({ orgId }, shard);
  // Its earlier idempotency keys are found by its own id.
  ctx.shards.learn({ userId: id }, shard);
  return {
    kind: "api_key",
    member: {
      ...{ orgId, orgKey, orgName, timeZone, userId: id, name, roles: [], permissions, technicianId: null },
      isPro: ctx.providers.plans === null || key.isPro,
    },
  };
}

async function touch(ctx: Ctx, { orgId, id }: { orgId: string; id: string }): Promise<void> {
  await ctx.db
    .update(apiKeys)
    .set({ lastUsedAt: ctx.now.toISOString() })
    .where(and(eq(apiKeys.orgId, orgId), eq(apiKeys.id, id)));
}
