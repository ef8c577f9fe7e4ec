import type { ServiceTask } from "~/domain/service-types/service-type";

export function aTask(parts: Partial<ServiceTask> = {}): ServiceTask {
  return {
    id: "flue",
    sequence: 1,
    title: "Check the flue",
    instructions: null,
    kind: "check",
    required: true,
    skills: [],
    active: true,
    unit: null,
    min: null,
    max: null,
    ...parts,
  };
}
