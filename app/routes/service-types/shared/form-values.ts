import { partsText } from "~/domain/service-types/service-type";
import { decimalText } from "~/domain/shared/money";

/** Labels of a service type's fields, on forms and when comparing two versions. */
export const detailLabels = {
  name: "Name",
  category: "Category",
  description: "Description",
  durationMinutes: "Default duration",
  price: "Price",
} as const;

export const requirementLabels = {
  skills: "Skills",
  certifications: "Certifications",
  refrigerantWork: "Refrigerant work",
  parts: "Parts",
} as const;

export const serviceTypeLabels = { ...detailLabels, ...requirementLabels };

export const taskLabels = {
  title: "Task",
  kind: "Type",
  instructions: "Instructions",
  required: "Required",
  skills: "Skills",
  unit: "Unit",
  min: "Minimum",
  max: "Maximum",
} as const;

type StoredServiceType = {
  version: number;
  priceMinor?: unknown;
  skills?: unknown;
  certifications?: unknown;
  parts?: unknown;
};

/** A service type's values as its forms show them. */
export function serviceTypeValues<Row extends StoredServiceType>(serviceType: Row) {
  const { priceMinor, skills, certifications, parts } = serviceType;
  return {
    ...serviceType,
    price: typeof priceMinor === "number" ? decimalText(priceMinor) : null,
    skills: listText(skills),
    certifications: listText(certifications),
    parts: partsShown(parts),
  };
}

/** Parts as text, one per line, from a stored list or from the form's rows. */
export function partsShown(parts: unknown): string {
  return isPartList(parts) ? partsText(parts.map(({ name, quantity }) => ({ name, quantity: Number(quantity) }))) : "";
}

/** A task's values as its form shows them. */
export function taskValues<Row extends { version: number; skills?: unknown }>(task: Row) {
  return { ...task, skills: listText(task.skills) };
}

function listText(words: unknown): string {
  return Array.isArray(words) ? words.join(", ") : "";
}

function isPartList(value: unknown): value is { name: string; quantity: number | string }[] {
  return Array.isArray(value) && value.every((part) => typeof part === "object" && part !== null && "name" in part);
}
