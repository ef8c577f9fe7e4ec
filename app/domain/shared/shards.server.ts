import { eq, type SQL, sql } from "drizzle-orm";
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

/**
 * What a secret or another system's id leads to, on whichever shard it lies; statements that name its tenant go there from then on.
 * Of a tenant who moves, or has moved lately, two shards have a copy: the directory says which is the tenant's.
 */
export async function findOnShards<T extends Tenant>(
  ctx: Ctx,
  find: (bound: Ctx) => Promise<readonly T[]>,
): Promise<T | undefined> {
  const found = await onEachShard(ctx, async (bound) => {
    const [rows, absent] = await Promise.all([find(bound), absentTenants(bound)]);
    return { rows, absent: new Set(absent.map(({ tenantId }) => tenantId)), shard: boundShard(bound) };
  });
  const copies: { row: T; shard: string }[] = [];
  for (const { rows, absent, shard } of found) {
    for (const row of rows) {
      if (absent.has(idOf(row))) {
        copies.push({ row, shard });
        continue;
      }
      ctx.shards.learn(row, shard);
      return row;
    }
  }
  for (const { row, shard } of copies) if ((await currentHome(ctx, row)) === shard) return row;
  return undefined;
}

const absentTenants = ({ db }: Ctx) =>
  db.all<{ tenantId: string }>(sql`SELECT tenant_id AS tenantId FROM absent_tenants`);

const idOf = (tenant: Tenant) => ("orgId" in tenant ? tenant.orgId : tenant.userId);

/** That a sweep's rows are those of a tenant who lives on its shard, and no copy of one who moves or has moved. */
export const livesHere = (tenantId: SQL): SQL => sql`${tenantId} NOT IN (SELECT a.tenant_id FROM absent_tenants a)`;

/** As `livesHere`, of rows of an outbox. */
export const ownersLiveHere: SQL = sql`${livesHere(sql`coalesce(org_id, '')`)} AND ${livesHere(sql`coalesce(user_id, '')`)}`;

/** Asks the directory where a tenant lives, unless this context knows. False: there is no such tenant. */
export async function knowHome(ctx: Ctx, tenant: Tenant): Promise<boolean> {
  return homeOf(ctx, idOf(tenant)) !== null || (await currentHome(ctx, tenant)) !== null;
}

/** Where the directory says by now that a tenant lives, which this context then knows; null: there is no such tenant. */
export async function currentHome(ctx: Ctx, tenant: Tenant): Promise<string | null> {
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
  return row?.shard ?? null;
}

/**
 * For what was told a shard a while ago: whether the tenant still works there, has moved (the shard is the new one), or may not be
 * written for a moment.
 */
export async function whereabouts(
  ctx: Ctx,
  tenant: Tenant,
  shard: string,
): Promise<{ at: "here" } | { at: "moving" } | { at: "elsewhere"; shard: string }> {
  const absent = await onShard(ctx, shard).db.all(sql`SELECT 1 FROM absent_tenants WHERE tenant_id = ${idOf(tenant)}`);
  if (absent.length === 0) return { at: "here" };
  const home = await currentHome(ctx, tenant);
  if (home === null || home === shard) return { at: "moving" };
  return { at: "elsewhere", shard: home };
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
