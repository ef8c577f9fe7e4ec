import { systemCtx } from "#worker/context";
import type { Env } from "#worker/env";
import type { MoveJob } from "~/domain/operations/checks";
import type { DueWebhookEndpoint, OutboxRow } from "~/domain/providers";
import { logUnforeseen } from "~/domain/shared/log.server";
import { onShard } from "~/domain/shared/shards.server";
import type { ArchiveJob } from "~/domain/work-orders/archive/archive";
import { runArchiving } from "~/domain/work-orders/archive/carry-out.server";
import { takeMessages } from "./take-messages";

type Work = OutboxRow | DueWebhookEndpoint | MoveJob;

const isArchiving = (message: Message<Work | ArchiveJob>): message is Message<ArchiveJob> =>
  "archiveShard" in message.body;

/** Handles the batch's messages that archive details of closed work orders; returns the others. */
export async function continueArchiving(
  batch: MessageBatch<Work | ArchiveJob>,
  env: Env,
  execution: ExecutionContext,
): Promise<MessageBatch<Work>> {
  const { taken, rest } = takeMessages<ArchiveJob, Work>(batch, isArchiving);
  for (const message of taken) {
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
  return rest;
}
