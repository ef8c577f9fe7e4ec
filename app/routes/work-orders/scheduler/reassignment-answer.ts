import { answerOf } from "~/components/board/move-answer";

export type ReassignmentAnswer =
  | { kind: "rescued"; id: string; jobs: number }
  | { kind: "undone" }
  | { kind: "refused"; message: string };

/** Reads what the scheduler's action answers to a reassigned day or to its undoing. */
export function reassignmentAnswerOf(data: unknown): ReassignmentAnswer {
  const answer = record(data);
  const { id, jobs } = record(answer.rescued);
  if (typeof id === "string" && typeof jobs === "number") return { kind: "rescued", id, jobs };
  if ("undone" in answer) return { kind: "undone" };
  const told = answerOf(data);
  const message = told.kind === "session-ended" || told.kind === "moved" ? "Your session has ended." : told.message;
  return { kind: "refused", message };
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};
