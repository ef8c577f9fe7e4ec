import { doubtAbout } from "~/domain/service-types/results";
import type { DayTask } from "./day";

/** What the field of a figure holds, as it is left. */
export interface TypedText {
  text: string;
  /** The browser cannot read it as a number: it gives an empty text for it. */
  isBadInput: boolean;
}

export type TypedFigure =
  /** Nothing to record: empty, or what is recorded already. */
  | { kind: "unchanged" }
  | { kind: "wrong"; message: string }
  /** Likelier a slip of the finger: recorded only once the question is answered. */
  | { kind: "doubtful"; value: number; question: string }
  | { kind: "ready"; value: number };

/** What becomes of a figure that records itself. */
export function readFigure(
  task: Pick<DayTask, "unit" | "min" | "max" | "result">,
  { text, isBadInput }: TypedText,
): TypedFigure {
  const trimmed = text.trim();
  if (trimmed === "" && !isBadInput) return { kind: "unchanged" };
  const value = Number(trimmed);
  if (isBadInput || !Number.isFinite(value)) return { kind: "wrong", message: "Enter a number" };
  if (task.result?.kind === "measurement" && task.result.value === value) return { kind: "unchanged" };
  const question = doubtAbout(task, value);
  return question === null ? { kind: "ready", value } : { kind: "doubtful", value, question };
}
