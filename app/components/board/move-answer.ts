/** What became of a move, as the screen can act on it. */
export type MoveAnswer =
  | { kind: "moved" }
  /** It did not get there, or nobody knows: the same move may be sent again. */
  | { kind: "unreached"; message: string }
  | { kind: "session-ended" }
  /** `gaps`: the job is not done yet, and its sheet says what is missing. */
  | { kind: "refused"; message: string; gaps: boolean };

/** A refusal that no server gave: it did not get there. Any form shows it as it shows the others. */
export function unreached(error: unknown) {
  const message =
    error instanceof TypeError
      ? "Not saved, you are offline."
      : "Not saved, the server is in trouble. Please try again.";
  return { unreached: true, lastResult: { status: "error", error: { "": [message] } } } as const;
}

/** Reads the answer of the board's action. */
export function answerOf(data: unknown): MoveAnswer {
  const answer = record(data);
  if ("moved" in answer) return { kind: "moved" };
  if (answer.sessionEnded === true) return { kind: "session-ended" };
  const errors = Object.values(record(record(answer.lastResult).error)).flat();
  const message = errors.filter((one) => typeof one === "string").join(" ");
  if (answer.unreached === true) return { kind: "unreached", message };
  return { kind: "refused", message, gaps: needsOf(answer.details).includes("can_complete") };
}

function needsOf(details: unknown): unknown[] {
  const { missing } = record(details);
  return Array.isArray(missing) ? missing.map((item) => record(item).need) : [];
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
