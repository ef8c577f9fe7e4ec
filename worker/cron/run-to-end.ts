import { logUnforeseen } from "~/domain/shared/log.server";

/**
 * Runs tasks side by side, each to its end: reporting a failure would cut off the others. The platform logs the failure that is
 * thrown, and only that one.
 * @throws the first failure, after all have ended
 */
export async function runToEnd(name: string, tasks: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(tasks);
  const [first, ...others] = results.flatMap((result) => (result.status === "rejected" ? [result] : []));
  for (const { reason } of others) logUnforeseen(name, name, reason);
  if (first) throw first.reason;
}
