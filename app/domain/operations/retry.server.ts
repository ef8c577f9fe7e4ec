import { sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { operatorActions } from "#drizzle/schema/operations";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { outboxes, queueOf } from "~/domain/shared/outbox.server";
import { onceInIdentity } from "~/domain/shared/write.server";
import { allowOperator, allowOperatorFully, requireSecondStep, secondStepOf } from "./allow.server";
import { MAX_RETRIED, TOPICS, type Topic } from "./figures";
import { RetryFailed } from "./schema";

const across = sql.raw(acrossTenants);

/** How many deliveries of a topic failed for good; counted to one more than a press tries again. @throws DomainError not_found */
export async function countFailed(ctx: Ctx, given: string): Promise<{ topic: Topic; label: string; count: number }> {
  const operator = allowOperator(ctx);
  const known = RetryFailed.safeParse({ topic: given });
  if (!known.success) throw notFound();
  const { topic } = known.data;
  const { side, label } = TOPICS[topic];
  const [secondStep, [row]] = await Promise.all([
    secondStepOf(ctx, operator),
    ctx.db.all<{ count: number }>(sql`
      SELECT count(*) AS count FROM (SELECT ${across} id FROM ${outboxes[side]}
      WHERE failed_at IS NOT NULL AND topic = ${topic} LIMIT ${MAX_RETRIED + 1})`),
  ]);
  requireSecondStep(ctx, secondStep);
  return { topic, label, count: row?.count ?? 0 };
}

/**
 * Delivers what failed for good once more, with all its tries before it: up to a hundred rows, those that failed first. Who did
 * it is noted.
 * @throws DomainError not_found for everybody but operators
 */
export async function retryFailed(ctx: Ctx, { topic }: RetryFailed): Promise<{ topic: Topic; retried: number }> {
  const { userId } = await allowOperatorFully(ctx);
  const { side } = TOPICS[topic];
  const at = ctx.now.toISOString();
  return onceInIdentity(ctx, "retryFailed", { topic }, async (commit) => {
    const rows = await ctx.db.all<{ id: string }>(sql`
      UPDATE ${outboxes[side]} SET failed_at = NULL, attempts = 0, due_at = ${at} WHERE failed_at IS NOT NULL AND id IN (
        SELECT ${across} id FROM ${outboxes[side]}
        WHERE failed_at IS NOT NULL AND topic = ${topic} ORDER BY failed_at LIMIT ${MAX_RETRIED})
      RETURNING id`);
    const sent = rows.map(({ id }) => ({ side, id }));
    if (sent.length > 0) ctx.after(ctx.providers.outbox.notify(sent, { queue: queueOf(topic) }));
    return commit(null, {
      writes: [
        ctx.db.insert(operatorActions).values({ id: ctx.newId(), operatorId: userId, action: "retry", topic, at }),
      ],
      result: { topic, retried: rows.length },
    });
  });
}
