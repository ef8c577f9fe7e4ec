import { sweepOutbox } from "~/domain/outbox/deliver.server";
import { forgetOldRecords } from "~/domain/outbox/forget.server";
import { systemCtx } from "../context";
import type { Env } from "../env";

/** Every minute: what the queue lost is handed out again; every hour old keys and tokens are forgotten. */
export async function sweep(event: ScheduledController, env: Env, execution: ExecutionContext): Promise<void> {
  const ctx = systemCtx(env, (work) => execution.waitUntil(work));
  await sweepOutbox(ctx);
  if (new Date(event.scheduledTime).getUTCMinutes() === 0) await forgetOldRecords(ctx);
}
