import { deliver } from "~/domain/outbox/deliver.server";
import { systemCtx } from "../context";
import type { Env } from "../env";

/** Each message is the id of an outbox row. Each is acknowledged by itself: one that fails does not bring back the others. */
export async function consumeOutbox(batch: MessageBatch<string>, env: Env, execution: ExecutionContext): Promise<void> {
  for (const message of batch.messages) {
    // Each begins at its own instant: the one before may have taken long.
    await deliver(
      systemCtx(env, (work) => execution.waitUntil(work)),
      message.body,
    );
    // A failed row keeps its own due time in the database: the sweep brings it back, not the queue.
    message.ack();
  }
}
