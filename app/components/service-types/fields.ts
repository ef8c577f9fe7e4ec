import { DURATION_MINUTES, partsText } from "~/domain/service-types/catalogue";
import { toDecimal } from "~/domain/shared/money";

/** What the fields of a service type are called, on forms and where two versions are compared. */
export const serviceTypeLabels = {
  name: "Name",
  category: "Category",
  description: "Description",
  durationMinutes: "Default duration",
  price: "Price",
  skills: "Skills",
  certifications: "Certifications",
  refrigerantWork: "Refrigerant work",
  parts: "Parts",
} as const;

export type ServiceTypeField = keyof typeof serviceTypeLabels;
export type ServiceTypeTexts = Record<ServiceTypeField, string>;

export const serviceTypeLimits = {
  name: { required: true, maxLength: 120 },
  category: { required: true },
  description: { maxLength: 4000 },
  durationMinutes: { required: true, min: DURATION_MINUTES.min, max: DURATION_MINUTES.max },
  price: { maxLength: 14 },
  skills: { maxLength: 2000 },
  certifications: { maxLength: 2000 },
  parts: { maxLength: 10_000 },
  "tasks[].title": { maxLength: 200 },
  "tasks[].unit": { maxLength: 30 },
};

export const taskLabels = {
  title: "What is to be done",
  kind: "Kind",
  instructions: "Instructions",
  required: "Must be done",
  skills: "Skills",
  unit: "Unit",
  min: "At least",
  max: "At most",
} as const;

export type TaskField = keyof typeof taskLabels;
export type TaskTexts = Record<TaskField, string>;

export const taskLimits = {
  title: { required: true, maxLength: 200 },
  kind: { required: true },
  instructions: { maxLength: 4000 },
  skills: { maxLength: 2000 },
  unit: { maxLength: 30 },
};

/** A service type, or what was typed for one, as the form's texts; blank where there is nothing. */
export function serviceTypeTexts(source: object): ServiceTypeTexts {
  const given: Record<string, unknown> = { ...source };
  const cents = given.priceMinor;
  const { parts } = given;
  return {
    name: textOf(given.name),
    category: textOf(given.category),
    description: textOf(given.description),
    durationMinutes: textOf(given.durationMinutes),
    price: typeof cents === "number" ? toDecimal(cents).toFixed(2) : textOf(given.price),
    skills: textOf(given.skills),
    certifications: textOf(given.certifications),
    refrigerantWork: given.refrigerantWork === true || given.refrigerantWork === "on" ? "on" : "",
    parts: isPartList(parts) ? partsText(parts) : textOf(parts),
  };
}

/** The same of a task. */
export function taskTexts(source: object): TaskTexts {
  const given: Record<string, unknown> = { ...source };
  return {
    title: textOf(given.title),
    kind: textOf(given.kind) || "check",
    instructions: textOf(given.instructions),
    required: given.required === true || given.required === "on" ? "on" : "",
    skills: textOf(given.skills),
    unit: textOf(given.unit),
    min: textOf(given.min),
    max: textOf(given.max),
  };
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function isPartList(value: unknown): value is { name: string; quantity: number }[] {
  return Array.isArray(value) && value.every((part) => typeof part === "object" && part !== null && "name" in part);
}
