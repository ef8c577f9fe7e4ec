import { doubtAbout } from "~/domain/service-types/results";
import { withUnit } from "~/domain/service-types/with-unit";
import type { DayTask } from "./day";

/** The text of a number field when it loses focus. */
export interface TypedText {
  text: string;
  /** The browser cannot parse it as a number and returns an empty text. */
  isBadInput: boolean;
}

export type TypedValue<Value> =
  /** Nothing to record: empty, or already recorded. */
  | { kind: "unchanged" }
  | { kind: "wrong"; message: string }
  /** Probably a typing error: recorded only after confirmation. */
  | { kind: "doubtful"; value: Value; question: string }
  | { kind: "ready"; value: Value };

export type TypedFigure = TypedValue<number>;

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

/** How to record a typed text; clearing the field does not remove a recorded text. */
export function readNote({ result }: Pick<DayTask, "result">, text: string): TypedValue<string> {
  const value = text.trim();
  const recorded = result?.kind === "note" ? result.text.trim() : "";
  return value === "" || value === recorded ? { kind: "unchanged" } : { kind: "ready", value };
}

/** Note for the office about a doubtful figure that was not confirmed before the job ended; null if it is not doubtful. */
export function unconfirmedNote(
  task: Pick<DayTask, "title" | "unit" | "min" | "max" | "result">,
  text: string,
): string | null {
  const typed = readFigure(task, { text, isBadInput: false });
  if (typed.kind !== "doubtful") return null;
  const figure = (value: number) => withUnit(value, task.unit);
  const recorded =
    task.result?.kind === "measurement" ? `${figure(task.result.value)} stays recorded` : "Nothing is recorded";
  return `NOT CONFIRMED. ${task.title}: ${figure(typed.value)} was entered and not confirmed. ${recorded}.`;
}
