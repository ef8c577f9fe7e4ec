import { sql } from "drizzle-orm";
import { acrossTenants, type Side } from "#drizzle/d1/guard";
import { operatorActions } from "#drizzle/schema/operations";
import { requeueSubjects } from "~/domain/outbox/requeue.server";
import { TOPICS, type Topic } from "~/domain/outbox/topics";
import type { OutboxRow } from "~/domain/providers";
import { attempt } from "~/domain/shared/attempt.server";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { outboxes } from "~/domain/shared/outbox.server";
import { onWorkingShards, openShards, ownersAreOnThisShard } from "~/domain/shared/shards.server";
import { onceInIdentity } from "~/domain/shared/write.server";
import { allowOperator, allowOperatorFully, requireSecondStep, secondStepOf } from "./allow.server";
import { MAX_RETRIED } from "./figures";
import { RetryFailed } from "./schema";

const across = sql.raw(acrossTenants);
const here = (side: Side) => (side === "tenants" ? sql`AND ${ownersAreOnThisShard}` : sql``);

/** The databases with a side's rows, without closed ones; the directory is not a shard. */
function databasesOf(ctx: Ctx, side: Side): { db: Ctx["db"]; shard: string | null }[] {
  if (side === "identity") return [{ db: ctx.db, shard: null }];
  return openShards(ctx).map((shard) => ({ db: ctx.shards.on(shard).db, shard }));
}

/**
 * How many deliveries of a topic have failed for good, counted up to one more than a click retries.
 * @throws DomainError not_found
 */
export async function countFailed(ctx: Ctx, given: string): Promise<{ topic: Topic; label: string; count: number }> {
  const operator = allowOperator(ctx);
  const known = RetryFailed.safeParse({ topic: given });
  if (!known.success) throw notFound();
  const { topic } = known.data;
  const { side, label } = TOPICS[topic];
  const countIn = ({ db }: Ctx) =>
    db.all<{ count: number }>(sql`
      SELECT count(*) AS count FROM (SELECT ${across} id FROM ${outboxes[side]}
      WHERE failed_at IS NOT NULL AND topic = ${topic} ${here(side)} LIMIT ${MAX_RETRIED + 1})`);
  const [secondStep, { answers: counts }] = await Promise.all([
    secondStepOf(ctx, operator),
    side === "identity"
      ? countIn(ctx).then((rows) => ({ answers: [rows] }))
      : onWorkingShards(ctx, "operations/failed", countIn),
  ]);
  requireSecondStep(ctx, secondStep);
  const count = counts.flat().reduce((sum, row) => sum + row.count, 0);
  return { topic, label, count: Math.min(count, MAX_RETRIED + 1) };
}

/**
 * Retries deliveries that failed for good, with a full set of attempts: up to a hundred rows, earliest failures first, one
 * database after the other, with the messages and exports that failed. A shard that fails is skipped. Records who did it.
 * @throws DomainError not_found for anyone but operators
 */
export async function retryFailed(ctx: Ctx, { topic }: RetryFailed): Promise<{ topic: Topic; retried: number }> {
  const { userId } = await allowOperatorFully(ctx);
  const { side } = TOPICS[topic];
  const at = ctx.now.toISOString();
  return onceInIdentity(ctx, "retryFailed", { topic }, async (commit) => {
    const sent: OutboxRow[] = [];
    for (const { db, shard } of databasesOf(ctx, side)) {
      const failed = sql`
        SELECT ${across} id FROM ${outboxes[side]}
        WHERE failed_at IS NOT NULL AND topic = ${topic} ${here(side)} ORDER BY failed_at LIMIT ${MAX_RETRIED - sent.length}`;
      const retry = db.all<{ id: string }>(sql`
        UPDATE ${outboxes[side]} SET failed_at = NULL, attempts = 0, due_at = ${at} WHERE failed_at IS NOT NULL AND id IN (${failed})
        RETURNING id`);
      if (shard === null) sent.push(...(await retry).map(({ id }): OutboxRow => ({ side: "identity", id })));
      else
        await attempt(ctx, `operations/retry/shard ${shard}`, async () => {
          const rows = (await db.batch([...requeueSubjects({ db }, failed), retry]))[3];
          sent.push(...rows.map(({ id }): OutboxRow => ({ side: "tenants", shard, id })));
        });
    }
    if (sent.length > 0) ctx.after(ctx.providers.outbox.notify(sent.map((row) => ({ row, topic }))));
    return commit(null, {
      writes: [
        ctx.db.insert(operatorActions).values({ id: ctx.newId(), operatorId: userId, action: "retry", topic, at }),
      ],
      result: { topic, retried: sent.length },
    });
  });
}
