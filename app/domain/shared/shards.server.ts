import { eq } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { organizations, users } from "#drizzle/schema/identity";
import type { Ctx } from "./context";

type Tenant = { orgId: string } | { userId: string };

/** The same context; statements that name no tenant it knows go to this shard. */
export function onShard(ctx: Ctx, shard: string): Ctx {
  return { ...ctx, ...ctx.shards.on(shard) };
}

/** Does the same on every shard, side by side; the answers in the order of the shards. */
export function onEachShard<T>(ctx: Ctx, work: (bound: Ctx) => Promise<T>): Promise<T[]> {
  return Promise.all(ctx.shards.names.map((shard) => work(onShard(ctx, shard))));
}

/** What a secret or another system's id leads to, on whichever shard it lies; statements that name its tenant go there from then on. */
export async function findOnShards<T extends Tenant>(
  ctx: Ctx,
  find: (bound: Ctx) => Promise<readonly T[]>,
): Promise<T | undefined> {
  const found = await onEachShard(ctx, async (bound) => ({ rows: await find(bound), shard: bound.shards.bound }));
  for (const { rows, shard } of found) {
    const [row] = rows;
    if (!row || shard === null) continue;
    ctx.shards.learn(row, shard);
    return row;
  }
  return undefined;
}

/** Asks the directory where a tenant lives, unless this context knows. False: there is no such tenant. */
export async function knowHome(ctx: Ctx, tenant: Tenant): Promise<boolean> {
  if (homeOf(ctx, "orgId" in tenant ? tenant.orgId : tenant.userId) !== null) return true;
  const [row] =
    "orgId" in tenant
      ? await ctx.db
          .select({ shard: named(organizations.shard, "home") })
          .from(organizations)
          .where(eq(organizations.id, tenant.orgId))
      : await ctx.db
          .select({ shard: named(users.shard, "home") })
          .from(users)
          .where(eq(users.id, tenant.userId));
  if (row) ctx.shards.learn(tenant, row.shard);
  return row !== undefined;
}

/** Of a sweep. @throws Error for a context that is bound to none */
export function boundShard({ shards: { bound } }: Ctx): string {
  if (bound === null) throw new Error("a sweep over tenants is bound to a shard");
  return bound;
}

/** The shard of a tenant's rows, for a message that is to find them again. @throws Error where this context does not know it */
export function shardOf(ctx: Ctx, tenantId: string): string {
  const shard = homeOf(ctx, tenantId);
  if (shard === null) throw new Error("no shard is known of the tenant of a message");
  return shard;
}

function homeOf({ shards }: Ctx, tenantId: string): string | null {
  return shards.bound ?? shards.homeOf(tenantId);
}
