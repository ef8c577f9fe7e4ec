import { expect, test } from "vitest";
import { type ServiceTypeTemplate, takePlaybook, versionAfter } from "~/domain/service-types/playbook";
import { aTask } from "./fixtures";

const TUNE_UP: ServiceTypeTemplate = {
  id: "tune-up",
  version: 3,
  name: "Furnace tune-up",
  durationMinutes: 90,
  price: 14_900,
  skills: ["Furnaces"],
  certifications: [],
  refrigerantWork: false,
  parts: [{ inventoryItemId: "filter", name: "Filter 16x25x1", quantity: 1 }],
};
const TASKS = [
  aTask({ id: "photo", sequence: 9, kind: "photo" }),
  aTask({ id: "gone", sequence: 2, active: false }),
  aTask({ id: "flue", sequence: 1, skills: ["Gas"] }),
];

test("a job gets the active tasks in order, with their version", () => {
  const playbook = takePlaybook(TUNE_UP, TASKS);
  expect(playbook).toMatchObject({ serviceTypeId: "tune-up", version: 3, durationMinutes: 90, price: 14_900 });
  expect(playbook.tasks.map(({ id, sequence }) => [id, sequence])).toEqual([
    ["flue", 1],
    ["photo", 2],
  ]);
});

test("later changes to the service type do not affect the job", () => {
  const skills = ["Gas"];
  const playbook = takePlaybook(TUNE_UP, [aTask({ skills })]);
  skills.push("Boilers");
  expect(playbook.tasks[0]?.skills).toEqual(["Gas"]);
});

test.each([
  ["nothing", 3, {}, TASKS],
  ["the order in which fields were written", 3, { version: 3, id: "tune-up" }, TASKS],
  ["an inactive task", 3, {}, [...TASKS, aTask({ id: "other", active: false })]],
  ["the name", 4, { name: "Tune-up" }, TASKS],
  ["the duration", 4, { durationMinutes: 60 }, TASKS],
  ["a part", 4, { parts: [] }, TASKS],
  ["a task's limit", 4, {}, TASKS.map((task) => ({ ...task, required: false }))],
])("changing %s gives version %i", (_, version, parts, tasks) => {
  const before = takePlaybook(TUNE_UP, TASKS);
  expect(versionAfter(before, takePlaybook({ ...TUNE_UP, ...parts }, tasks))).toBe(version);
});
