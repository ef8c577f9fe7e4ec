import { and, eq, isNull, sql } from "drizzle-orm";
import { acrossTenants, type Side } from "#drizzle/d1/guard";
import type { identityOutbox } from "#drizzle/schema/identity";
import type { outbox } from "#drizzle/schema/platform";
import { runHostJob } from "~/domain/code-hosts/sync/jobs.server";
import { type ExportJob, failExport, runExport } from "~/domain/export/make.server";
import { failRestore, type RestoreJob, runRestore } from "~/domain/export/restore-run.server";
import { BankError } from "~/domain/finance/bank-link/bank-error";
import { runBankJob } from "~/domain/finance/bank-link/jobs.server";
import { deliverMessage, giveUpMessage } from "~/domain/messages/customer.server";
import { fetchPicture, giveUpPicture } from "~/domain/messages/incoming-pictures.server";
import { copyToTenants } from "~/domain/people/copy-to-tenants.server";
import type { OutboxRow } from "~/domain/providers";
import { deliverPush } from "~/domain/push/deliver.server";
import type { Ctx } from "~/domain/shared/context";
import { databaseMessage, isMoving } from "~/domain/shared/database-errors.server";
import { logUnforeseen } from "~/domain/shared/log.server";
import { outboxes } from "~/domain/shared/outbox.server";
import { boundShard, currentShard, onShard, ownersAreOnThisShard, whereabouts } from "~/domain/shared/shards.server";
import { HOUR_SECONDS, MINUTE_MS } from "~/domain/shared/time/dates";

const FIRST_BACKOFF_SECONDS = 60;
const MAX_BACKOFF_SECONDS = HOUR_SECONDS;
/** Another run holds the lease: retried soon, without counting as a failure. */
const BUSY_DELAY_SECONDS = 15;
/** Long work continues after a short delay: a local queue may lose messages sent while it is still delivering earlier ones. */
const MORE_DELAY_SECONDS = 1;
/** A move allows writes again, or has switched, within seconds. */
const MOVING_DELAY_SECONDS = 3;
const MOVING_TRIES = 20;
/** The queue retries by itself; if a row is overdue by more than this, its message was lost. */
const QUEUE_GRACE_MS = 30_000;

/**
 * The outcome of one attempt. `retry`: the queue delivers it again after the delay and counts the attempt; `busy`: likewise,
 * without counting; `waiting`: the sweep queues it again at a later hour; `failed`: retrying cannot help; the row is marked as
 * failed.
 */
type Delivery = { outcome: "delivered" | "waiting" | "failed" } | { outcome: "retry" | "busy"; delaySeconds: number };

/**
 * Delivers one outbox row; a row already delivered is skipped, so queueing it twice is harmless. `isRedelivered`: an earlier attempt
 * was cut off, and may have got through.
 */
export async function deliver(
  baseCtx: Ctx,
  at: OutboxRow,
  { isRedelivered = false }: { isRedelivered?: boolean } = {},
): Promise<Delivery> {
  const { side, id } = at;
  const ctx = within(baseCtx, at);
  const table = outboxes[side];
  try {
    const [row] = await ctx.db
      .select()
      .from(table)
      .where(and(eq(table.id, id), isNull(table.deliveredAt), isNull(table.failedAt)));
    if (!row) return { outcome: "delivered" };
    // Retried by hand, a row starts again with no attempts.
    const isRetry = isRedelivered || row.lastError !== null;
    return (await followMove(baseCtx, at, row)) ?? (await attempt(ctx, at, { ...row, isRetry }));
  } catch (error) {
    // By then the same row is on the other shard, or on this one once it is open again.
    if (isMoving(error)) return { outcome: "busy", delaySeconds: MOVING_DELAY_SECONDS };
    throw error;
  }
}

/** For a tenant who is moving or has moved: waits, or queues the row on the tenant's current shard. Null for all others. */
async function followMove(ctx: Ctx, at: OutboxRow, row: Row): Promise<Delivery | null> {
  const tenant = tenantOf(row);
  if (at.side === "identity" || !tenant) return null;
  const where = await whereabouts(ctx, tenant, at.shard);
  if (where.at === "here") return null;
  if (where.at === "moving") return { outcome: "busy", delaySeconds: MOVING_DELAY_SECONDS };
  await ctx.providers.outbox.notify([{ row: { ...at, shard: where.shard }, topic: row.topic }]);
  return { outcome: "delivered" };
}

function tenantOf({ orgId, userId }: Row): { orgId: string } | { userId: string } | null {
  if (orgId !== null) return { orgId };
  return userId === null ? null : { userId };
}

/** `isRetry`: an earlier attempt failed, or was cut off. */
type Tried = Row & { isRetry: boolean };

async function attempt(ctx: Ctx, at: OutboxRow, row: Tried): Promise<Delivery> {
  const { side, id } = at;
  const table = outboxes[side];
  try {
    const outcome = await carryOut(ctx, row);
    if (typeof outcome === "object") {
      // Swept and queued again when it is due.
      await ctx.db.update(table).set({ dueAt: outcome.waitsUntil, overdueSince: null }).where(eq(table.id, id));
      return { outcome: "waiting" };
    }
    if (outcome !== "done") {
      const delaySeconds = outcome === "busy" ? BUSY_DELAY_SECONDS : MORE_DELAY_SECONDS;
      // Each completed piece of long work resets the attempts.
      const attempts = outcome === "more" ? 0 : row.attempts;
      await ctx.db
        .update(table)
        .set({ dueAt: dueAfter(ctx, delaySeconds), overdueSince: null, attempts })
        .where(eq(table.id, id));
      return { outcome: "busy", delaySeconds };
    }
  } catch (error) {
    if (isMoving(error)) throw error;
    return recordFailure(ctx, { side, ...row }, error);
  }
  await markDelivered(ctx, at, row);
  return { outcome: "delivered" };
}

/** Marks the row on the tenant's current shard, which may just be changing: otherwise it would be sent again there. */
async function markDelivered(ctx: Ctx, at: OutboxRow, row: Row): Promise<void> {
  const table = outboxes[at.side];
  const tenant = tenantOf(row);
  let bound = ctx;
  for (let tries = 0; ; tries += 1) {
    try {
      await bound.db.update(table).set({ deliveredAt: ctx.now.toISOString() }).where(eq(table.id, at.id));
      return;
    } catch (error) {
      if (!isMoving(error) || !tenant || tries >= MOVING_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
      bound = onShard(ctx, (await currentShard(ctx, tenant)) ?? boundShard(ctx));
    }
  }
}

/** A tenant's row is processed on the tenant's shard. */
function within(ctx: Ctx, at: OutboxRow): Ctx {
  return at.side === "tenants" ? onShard(ctx, at.shard) : ctx;
}

type Row = typeof outbox.$inferSelect | typeof identityOutbox.$inferSelect;

async function carryOut(
  ctx: Ctx,
  { id, topic, orgId, attempts, isRetry, createdAt, payload: json }: Tried,
): Promise<"done" | "busy" | "more" | { waitsUntil: string }> {
  const payload = JSON.parse(json);
  switch (topic) {
    case "mail":
      await ctx.providers.mailer.send(payload, id);
      return "done";
    case "business_mail":
      if (payload.picture) await fetchPicture(ctx, payload.picture, { tries: attempts });
      else if (payload.message) {
        const tried = { outboxId: id, isRetry, queuedAt: createdAt };
        return (await deliverMessage(ctx, payload.message, tried)) ?? "done";
      } else await ctx.providers.mailer.send(payload.mail, id);
      return "done";
    case "tenant_copy":
      await copyToTenants(ctx, payload);
      return "done";
    case "push":
      await deliverPush(ctx, payload);
      return "done";
    case "bank":
      return runBankJob(ctx, payload);
    case "code_host":
      return runHostJob(ctx, payload);
    case "export":
      return "restore" in payload ? runRestore(ctx, payload) : runExport(ctx, payload);
    case "board":
      if (orgId) await ctx.providers.outbox.publishLive(orgId, { id, ...payload });
      return "done";
  }
}

async function recordFailure(ctx: Ctx, row: Row & { side: Side }, error: unknown): Promise<Delivery> {
  const attempts = row.attempts + 1;
  const lastError = databaseMessage(error) || "unknown failure";
  const delaySeconds = backoffSeconds(attempts);
  // Waiting does not fix wrong API keys.
  const isHopeless = error instanceof BankError && error.kind === "operator";
  const failedAt = isHopeless ? ctx.now.toISOString() : null;
  const table = outboxes[row.side];
  await ctx.db
    .update(table)
    .set({ attempts, lastError, failedAt, dueAt: dueAfter(ctx, delaySeconds), overdueSince: null })
    .where(eq(table.id, row.id));
  return isHopeless ? { outcome: "failed" } : { outcome: "retry", delaySeconds };
}

/** The delay after that many failed attempts. */
export const backoffSeconds = (attempts: number) =>
  Math.min(FIRST_BACKOFF_SECONDS * 2 ** (attempts - 1), MAX_BACKOFF_SECONDS);

function dueAfter(ctx: Ctx, delaySeconds: number): string {
  return new Date(ctx.now.getTime() + delaySeconds * 1000 + QUEUE_GRACE_MS).toISOString();
}

const NOT_DELIVERED = "not delivered";

/**
 * Called after the queue's last attempt: the row waits for an Admin or the household, who can see the reason and retry. Rows that
 * nobody can see, such as an activation email, are logged as errors for the operator.
 */
export async function markFailed(baseCtx: Ctx, at: OutboxRow): Promise<void> {
  const { side, id } = at;
  const ctx = await whereMarked(baseCtx, at);
  const table = outboxes[side];
  const marked = await ctx.db
    .update(table)
    // An attempt that was cut off has recorded no error.
    .set({
      ...{ failedAt: ctx.now.toISOString(), overdueSince: null },
      lastError: sql`coalesce(${table.lastError}, ${NOT_DELIVERED})`,
    })
    .where(and(eq(table.id, id), isNull(table.deliveredAt), isNull(table.failedAt)))
    .returning({
      ...{ topic: table.topic, orgId: table.orgId, userId: table.userId, lastError: table.lastError },
      payload: table.payload,
    });
  for (const { topic, orgId, userId, lastError, payload } of marked) {
    const { message, picture } = topic === "business_mail" ? JSON.parse(payload) : {};
    if (picture) await giveUpPicture(ctx, picture);
    if (message) await giveUpMessage(ctx, message);
    if (topic === "export") await failFile(ctx, JSON.parse(payload));
    if (orgId === null && userId === null) logUnforeseen(id, `outbox/${topic}`, new Error(lastError ?? NOT_DELIVERED));
  }
}

/** The dead-letter queue may name a shard that the tenant has left. */
async function whereMarked(baseCtx: Ctx, at: OutboxRow): Promise<Ctx> {
  const ctx = within(baseCtx, at);
  if (at.side === "identity") return ctx;
  const [row] = await ctx.db.select().from(outboxes.tenants).where(eq(outboxes.tenants.id, at.id));
  const tenant = row && tenantOf(row);
  const where = tenant ? await whereabouts(baseCtx, tenant, at.shard) : null;
  return where?.at === "elsewhere" ? onShard(baseCtx, where.shard) : ctx;
}

/** For an export or a restore. */
async function failFile(ctx: Ctx, job: ExportJob | RestoreJob): Promise<void> {
  await ("restore" in job ? failRestore(ctx, job) : failExport(ctx, job));
}

/** The maximum number of messages a queue accepts at once. */
const MAX_SWEPT = 100;
/** The number of repetitions per run: 2,000 rows a minute for each database. */
const MAX_SWEEPS = 20;
/** How long a swept row is left to the queue, so that slow rows do not block those after them. */
const SWEPT_GRACE_MS = 5 * MINUTE_MS;

/** Queues a side's rows again if their queue message was lost; for tenants, those of the context's shard. */
export async function sweepOutbox(ctx: Ctx, side: Side): Promise<number> {
  const now = ctx.now.toISOString();
  const leasedUntil = new Date(ctx.now.getTime() + SWEPT_GRACE_MS).toISOString();
  const at = (id: string): OutboxRow => (side === "identity" ? { side, id } : { side, shard: boundShard(ctx), id });
  let count = 0;
  for (let run = 0; run < MAX_SWEEPS; run += 1) {
    const due = await ctx.db.all<{ id: string; topic: string }>(sql`
      UPDATE ${outboxes[side]} SET due_at = ${leasedUntil}, overdue_since = coalesce(overdue_since, due_at) WHERE id IN (
        SELECT id ${sql.raw(acrossTenants)} FROM ${outboxes[side]}
        WHERE delivered_at IS NULL AND failed_at IS NULL AND due_at <= ${now} ${side === "tenants" ? sql`AND ${ownersAreOnThisShard}` : sql``} ORDER BY due_at LIMIT ${MAX_SWEPT})
      RETURNING id, topic`);
    if (due.length > 0) await ctx.providers.outbox.notify(due.map(({ id, topic }) => ({ row: at(id), topic })));
    count += due.length;
    if (due.length < MAX_SWEPT) break;
  }
  return count;
}
