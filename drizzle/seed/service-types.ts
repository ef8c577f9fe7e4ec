import { takePlaybook } from "~/domain/service-types/playbook";
import type { ServiceTask } from "~/domain/service-types/service-type";
import { starterServiceTypes } from "~/domain/service-types/starter";
import { DAY_MS } from "~/domain/shared/time/dates";
import { skillKey } from "~/domain/technicians/technician";
import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";

type Row = Record<string, string | number | null>;

/** What a job booked with a service type stores in its row and as tasks. */
export interface SeededPlaybook {
  serviceTypeId: string;
  playbook: string;
  tasks: Row[];
}

/** The catalog of a business with its playbooks. Returns what a job booked with each of them gets, by name. */
export async function seedServiceTypes(db: D1Database, seed: SeedBusiness): Promise<Map<string, SeededPlaybook>> {
  const { orgId, random, now } = seed;
  const at = now.getTime() - 200 * DAY_MS;
  const created = new Date(at).toISOString();
  const rows: Record<"types" | "tasks", Row[]> = { types: [], tasks: [] };
  const playbooks = new Map<string, SeededPlaybook>();
  for (const type of starterServiceTypes) {
    const id = random.id(at);
    const stamps = { created_at: created, updated_at: created };
    const price = type.price === null ? null : type.price * 100;
    const parts = type.parts.map((part) => ({ inventoryItemId: null, ...part }));
    const tasks = type.tasks.map((task, index) => ({ ...task, id: random.id(at), sequence: index + 1, active: true }));
    rows.types.push({
      org_id: orgId,
      id,
      name: type.name,
      description: type.description,
      category: type.category,
      duration_minutes: type.minutes,
      price_minor: price,
      skills: JSON.stringify(type.skills),
      certifications: JSON.stringify(type.certifications ?? []),
      refrigerant_work: type.refrigerant ? 1 : 0,
      parts: JSON.stringify(parts),
      ...stamps,
    });
    rows.tasks.push(...tasks.map((task) => ({ org_id: orgId, service_type_id: id, ...taskRow(task), ...stamps })));
    const { tasks: copied, ...playbook } = takePlaybook(
      {
        id,
        version: 1,
        name: type.name,
        durationMinutes: type.minutes,
        price,
        skills: type.skills,
        certifications: type.certifications ?? [],
        refrigerantWork: type.refrigerant ?? false,
        parts,
      },
      tasks,
    );
    playbooks.set(type.name, {
      serviceTypeId: id,
      playbook: JSON.stringify(playbook),
      tasks: copied.map((task) => bookedRow(task)),
    });
  }
  await insertRows(db, "service_types", rows.types);
  await insertRows(db, "service_tasks", rows.tasks);
  return playbooks;
}

function taskRow({ id, sequence, ...task }: ServiceTask): Row {
  return {
    id,
    sequence,
    skill_keys: JSON.stringify(task.skills.map(skillKey)),
    ...shared(task),
  };
}

/** The columns a work order's task copies from its service task; its own id is added with the job. */
function bookedRow({ id, sequence, ...task }: Omit<ServiceTask, "active">): Row {
  return { service_task_id: id, position: sequence, ...shared(task) };
}

function shared(task: Omit<ServiceTask, "id" | "sequence" | "active">): Row {
  const { title, instructions, kind, required, skills, unit, min, max } = task;
  return {
    title,
    instructions,
    kind,
    required: required ? 1 : 0,
    skills: JSON.stringify(skills),
    unit,
    min_value: min,
    max_value: max,
  };
}
