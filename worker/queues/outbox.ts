import { deliver } from "~/domain/outbox/deliver.server";
import { systemCtx } from "../context";
import type { Env } from "../env";

/** Each message is the id of an outbox row. Each is acknowledged by itself: one that fails does not bring back the others. */
export async function consumeOutbox(batch: MessageBatch<string>, env: Env, execution: ExecutionContext): Promise<void> {
  const ctx = systemCtx(env, (work) => execution.waitUntil(work));
  for (const message of batch.messages) {
    await deliver(ctx, message.body);
    // A failed row keeps its own due time in the database: the sweep brings it back, not the queue.
    message.ack();
  }
}
