import { eq, type SQL, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { organizations, users } from "#drizzle/schema/identity";
import type { Ctx } from "./context";
import { closedError } from "./database-errors.server";
import { logUnforeseen } from "./log.server";

type Tenant = { orgId: string } | { userId: string };

/** The same context, with statements about unknown tenants going to this shard. */
export function onShard(ctx: Ctx, shard: string): Ctx {
  return { ...ctx, ...ctx.shards.on(shard) };
}

/** Runs the same work on every shard in parallel; returns the results in shard order. @throws Error if a shard is closed */
export function onEachShard<T>(ctx: Ctx, work: (bound: Ctx) => Promise<T>): Promise<T[]> {
  return Promise.all(ctx.shards.names.map((shard) => work(onShard(ctx, shard))));
}

/** The shards that are not closed for maintenance, oldest first. */
export const openShards = ({ shards }: Ctx): string[] => shards.names.filter((name) => !shards.closed.has(name));

/** Like `onEachShard`, without the shards that are closed. */
export function onOpenShards<T>(ctx: Ctx, work: (bound: Ctx) => Promise<T>): Promise<T[]> {
  return Promise.all(openShards(ctx).map((shard) => work(onShard(ctx, shard))));
}

/**
 * Like `onOpenShards`, for what is useful without a shard that fails. Returns the results of the others and the names of the
 * failing ones, whose errors are logged under the given name.
 */
export async function onWorkingShards<T>(
  ctx: Ctx,
  name: string,
  work: (bound: Ctx) => Promise<T>,
): Promise<{ answers: T[]; failing: string[] }> {
  const open = openShards(ctx);
  const settled = await Promise.allSettled(open.map((shard) => work(onShard(ctx, shard))));
  const failing = open.filter((shard, at) => {
    const result = settled[at];
    if (result?.status !== "rejected") return false;
    logUnforeseen(ctx.request.id, `${name}/shard ${shard}`, result.reason);
    return true;
  });
  return { answers: settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])), failing };
}

/**
 * Finds the record that a secret or another system's id refers to, on any shard; later statements about its tenant go there. If
 * the tenant is moving or has moved recently, two shards have a copy: the directory decides which one counts. A shard that is
 * closed or fails matters only if the record is on none of the others.
 * @throws DomainError unavailable if the record may be on a closed shard; the error of a failing shard
 */
export async function findOnShards<T extends Tenant>(
  ctx: Ctx,
  find: (bound: Ctx) => Promise<readonly T[]>,
): Promise<T | undefined> {
  const answers = await Promise.allSettled(
    openShards(ctx).map(async (shard) => {
      const bound = onShard(ctx, shard);
      const [rows, absent] = await Promise.all([find(bound), absentTenants(bound)]);
      return { rows, absent: new Set(absent.map(({ tenantId }) => tenantId)), shard };
    }),
  );
  const copies: { row: T; shard: string }[] = [];
  for (const answer of answers) {
    if (answer.status === "rejected") continue;
    const { rows, absent, shard } = answer.value;
    for (const row of rows) {
      if (absent.has(idOf(row))) {
        copies.push({ row, shard });
        continue;
      }
      ctx.shards.learn(row, shard);
      return row;
    }
  }
  for (const { row, shard } of copies) if ((await currentShard(ctx, row)) === shard) return row;
  const failure = answers.find((answer) => answer.status === "rejected");
  if (failure) throw failure.reason;
  if (ctx.shards.closed.size > 0) throw closedError();
  return undefined;
}

const absentTenants = ({ db }: Ctx) =>
  db.all<{ tenantId: string }>(sql`SELECT tenant_id AS tenantId FROM absent_tenants`);

const idOf = (tenant: Tenant) => ("orgId" in tenant ? tenant.orgId : tenant.userId);

/** Limits a sweep to rows of tenants who live on its shard, excluding copies of tenants who are moving or have moved. */
export const isOnThisShard = (tenantId: SQL): SQL => sql`${tenantId} NOT IN (SELECT a.tenant_id FROM absent_tenants a)`;

/** Like `isOnThisShard`, for rows of an outbox. */
export const ownersAreOnThisShard: SQL = sql`${isOnThisShard(sql`coalesce(org_id, '')`)} AND ${isOnThisShard(sql`coalesce(user_id, '')`)}`;

/** Looks up a tenant's shard in the directory unless this context knows it. Returns false if there is no such tenant. */
export async function learnShard(ctx: Ctx, tenant: Tenant): Promise<boolean> {
  return knownShard(ctx, idOf(tenant)) !== null || (await currentShard(ctx, tenant)) !== null;
}

/** Reads a tenant's current shard from the directory and remembers it in this context; null if there is no such tenant. */
export async function currentShard(ctx: Ctx, tenant: Tenant): Promise<string | null> {
  const [row] =
    "orgId" in tenant
      ? await ctx.db
          .select({ shard: named(organizations.shard, "shard") })
          .from(organizations)
          .where(eq(organizations.id, tenant.orgId))
      : await ctx.db
          .select({ shard: named(users.shard, "shard") })
          .from(users)
          .where(eq(users.id, tenant.userId));
  if (row) ctx.shards.learn(tenant, row.shard);
  return row?.shard ?? null;
}

/**
 * For a message sent to a shard a while ago: whether the tenant still lives there, has moved (returns the new shard), or cannot
 * be written for a moment.
 */
export async function whereabouts(
  ctx: Ctx,
  tenant: Tenant,
  shard: string,
): Promise<{ at: "here" } | { at: "moving" } | { at: "elsewhere"; shard: string }> {
  const absent = await onShard(ctx, shard).db.all(sql`SELECT 1 FROM absent_tenants WHERE tenant_id = ${idOf(tenant)}`);
  if (absent.length === 0) return { at: "here" };
  const current = await currentShard(ctx, tenant);
  if (current === null || current === shard) return { at: "moving" };
  return { at: "elsewhere", shard: current };
}

/** The shard of a sweep. @throws Error if the context is not bound to one */
export function boundShard({ shards: { bound } }: Ctx): string {
  if (bound === null) throw new Error("a sweep over tenants is bound to a shard");
  return bound;
}

/** The shard of a tenant's rows, for a message that needs to find them again. @throws Error if this context does not know it */
export function shardOf(ctx: Ctx, tenantId: string): string {
  const shard = knownShard(ctx, tenantId);
  if (shard === null) throw new Error("no shard is known of the tenant of a message");
  return shard;
}

function knownShard({ shards }: Ctx, tenantId: string): string | null {
  return shards.bound ?? shards.shardOf(tenantId);
}
