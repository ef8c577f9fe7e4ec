import { systemCtx } from "#worker/context";
import type { Env } from "#worker/env";
import type { MoveJob } from "~/domain/operations/checks";
import { runMove } from "~/domain/operations/tenant-moves/run.server";
import type { DueWebhookEndpoint, OutboxRow } from "~/domain/providers";
import { logUnforeseen } from "~/domain/shared/log.server";
import { takeMessages } from "./take-messages";

/** Delay while another run holds the lease. */
const BUSY_SECONDS = 2;
const MORE_SECONDS = 1;
const RETRY_SECONDS = 3;

type Work = OutboxRow | DueWebhookEndpoint;

const isMove = (message: Message<Work | MoveJob>): message is Message<MoveJob> => "moveId" in message.body;

/** Handles the batch's messages that continue tenant moves; returns the others. */
export async function continueMoves(
  batch: MessageBatch<Work | MoveJob>,
  env: Env,
  execution: ExecutionContext,
): Promise<MessageBatch<Work>> {
  const { taken, rest } = takeMessages<MoveJob, Work>(batch, isMove);
  for (const message of taken) {
    // The sweep resumes moves the queue has stopped retrying.
    if (!batch.queue.endsWith("-dead")) await continueMove(message.body, env, execution);
    message.ack();
  }
  return rest;
}

/** Runs one step of a move; the next step is a new message. */
async function continueMove(job: MoveJob, env: Env, execution: ExecutionContext): Promise<void> {
  const ctx = await systemCtx(env, (work) => execution.waitUntil(work));
  const again = (delaySeconds: number) => ctx.providers.operations.queueMove(job, { delaySeconds });
  try {
    const outcome = await runMove(ctx, job);
    if (outcome === "more") await again(MORE_SECONDS);
    if (outcome === "busy") await again(BUSY_SECONDS);
  } catch (error) {
    logUnforeseen(ctx.request.id, "tenant move", error);
    await again(RETRY_SECONDS);
  }
}
