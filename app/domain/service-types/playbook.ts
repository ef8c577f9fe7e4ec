import type { ServiceTask } from "./service-type";

/** `inventoryItemId` null: described in text only, not linked to a stock item. */
export type PlannedPart = { inventoryItemId: string | null; name: string; quantity: number };

/** The settings of a service type for each of its jobs; `price` in minor units. */
export type ServiceTypeTemplate = {
  id: string;
  version: number;
  name: string;
  durationMinutes: number;
  price: number | null;
  skills: readonly string[];
  certifications: readonly string[];
  /** Refrigerant is added, recovered or measured. */
  refrigerantWork: boolean;
  parts: readonly PlannedPart[];
};

/** The template as of the booking; later changes do not affect it. */
export type Playbook = Omit<ServiceTypeTemplate, "id"> & { serviceTypeId: string; tasks: readonly PlaybookTask[] };
export type PlaybookTask = Omit<ServiceTask, "active">;

/** A deep copy for one work order: active tasks only, in order, numbered from 1. */
export function takePlaybook(template: ServiceTypeTemplate, tasks: readonly ServiceTask[]): Playbook {
  const { id, ...rest } = template;
  const active = tasks.filter((task) => task.active).toSorted((a, b) => a.sequence - b.sequence);
  const copied = active.map(({ active: _, ...task }, index) => ({ ...task, sequence: index + 1 }));
  return structuredClone({ ...rest, serviceTypeId: id, tasks: copied });
}

/** The version after an edit: one higher if a job booked now would get a different playbook, otherwise the same. */
export function versionAfter(before: Playbook, after: Playbook): number {
  return content(before) === content(after) ? before.version : before.version + 1;
}

function content(playbook: Playbook): string {
  return JSON.stringify(playbook, (key, value: unknown) => {
    if (key === "version") return undefined;
    return isPlain(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
  });
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
