import { systemCtx } from "#worker/context";
import type { Env } from "#worker/env";
import type { MoveJob } from "~/domain/operations/checks";
import type { DueWebhookEndpoint, OutboxRow } from "~/domain/providers";
import { logUnforeseen } from "~/domain/shared/log.server";
import { onShard } from "~/domain/shared/shards.server";
import type { ArchiveJob } from "~/domain/work-orders/archive/archive";
import { runArchiving } from "~/domain/work-orders/archive/carry-out.server";

type Work = OutboxRow | DueWebhookEndpoint | MoveJob;

const isArchiving = (message: Message<Work | ArchiveJob>): message is Message<ArchiveJob> =>
  "archiveShard" in message.body;
const isWork = (message: Message<Work | ArchiveJob>): message is Message<Work> => !isArchiving(message);

/** Handles the batch's messages that archive details of closed work orders; returns the others. */
export async function continueArchiving(
  batch: MessageBatch<Work | ArchiveJob>,
  env: Env,
  execution: ExecutionContext,
): Promise<MessageBatch<Work>> {
  for (const message of batch.messages.filter(isArchiving)) {
    const ctx = await systemCtx(env, (work) => execution.waitUntil(work));
    try {
      const next = await runArchiving(onShard(ctx, message.body.archiveShard), message.body);
      if (next) await ctx.providers.operations.queueArchiving(next);
    } catch (error) {
      logUnforeseen(ctx.request.id, "archiving", error);
    }
    // Not retried: the next night's run finds what is left.
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
