import { sweepBanks } from "~/domain/finance/bank-link/jobs.server";
import { sweepOutbox } from "~/domain/outbox/deliver.server";
import { forgetOldRecords } from "~/domain/outbox/forget.server";
import { systemCtx } from "../context";
import type { Env } from "../env";

/** Every minute: quiet banks are asked, what a queue lost is handed out again; every hour old keys and tokens are forgotten. */
export async function sweep(event: ScheduledController, env: Env, execution: ExecutionContext): Promise<void> {
  const ctx = systemCtx(env, (work) => execution.waitUntil(work));
  await sweepBanks(ctx);
  await sweepOutbox(ctx);
  if (new Date(event.scheduledTime).getUTCMinutes() === 0) await forgetOldRecords(ctx);
}
