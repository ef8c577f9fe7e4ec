import type { Ctx } from "./context";
import { logUnforeseen } from "./log.server";

/**
 * Runs one of several tasks that do not depend on each other: a failure is logged under the name and does not stop the others.
 * Returns whether the task succeeded.
 */
export async function attempt(ctx: Ctx, name: string, run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    logUnforeseen(ctx.request.id, name, error);
    return false;
  }
}
