import { recordQueueCheck } from "~/domain/operations/check.server";
import type { MoveJob, QueueCheck } from "~/domain/operations/checks";
import type { OutboxRow, WebhookWake } from "~/domain/providers";
import type { ArchiveJob } from "~/domain/shared/archive-job";
import { logUnforeseen } from "~/domain/shared/log.server";
import { systemCtx } from "../context";
import type { Env } from "../env";

type Work = OutboxRow | WebhookWake | MoveJob | ArchiveJob;

const isCheck = (message: Message<Work | QueueCheck>): message is Message<QueueCheck> => "checkedAt" in message.body;
const isWork = (message: Message<Work | QueueCheck>): message is Message<Work> => !isCheck(message);

/** Takes out of a batch what only asks whether the queue comes round; the rest is the consumer's. */
export async function answerChecks(
  batch: MessageBatch<Work | QueueCheck>,
  env: Env,
  execution: ExecutionContext,
): Promise<MessageBatch<Work>> {
  const ctx = await systemCtx(env, (work) => execution.waitUntil(work));
  for (const message of batch.messages.filter(isCheck)) {
    try {
      // From the dead-letter queue it did not come round.
      if (!batch.queue.endsWith("-dead")) await recordQueueCheck(ctx, message.body);
    } catch (error) {
      logUnforeseen(ctx.request.id, "checks/queue", error);
    }
    // Not again: the next one is on its way, and this one is seen to be missing.
    message.ack();
  }
  return {
    queue: batch.queue,
    metadata: batch.metadata,
    messages: batch.messages.filter(isWork),
    ackAll: () => batch.ackAll(),
    retryAll: (options) => batch.retryAll(options),
  };
}
