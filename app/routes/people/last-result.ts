import type { SubmissionResult } from "@conform-to/react";

/** A refusal belongs to the form that was sent: the others of the screen stay as they are. */
export function lastResultOf(
  lastResult: SubmissionResult<string[]> | undefined,
  intent: string,
): SubmissionResult<string[]> | undefined {
  return lastResult?.initialValue?.intent === intent ? lastResult : undefined;
}
