import type { PlaybookTask } from "./playbook";

export const CHECK_ANSWERS = ["pass", "fail", "not_applicable"] as const;
type CheckAnswer = (typeof CHECK_ANSWERS)[number];

/** The technician's result for a task; evidence is referenced by id. */
export type TaskResult =
  | { kind: "check"; answer: CheckAnswer; remark: string | null }
  | { kind: "measurement"; value: number }
  | { kind: "photo"; photoIds: readonly string[] }
  | { kind: "signature"; signatureId: string }
  | { kind: "reading"; readingId: string; withinLimits: boolean | null }
  | { kind: "note"; text: string };

export type Verdict = { outcome: "open" | "pass" | "fail"; message: string | null };

const OPEN: Verdict = { outcome: "open", message: null };
const PASS: Verdict = { outcome: "pass", message: null };

/** Judges a result; none, an empty one or one of another type leaves the task open. */
export function judge(task: PlaybookTask, result: TaskResult | null): Verdict {
  if (result === null || result.kind !== task.kind) return OPEN;
  switch (result.kind) {
    case "check":
      return result.answer === "fail" ? failed(result.remark?.trim() || `${task.title} failed.`) : PASS;
    case "measurement":
      return judgeMeasurement(task, result.value);
    case "photo":
      return result.photoIds.length > 0 ? PASS : OPEN;
    case "signature":
      return PASS;
    case "reading":
      return result.withinLimits === false ? failed(`${task.title} is out of range.`) : PASS;
    case "note":
      return result.text.trim() ? PASS : OPEN;
  }
}

/** What a person did to a task, to follow their name: "recorded 12 psi". */
export function resultDescription(
  { unit, outcome }: { unit: string | null; outcome: "pass" | "fail" | null },
  result: TaskResult | null,
): string {
  switch (result?.kind) {
    case "measurement":
      return `recorded ${unit ? `${result.value} ${unit}` : result.value}`;
    case "note":
      return `wrote "${result.text.slice(0, 80)}"`;
    case "check":
      return outcome === "fail" ? `marked it as failed${result.remark ? `: ${result.remark}` : ""}` : "checked it off";
    case "photo":
    case "signature":
    case "reading":
    case undefined:
      return "checked it off";
  }
}

function judgeMeasurement({ title, unit, min, max }: PlaybookTask, value: number): Verdict {
  if (!Number.isFinite(value)) return OPEN;
  const figure = (number: number) => (unit ? `${number} ${unit}` : String(number));
  if (min !== null && value < min) return failed(`${title}: ${figure(value)} is below ${figure(min)}.`);
  if (max !== null && value > max) return failed(`${title}: ${figure(value)} is above ${figure(max)}.`);
  return PASS;
}

function failed(message: string): Verdict {
  return { outcome: "fail", message };
}
