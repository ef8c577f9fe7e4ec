import { systemCtx } from "#worker/context";
import type { Env } from "#worker/env";
import { backoffSeconds, deliver, markFailed } from "~/domain/outbox/deliver.server";
import type { DueWebhookEndpoint, OutboxRow } from "~/domain/providers";
import type { Ctx } from "~/domain/shared/context";
import { logUnforeseen } from "~/domain/shared/log.server";
import { consumeWebhooks } from "./webhooks";

/** Each message names an outbox row, and is acknowledged or retried by itself. */
async function consumeOutbox(batch: MessageBatch<OutboxRow>, env: Env, execution: ExecutionContext): Promise<void> {
  await forEachMessage(batch, { env, execution }, async (ctx, message) => {
    const delivery = await deliver(ctx, message.body, { isRedelivered: message.attempts > 1 });
    switch (delivery.outcome) {
      case "retry":
        message.retry({ delaySeconds: delivery.delaySeconds });
        break;
      case "busy":
        // A new message, since a retry would count toward max_retries.
        await queueOf(batch.queue, env).send(message.body, { delaySeconds: delivery.delaySeconds });
        message.ack();
        break;
      case "delivered":
      case "waiting":
      case "failed":
        message.ack();
    }
  });
}

/**
 * Handles one message after the other. One that fails without a result, as when its database cannot be reached, is retried with
 * growing delays and does not hold up the rest.
 */
async function forEachMessage(
  batch: MessageBatch<OutboxRow>,
  { env, execution }: { env: Env; execution: ExecutionContext },
  handle: (ctx: Ctx, message: Message<OutboxRow>) => Promise<void>,
): Promise<void> {
  for (const message of batch.messages) {
    // Each message has its own start time: the previous one may have taken long.
    const ctx = await systemCtx(env, (work) => execution.waitUntil(work));
    try {
      await handle(ctx, message);
    } catch (error) {
      logUnforeseen(ctx.request.id, batch.queue, error);
      message.retry({ delaySeconds: backoffSeconds(message.attempts) });
    }
  }
}

function queueOf(name: string, env: Env): Queue<OutboxRow> {
  if (name === "plenum-bank") return env.BANK;
  if (name === "plenum-exports") return env.EXPORTS;
  return name === "plenum-code-hosts" ? env.CODE_HOSTS : env.OUTBOX;
}

/** Consumer of the dead-letter queues: marks messages that exceeded max_retries, so that an Admin sees them. */
async function consumeDeadLetters(
  batch: MessageBatch<OutboxRow>,
  env: Env,
  execution: ExecutionContext,
): Promise<void> {
  await forEachMessage(batch, { env, execution }, async (ctx, message) => {
    await markFailed(ctx, message.body);
    message.ack();
  });
}

/** Every queue of wrangler.toml. */
export function consumeQueue(
  batch: MessageBatch<OutboxRow | DueWebhookEndpoint>,
  env: Env,
  execution: ExecutionContext,
): Promise<void> {
  if (isOfWebhooks(batch)) return consumeWebhooks(batch, env, execution);
  if (!isOfOutboxes(batch)) throw new Error(`no consumer of ${batch.queue}`);
  return batch.queue.endsWith("-dead")
    ? consumeDeadLetters(batch, env, execution)
    : consumeOutbox(batch, env, execution);
}

type AnyBatch = MessageBatch<OutboxRow | DueWebhookEndpoint>;

const isWebhook = (queue: string) => queue.endsWith("-webhooks");
/** Guarantee: a queue contains only messages of its producers, which are typed. */
const isOfWebhooks = (batch: AnyBatch): batch is MessageBatch<DueWebhookEndpoint> => isWebhook(batch.queue);
const isOfOutboxes = (batch: AnyBatch): batch is MessageBatch<OutboxRow> => !isWebhook(batch.queue);
