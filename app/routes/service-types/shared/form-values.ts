import { partsText } from "~/domain/service-types/rules";
import { toDecimal } from "~/domain/shared/money";

/** What the fields of a service type are called, on forms and where two versions are compared. */
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

/** A service type as its forms show it. */
export function serviceTypeValues<Row extends StoredServiceType>(serviceType: Row) {
  const { priceMinor, skills, certifications, parts } = serviceType;
  return {
    ...serviceType,
    price: typeof priceMinor === "number" ? toDecimal(priceMinor).toFixed(2) : null,
    skills: listText(skills),
    certifications: listText(certifications),
    parts: partsShown(parts),
  };
}

/** Parts one a line, as a stored list or as the form's rows have them. */
export function partsShown(parts: unknown): string {
  return isPartList(parts) ? partsText(parts.map(({ name, quantity }) => ({ name, quantity: Number(quantity) }))) : "";
}

/** A task as its form shows it. */
export function taskValues<Row extends { version: number; skills?: unknown }>(task: Row) {
  return { ...task, skills: listText(task.skills) };
}

function listText(words: unknown): string {
  return Array.isArray(words) ? words.join(", ") : "";
}

function isPartList(value: unknown): value is { name: string; quantity: number | string }[] {
  return Array.isArray(value) && value.every((part) => typeof part === "object" && part !== null && "name" in part);
}
