import { runChecks } from "~/domain/operations/check.server";
import { CHECK_EVERY_MINUTES } from "~/domain/operations/checks";
import { systemCtx } from "../context";
import type { Env } from "../env";

/** Runs every five minutes. */
export async function checkSystems(event: ScheduledController, env: Env, execution: ExecutionContext): Promise<void> {
  if (new Date(event.scheduledTime).getUTCMinutes() % CHECK_EVERY_MINUTES !== 1) return;
  await runChecks(await systemCtx(env, (work) => execution.waitUntil(work)));
}
