import { systemCtx } from "#worker/context";
import type { Env } from "#worker/env";
import type { DueWebhookEndpoint } from "~/domain/providers";
import { isMoving } from "~/domain/shared/database-errors.server";
import { logUnforeseen } from "~/domain/shared/log.server";
import { onShard, whereabouts } from "~/domain/shared/shards.server";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { deliverWebhooks } from "~/domain/webhooks/deliver.server";

/** The sweep picks up anything due later than this. */
const MAX_DELAY_MS = MINUTE_MS;
const RETRY_SECONDS = 60;
/** A business moving to another shard arrives within seconds. */
const MOVING_SECONDS = 3;

/**
 * Consumer of both webhook queues. The endpoints of a batch are handled concurrently, so that a slow one does not delay the
 * others; its next deliveries go to a separate queue.
 */
export async function consumeWebhooks(
  batch: MessageBatch<DueWebhookEndpoint>,
  env: Env,
  execution: ExecutionContext,
): Promise<void> {
  await Promise.all(batch.messages.map((message) => deliverMessage(message, env, execution)));
}

async function deliverMessage(
  message: Message<DueWebhookEndpoint>,
  env: Env,
  execution: ExecutionContext,
): Promise<void> {
  const { shard, orgId, endpointId, slow } = message.body;
  const baseCtx = await systemCtx(env, (work) => execution.waitUntil(work));
  const ctx = onShard(baseCtx, shard);
  try {
    const where = await whereabouts(baseCtx, { orgId }, shard);
    if (where.at !== "here") {
      const home = where.at === "elsewhere" ? where.shard : shard;
      await ctx.providers.webhooks.notify([{ shard: home, orgId, endpointId, slow }], { delaySeconds: MOVING_SECONDS });
      message.ack();
      return;
    }
    // API schemas, loaded on demand to keep the isolate's startup fast.
    const { webhookRecords } = await import("#worker/api/webhook-records");
    const next = await deliverWebhooks(ctx, { orgId, endpointId }, webhookRecords);
    if (next && next.dueInMs <= MAX_DELAY_MS) {
      const delaySeconds = Math.ceil(next.dueInMs / 1000);
      await ctx.providers.webhooks.notify([{ shard, orgId, endpointId, slow: next.slow }], { delaySeconds });
    }
    message.ack();
  } catch (error) {
    if (!isMoving(error)) logUnforeseen(ctx.request.id, "webhooks", error);
    message.retry({ delaySeconds: isMoving(error) ? MOVING_SECONDS : RETRY_SECONDS });
  }
}
