import type { PlaybookTask } from "./playbook";
import { withUnit } from "./with-unit";

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

/** Whether a task takes that result: one of its own kind, and a reading also that it does not apply. */
export function takesResult({ kind }: Pick<PlaybookTask, "kind">, result: TaskResult): boolean {
  if (result.kind === kind) return true;
  return kind === "reading" && result.kind === "check" && result.answer === "not_applicable";
}

/** Evaluates a result; no result, an empty one or one of another kind leaves the task open. */
export function judge(task: PlaybookTask, result: TaskResult | null): Verdict {
  if (result === null || !takesResult(task, result)) return OPEN;
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

/** What a person did with a task, to follow their name: "recorded 12 psi". */
export function resultDescription(
  { unit, outcome }: { unit: string | null; outcome: "pass" | "fail" | null },
  result: TaskResult | null,
): string {
  switch (result?.kind) {
    case "measurement":
      return `recorded ${withUnit(result.value, unit)}`;
    case "note":
      return `wrote "${result.text.slice(0, 80)}"`;
    case "check":
      if (outcome === "fail") return `marked it as failed${result.remark ? `: ${result.remark}` : ""}`;
      if (result.answer !== "not_applicable") return "checked it off";
      return `marked it as not applicable${result.remark ? `: ${result.remark}` : ""}`;
    case "photo":
    case "signature":
    case "reading":
    case undefined:
      return "checked it off";
  }
}

function judgeMeasurement({ title, unit, min, max }: PlaybookTask, value: number): Verdict {
  if (!Number.isFinite(value)) return OPEN;
  const figure = (number: number) => withUnit(number, unit);
  if (min !== null && value < min) return failed(`${title}: ${figure(value)} is below ${figure(min)}.`);
  if (max !== null && value > max) {
    const above = `${title}: ${figure(value)} is above ${figure(max)}.`;
    return failed(isCarbonMonoxide({ title, unit }) ? `${above} ${SHUT_DOWN}` : above);
  }
  return PASS;
}

type Measured = Pick<PlaybookTask, "title" | "unit" | "min" | "max">;

export const SHUT_DOWN = "Shut down and tag the equipment.";

const isCarbonMonoxide = ({ title, unit }: Pick<Measured, "title" | "unit">) =>
  unit?.trim().toLowerCase() === "ppm" && (/\bCO\b/.test(title) || /carbon monoxide/i.test(title));

/** Carbon monoxide above its limit: the equipment must not run, and the job stops. */
export function isUnsafe(task: Measured, result: TaskResult | null): boolean {
  if (result?.kind !== "measurement" || task.max === null) return false;
  return isCarbonMonoxide(task) && result.value > task.max;
}

/** Units whose values cannot be negative. */
const NEVER_NEGATIVE = new Set([
  "ppm",
  "%",
  "a",
  "v",
  "µf",
  "µa",
  "cfm",
  "lb",
  "oz",
  "ω",
  "kw",
  "w",
  "rpm",
  "min",
  "h",
]);

const ANY_FIGURE = 100_000;

/**
 * Returns the question to ask about a value that is probably a typing error: negative, outside its limits by more than ten
 * times their width, or larger than any gauge shows. Null for a plausible value. It can still be saved.
 */
export function doubtAbout({ unit, min, max }: Omit<Measured, "title">, value: number): string | null {
  const width = min !== null && max !== null ? max - min : 0;
  const reach = 10 * Math.max(width, width === 0 ? Math.abs(max ?? min ?? 0) : 0, 1);
  const isBeyond = (max ?? min) !== null && (value > (max ?? min ?? 0) + reach || value < (min ?? max ?? 0) - reach);
  const isNegative = value < 0 && unit !== null && NEVER_NEGATIVE.has(unit.trim().toLowerCase());
  if (!isBeyond && !isNegative && Math.abs(value) < ANY_FIGURE) return null;
  const figure = withUnit(value.toLocaleString("en-US", { maximumFractionDigits: 6 }), unit);
  return `${figure} is unusual. Is it correct?`;
}

function failed(message: string): Verdict {
  return { outcome: "fail", message };
}
