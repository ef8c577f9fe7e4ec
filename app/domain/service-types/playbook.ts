import type { ServiceTask } from "./rules";

/** `inventoryItemId` null: named in words alone, not tied to an item in stock. */
export type PlannedPart = { inventoryItemId: string | null; name: string; quantity: number };

/** What a service type says of every job of its kind; `price` in minor units. */
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

/** The template as it was when the job was booked; later changes leave it alone. */
export type Playbook = Omit<ServiceTypeTemplate, "id"> & { serviceTypeId: string; tasks: readonly PlaybookTask[] };
export type PlaybookTask = Omit<ServiceTask, "active">;

/** A deep copy for one work order: active tasks only, in order, numbered from 1. */
export function takePlaybook(template: ServiceTypeTemplate, tasks: readonly ServiceTask[]): Playbook {
  const { id, ...rest } = template;
  const active = tasks.filter((task) => task.active).toSorted((a, b) => a.sequence - b.sequence);
  const copied = active.map(({ active: _, ...task }, index) => ({ ...task, sequence: index + 1 }));
  return structuredClone({ ...rest, serviceTypeId: id, tasks: copied });
}

/** The version after an edit: one higher when a job booked now would get something else, the same otherwise. */
export function versionAfter(before: Playbook, after: Playbook): number {
  return content(before) === content(after) ? before.version : before.version + 1;
}

/** True when the service type has moved on since the job was booked. */
export function isOutdated(playbook: Playbook, current: Pick<ServiceTypeTemplate, "version">): boolean {
  return playbook.version < current.version;
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
