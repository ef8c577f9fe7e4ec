import { doubtAbout } from "~/domain/service-types/results";
import type { DayTask } from "./day";

/** The text of a number field when it loses focus. */
export interface TypedText {
  text: string;
  /** The browser cannot parse it as a number and returns an empty text. */
  isBadInput: boolean;
}

export type TypedFigure =
  /** Nothing to record: empty, or already recorded. */
  | { kind: "unchanged" }
  | { kind: "wrong"; message: string }
  /** Probably a typing error: recorded only after confirmation. */
  | { kind: "doubtful"; value: number; question: string }
  | { kind: "ready"; value: number };

/** Decides what to do with a number that is recorded automatically. */
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
