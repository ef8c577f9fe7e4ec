import type { WebhookWake } from "~/domain/providers";
import { logUnforeseen } from "~/domain/shared/log.server";
import { onShard } from "~/domain/shared/shards.server";
import { deliverWebhooks } from "~/domain/webhooks/deliver.server";
import { systemCtx } from "../context";
import type { Env } from "../env";

/** What is due later than this the sweep finds. */
const MAX_DELAY_MS = 60_000;
const RETRY_SECONDS = 60;

/**
 * Consumer of both queues of webhooks. The endpoints of a batch are worked on side by side, so that one that is slow to answer holds
 * up none of the others; next time it waits in a queue of its own kind.
 */
export async function consumeWebhooks(
  batch: MessageBatch<WebhookWake>,
  env: Env,
  execution: ExecutionContext,
): Promise<void> {
  await Promise.all(batch.messages.map((message) => wake(message, env, execution)));
}

async function wake(message: Message<WebhookWake>, env: Env, execution: ExecutionContext): Promise<void> {
  const { shard, orgId, endpointId } = message.body;
  const ctx = onShard(
    systemCtx(env, (work) => execution.waitUntil(work)),
    shard,
  );
  try {
    // What a record looks like in the API, which an isolate starts without.
    const { webhookRecords } = await import("../api/webhook-records");
    const next = await deliverWebhooks(ctx, { orgId, endpointId }, webhookRecords);
    if (next && next.dueInMs <= MAX_DELAY_MS) {
      const delaySeconds = Math.ceil(next.dueInMs / 1000);
      await ctx.providers.webhooks.wake([{ shard, orgId, endpointId, slow: next.slow }], { delaySeconds });
    }
    message.ack();
  } catch (error) {
    logUnforeseen(ctx.request.id, "webhooks", error);
    message.retry({ delaySeconds: RETRY_SECONDS });
  }
}
