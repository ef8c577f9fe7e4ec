import { systemCtx } from "#worker/context";
import type { Env } from "#worker/env";
import { recordQueueCheck } from "~/domain/operations/check.server";
import type { MoveJob, QueueCheck } from "~/domain/operations/checks";
import type { DueWebhookEndpoint, OutboxRow } from "~/domain/providers";
import { logUnforeseen } from "~/domain/shared/log.server";
import type { ArchiveJob } from "~/domain/work-orders/archive/archive";
import { takeMessages } from "./take-messages";

type Work = OutboxRow | DueWebhookEndpoint | MoveJob | ArchiveJob;

const isCheck = (message: Message<Work | QueueCheck>): message is Message<QueueCheck> => "checkedAt" in message.body;

/** Handles the batch's messages that test the queue; returns the others. */
export async function answerChecks(
  batch: MessageBatch<Work | QueueCheck>,
  env: Env,
  execution: ExecutionContext,
): Promise<MessageBatch<Work>> {
  const { taken, rest } = takeMessages<QueueCheck, Work>(batch, isCheck);
  for (const message of taken) {
    const ctx = await systemCtx(env, (work) => execution.waitUntil(work));
    try {
      // A check that ended up in the dead-letter queue has failed.
      if (!batch.queue.endsWith("-dead")) await recordQueueCheck(ctx, message.body);
    } catch (error) {
      logUnforeseen(ctx.request.id, "checks/queue", error);
    }
    // Not retried: the next check follows, and a missing one is noticed.
    message.ack();
  }
  return rest;
}
