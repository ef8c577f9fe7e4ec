import { deliver, markFailed } from "~/domain/outbox/deliver.server";
import type { OutboxRow, WebhookWake } from "~/domain/providers";
import { systemCtx } from "../context";
import type { Env } from "../env";
import { consumeWebhooks } from "./webhooks";

/** Queue consumer. Each message names an outbox row, and is acknowledged or retried by itself. */
async function consumeOutbox(batch: MessageBatch<OutboxRow>, env: Env, execution: ExecutionContext): Promise<void> {
  for (const message of batch.messages) {
    // Each begins at its own instant: the one before may have taken long.
    const ctx = await systemCtx(env, (work) => execution.waitUntil(work));
    const delivery = await deliver(ctx, message.body);
    switch (delivery.outcome) {
      case "retry":
        message.retry({ delaySeconds: delivery.delaySeconds });
        break;
      case "busy":
        // A message of its own, since a retry would count toward max_retries.
        await queueOf(batch.queue, env).send(message.body, { delaySeconds: delivery.delaySeconds });
        message.ack();
        break;
      case "delivered":
      case "failed":
        message.ack();
    }
  }
}

function queueOf(name: string, env: Env): Queue<OutboxRow> {
  if (name === "plenum-bank") return env.BANK;
  if (name === "plenum-exports") return env.EXPORTS;
  return name === "plenum-code-hosts" ? env.CODE_HOSTS : env.OUTBOX;
}

/** Consumer of the dead-letter queues: what max_retries has given up is marked, so that an Admin sees it. */
async function consumeDeadLetters(
  batch: MessageBatch<OutboxRow>,
  env: Env,
  execution: ExecutionContext,
): Promise<void> {
  const ctx = await systemCtx(env, (work) => execution.waitUntil(work));
  for (const message of batch.messages) {
    await markFailed(ctx, message.body);
    message.ack();
  }
}

/** Every queue of wrangler.toml. */
export function consumeQueue(
  batch: MessageBatch<OutboxRow | WebhookWake>,
  env: Env,
  execution: ExecutionContext,
): Promise<void> {
  if (isOfWebhooks(batch)) return consumeWebhooks(batch, env, execution);
  if (!isOfOutboxes(batch)) throw new Error(`no consumer of ${batch.queue}`);
  return batch.queue.endsWith("-dead")
    ? consumeDeadLetters(batch, env, execution)
    : consumeOutbox(batch, env, execution);
}

type AnyBatch = MessageBatch<OutboxRow | WebhookWake>;

const isWebhook = (queue: string) => queue.endsWith("-webhooks");
/** Guarantee: a queue carries what its producers put in, which their types say. */
const isOfWebhooks = (batch: AnyBatch): batch is MessageBatch<WebhookWake> => isWebhook(batch.queue);
const isOfOutboxes = (batch: AnyBatch): batch is MessageBatch<OutboxRow> => !isWebhook(batch.queue);
