import { systemCtx } from "#worker/context";
import type { Env } from "#worker/env";
import { runChecks } from "~/domain/operations/check.server";
import { CHECK_EVERY_MINUTES } from "~/domain/operations/checks";

/** Runs every five minutes. */
export async function checkSystems(event: ScheduledController, env: Env, execution: ExecutionContext): Promise<void> {
  if (new Date(event.scheduledTime).getUTCMinutes() % CHECK_EVERY_MINUTES !== 1) return;
  await runChecks(await systemCtx(env, (work) => execution.waitUntil(work)));
}
