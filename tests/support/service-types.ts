import type { Answer, Visitor } from "./visitor";

export interface ServiceTaskJson {
  id: string;
  serviceTypeId: string;
  sequence: number;
  title: string;
  kind: string;
  required: boolean;
  active: boolean;
  skills: string[];
  unit: string | null;
  min: number | null;
  max: number | null;
  version: number;
}

export interface ServiceTypeJson {
  id: string;
  name: string;
  category: string;
  durationMinutes: number;
  price: number | null;
  skills: string[];
  parts: { inventoryItemId: string | null; name: string; quantity: number }[];
  refrigerantWork: boolean;
  active: boolean;
  playbookVersion: number;
  version: number;
  jobs: number;
  tasks: ServiceTaskJson[];
}

export interface Refused {
  message: string;
  code: string;
  fields?: Record<string, string[]>;
  current?: { version: number; name: string };
}

let made = 0;

/** A service type created over the API by the office, under a unique name. */
export async function addServiceType(by: Visitor, fields: Record<string, unknown> = {}): Promise<ServiceTypeJson> {
  made += 1;
  const answer = await by.post<ServiceTypeJson>("/api/service-types", { name: `Tune-up ${made}`, ...fields });
  if (answer.status !== 201) throw new Error(`adding a service type failed: ${answer.text}`);
  return answer.json;
}

/** Three tasks of different kinds. */
export const someTasks = [
  { title: "Replace the filter" },
  { title: "Temperature rise", kind: "measurement", unit: "°F", min: 35, max: 65 },
  { title: "Photo of the flue", kind: "photo", required: false, skills: ["Gas furnaces"] },
];

export function changeServiceType(
  by: Visitor,
  { id, version }: { id: string; version: number },
  fields: Record<string, unknown>,
): Promise<Answer<ServiceTypeJson & Refused>> {
  return by.patch(`/api/service-types/${id}`, { version, ...fields });
}
