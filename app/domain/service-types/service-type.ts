import { withUnit } from "./with-unit";

/** A reading is taken with gauges at a refrigerant circuit; a measurement is any other figure with a unit. */
export const TASK_KINDS = ["check", "measurement", "photo", "signature", "reading", "note"] as const;

export type TaskKind = (typeof TASK_KINDS)[number];

export const TASK_KIND_LABELS: Record<TaskKind, string> = {
  check: "Check",
  measurement: "Measurement",
  photo: "Photo",
  signature: "Signature",
  reading: "Refrigerant reading",
  note: "Note",
};

export type ServiceTask = {
  id: string;
  /** Starts at 1, without gaps. */
  sequence: number;
  title: string;
  instructions: string | null;
  kind: TaskKind;
  required: boolean;
  skills: readonly string[];
  active: boolean;
  /** For a measurement: its unit, and the minimum and maximum that pass, both included. */
  unit: string | null;
  min: number | null;
  max: number | null;
};

type TaskProblem = { field: "title" | "unit" | "min" | "max"; message: string };

/** Errors of a task as entered; only a measurement has a unit and limits. */
export function taskProblems(task: Pick<ServiceTask, "title" | "kind" | "unit" | "min" | "max">): TaskProblem[] {
  const problems: TaskProblem[] = [];
  if (!task.title.trim()) problems.push({ field: "title", message: "Enter what the technician should do." });
  if (task.kind !== "measurement") {
    if (task.unit !== null) problems.push({ field: "unit", message: "Only a measurement has a unit." });
    if (task.min !== null) problems.push({ field: "min", message: "Only a measurement has limits." });
    if (task.max !== null) problems.push({ field: "max", message: "Only a measurement has limits." });
    return problems;
  }
  if (!task.unit?.trim()) problems.push({ field: "unit", message: "Enter the unit of measure." });
  if (task.min !== null && task.max !== null && task.min > task.max) {
    problems.push({ field: "max", message: "The maximum is below the minimum." });
  }
  return problems;
}

/** "50 to 70 °F", "-6% to 6%", "at least 3 µA", "at most 100 ppm", "°F". */
export function limitsText({ unit, min, max }: Pick<ServiceTask, "unit" | "min" | "max">): string {
  const measured = (number: number) => withUnit(number, unit);
  if (min !== null && max !== null) return `${unit === "%" ? measured(min) : min} to ${measured(max)}`;
  if (min !== null) return `at least ${measured(min)}`;
  if (max !== null) return `at most ${measured(max)}`;
  return unit ?? "";
}

export function nextSequence(tasks: readonly Pick<ServiceTask, "sequence">[]): number {
  return tasks.reduce((highest, { sequence }) => Math.max(highest, sequence), 0) + 1;
}

/**
 * Returns the tasks in their new order, numbered from 1. Tasks missing from `ids` (hidden by a filter) keep their positions;
 * null if an id is unknown or repeated.
 */
export function reorderTasks<T extends Pick<ServiceTask, "id" | "sequence">>(
  tasks: readonly T[],
  ids: readonly string[],
): T[] | null {
  const inOrder = tasks.toSorted((a, b) => a.sequence - b.sequence);
  const byId = new Map(inOrder.map((task) => [task.id, task]));
  const moving = ids.flatMap((id) => byId.get(id) ?? []);
  if (moving.length !== ids.length || new Set(ids).size !== ids.length) return null;
  const next = moving.values();
  const named = new Set(ids);
  return inOrder
    .map((task) => (named.has(task.id) ? (next.next().value ?? task) : task))
    .map((task, index) => ({ ...task, sequence: index + 1 }));
}

export const SERVICE_CATEGORIES = [
  "maintenance",
  "repair",
  "installation",
  "inspection",
  "emergency",
  "other",
] as const;

export type ServiceCategory = (typeof SERVICE_CATEGORIES)[number];

export const SERVICE_CATEGORY_LABELS: Record<ServiceCategory, string> = {
  maintenance: "Maintenance",
  repair: "Repair",
  installation: "Installation",
  inspection: "Inspection",
  emergency: "Emergency",
  other: "Other",
};

export const MAX_TASKS = 100;

/** Common units of measurement in the trade, as suggestions. */
export const USUAL_UNITS = ["°F", "psig", "in. w.c.", "A", "V", "µF", "ppm", "%", "CFM", "lb", "Ω", "µA"] as const;

/** Parses "2 x Filter 16x25" or "Filter 16x25", one part per line, ignoring blank lines. */
export function partsFromText(text: string): { name: string; quantity: number }[] {
  return text
    .split("\n")
    .map((line) => line.trim().replace(/\s+/g, " "))
    .filter((line) => line !== "")
    .map((line) => {
      const [, count, name] = /^(\d+(?:\.\d+)?)\s*(?:x|×)\s+(.+)$/i.exec(line) ?? [];
      return count && name ? { name, quantity: Number(count) } : { name: line, quantity: 1 };
    });
}

/** Formats parts the way they are typed. */
export function partsText(parts: readonly { name: string; quantity: number }[]): string {
  return parts.map(({ name, quantity }) => (quantity === 1 ? name : `${quantity} x ${name}`)).join("\n");
}
