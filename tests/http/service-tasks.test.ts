import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  addServiceType,
  type Refused,
  type ServiceTaskJson,
  type ServiceTypeJson,
  someTasks,
} from "#tests/support/service-types";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { manager: office } = await worker.business();

interface TaskList {
  items: ServiceTaskJson[];
  total: number;
}

const tasksOf = async (id: string) => (await office.get<TaskList>(`/api/service-types/${id}/tasks`)).json.items;
const titles = (tasks: ServiceTaskJson[]) => tasks.map((task) => task.title);

test("a new task is added last and raises the playbook's version", async () => {
  const { id } = await addServiceType(office, { tasks: someTasks });
  expect((await office.get(`/api/service-types/${id}/tasks/next-sequence`)).json).toEqual({ nextSequence: 4 });
  const added = await office.post<ServiceTaskJson>(`/api/service-types/${id}/tasks`, {
    title: "Sign",
    kind: "signature",
  });
  expect([added.status, added.json.sequence, added.json.required]).toEqual([201, 4, true]);
  expect((await office.get<ServiceTypeJson>(`/api/service-types/${id}`)).json.playbookVersion).toBe(2);
});

test("a service type has at most 100 tasks, even if two are added at once", async () => {
  const tasks = Array.from({ length: 99 }, (_, n) => ({ title: `Check ${n}` }));
  const { id } = await addServiceType(office, { tasks });
  const adding = ["A", "B", "C"].map((title) => office.post<Refused>(`/api/service-types/${id}/tasks`, { title }));
  const added = (await Promise.all(adding)).toSorted((a, b) => a.status - b.status);
  expect(added.map(({ status }) => status)).toEqual([201, 409, 409]);
  expect(added[1]?.json.message).toBe("A service type can have at most 100 tasks");
  expect(await tasksOf(id)).toHaveLength(100);
});

test("tasks can be reordered by id or by sequence, and the others keep their order", async () => {
  const { id, tasks } = await addServiceType(office, { tasks: someTasks });
  const [a, b, c] = tasks.map((task) => task.id);
  const reorder = (order: unknown[]) =>
    office.post<TaskList & Refused>(`/api/service-types/${id}/tasks/reorder`, { tasks: order });
  expect((await reorder([c, a, b])).json.items.map((task) => [task.id, task.sequence])).toEqual([
    [c, 1],
    [a, 2],
    [b, 3],
  ]);
  const placed = await reorder([
    { id: a, sequence: 1 },
    { id: b, sequence: 2 },
    { id: c, sequence: 3 },
  ]);
  expect(placed.json.items.map((task) => task.id)).toEqual([a, b, c]);
  expect((await reorder([c, a])).json.items.map((task) => task.id)).toEqual([c, b, a]);
  const twice = await reorder([a, a]);
  expect([twice.status, twice.json.code]).toEqual([400, "invalid"]);
  expect((await reorder([randomUUID()])).status).toBe(400);
  expect((await reorder([])).status).toBe(400);
});

test("a task can be archived, restored and permanently deleted without a gap in the order", async () => {
  const { id, tasks } = await addServiceType(office, { tasks: someTasks });
  const [first] = tasks;
  expect((await office.delete(`/api/service-tasks/${first?.id}`)).status).toBe(204);
  const active = await office.get<TaskList>(`/api/service-types/${id}/tasks/active`);
  expect(titles(active.json.items)).toEqual(["Temperature rise", "Photo of the flue"]);
  const back = await office.patch<ServiceTaskJson>(`/api/service-tasks/${first?.id}`, { version: 2, active: true });
  expect(back.json.active).toBe(true);
  expect((await office.delete(`/api/service-tasks/${first?.id}/hard`)).status).toBe(204);
  expect((await tasksOf(id)).map((task) => [task.sequence, task.title])).toEqual([
    [1, "Temperature rise"],
    [2, "Photo of the flue"],
  ]);
  expect((await office.get(`/api/service-tasks/${first?.id}`)).status).toBe(404);
});

test("a task that is no longer a measurement loses its unit and limits, and a stale change is refused", async () => {
  const { tasks } = await addServiceType(office, { tasks: someTasks });
  const measured = tasks[1];
  const path = `/api/service-tasks/${measured?.id}`;
  const alone = await office.patch<Refused>(path, { version: 1, unit: "" });
  expect([alone.status, alone.json.fields?.unit]).toEqual([400, ["Enter the unit of measure."]]);
  const check = await office.patch<ServiceTaskJson>(path, { version: 1, kind: "check" });
  expect(check.json).toMatchObject({ kind: "check", unit: null, min: null, max: null, version: 2 });
  const late = await office.patch<Refused>(path, { version: 1, title: "Late" });
  expect([late.status, late.json.current?.version]).toEqual([409, 2]);
});

test("tasks are found by skills", async () => {
  const { manager } = await worker.business();
  await addServiceType(manager, { tasks: someTasks });
  const bySkills = async (skills: string) =>
    titles(
      (await manager.get<TaskList>(`/api/service-tasks/by-skills?skills=${encodeURIComponent(skills)}`)).json.items,
    );
  expect(await bySkills("GAS  furnaces, Boilers")).toEqual([
    "Replace the filter",
    "Temperature rise",
    "Photo of the flue",
  ]);
  expect(await bySkills("Boilers")).toEqual(["Replace the filter", "Temperature rise"]);
  const photos = await manager.get<TaskList>("/api/service-tasks?kind=photo");
  expect(titles(photos.json.items)).toEqual(["Photo of the flue"]);
});

test("another business's task returns 404 like an unknown id", async () => {
  const other = await worker.business();
  const theirs = (await addServiceType(other.manager, { tasks: someTasks })).tasks[0];
  for (const id of [theirs?.id, randomUUID()]) {
    const answers = [
      await office.get<Refused>(`/api/service-tasks/${id}`),
      await office.patch<Refused>(`/api/service-tasks/${id}`, { version: 1, title: "Mine" }),
      await office.delete<Refused>(`/api/service-tasks/${id}`),
      await office.delete<Refused>(`/api/service-tasks/${id}/hard`),
    ];
    for (const answer of answers) expect([answer.status, answer.json.message]).toEqual([404, "Task not found"]);
  }
  const mine = await addServiceType(office);
  expect((await office.post(`/api/service-types/${mine.id}/tasks/reorder`, { tasks: [theirs?.id] })).status).toBe(400);
});
