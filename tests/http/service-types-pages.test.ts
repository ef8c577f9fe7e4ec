import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addItem } from "#tests/support/inventory";
import { addServiceType, type ServiceTypeJson, someTasks } from "#tests/support/service-types";
import { databaseCosts } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const business = await worker.business();
const { manager: office } = business;
const made = await addServiceType(office, { name: "Furnace tune-up", tasks: someTasks });
const [first] = made.tasks;

const pages: [string, string][] = [
  ["/service-types", "Service types"],
  ["/service-types/create", "New service type"],
  ["/service-types/create/advanced", "New service type"],
  [`/service-types/${made.id}`, "Furnace tune-up"],
  [`/service-types/${made.id}/edit`, "Default duration"],
  [`/service-types/${made.id}/playbook`, "Replace the filter"],
  [`/service-types/${made.id}/edit?step=requirements`, "Certifications"],
  [`/service-types/${made.id}/playbook?step=review`, "Summary"],
  [`/service-types/${made.id}/tasks`, "Tasks for Furnace tune-up"],
  [`/service-types/${made.id}/tasks/create`, "New task"],
  [`/service-types/${made.id}/tasks/${first?.id}/edit`, "Edit Replace the filter"],
];

test.each(pages)("%s opens in two round trips, has one heading and is for the office only", async (path, text) => {
  const page = await office.get(path);
  expect(page.status).toBe(200);
  expect(page.text).toContain(text);
  expect(page.text.match(/<h1/g)).toHaveLength(1);
  expect(page.text).not.toMatch(/ style="/);
  expect(databaseCosts(page).rounds).toBeLessThanOrEqual(2);
  const guest = await worker.visitor().get(path);
  expect([guest.status, guest.location?.startsWith("/login")]).toEqual([302, true]);
  expect((await business.technician.get(path)).status).toBe(403);
  expect((await (await worker.household()).get(path)).status).toBe(403);
});

test.each(["", "/edit", "/playbook", "/tasks", "/tasks/create"])(
  "another business's service type%s returns 404 like an unknown id",
  async (below) => {
    const other = await worker.business();
    for (const id of [(await addServiceType(other.manager)).id, randomUUID()]) {
      const answer = await office.get(`/service-types/${id}${below}`);
      expect(answer.status).toBe(404);
      expect(answer.text).toContain("Service type not found");
    }
  },
);

test("the quick form creates a service type and continues to its tasks", async () => {
  const refused = await office.submit("/service-types/create", { name: "", category: "repair", durationMinutes: "1" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("Enter a name");
  expect(refused.text).toContain("Duration must be between 5 minutes and 7 days");
  const fields = { name: "No-cool call", category: "repair", durationMinutes: "90", price: "119.00" };
  const saved = await office.submit("/service-types/create", fields);
  expect([saved.status, saved.location]).toEqual([302, expect.stringMatching(/^\/service-types\/[\w-]+\/playbook$/)]);
});

test("the advanced form creates everything at once and ignores blank rows", async () => {
  const saved = await office.submit("/service-types/create/advanced", {
    name: "Leak search",
    category: "repair",
    durationMinutes: "120",
    skills: "Refrigerant",
    refrigerantWork: "on",
    parts: "2 x Schrader core",
    "tasks[0].title": "Pressure as found",
    "tasks[0].kind": "measurement",
    "tasks[0].unit": "psig",
    "tasks[0].min": "150",
    "tasks[1].title": "",
    "tasks[1].kind": "check",
  });
  expect(saved.status).toBe(302);
  const id = saved.location?.split("/").at(-1);
  const found = (await office.get<ServiceTypeJson>(`/api/service-types/${id}`)).json;
  expect(found).toMatchObject({ refrigerantWork: true, parts: [{ name: "Schrader core", quantity: 2 }] });
  expect(found.tasks).toMatchObject([
    { title: "Pressure as found", required: false, unit: "psig", min: 150, max: null },
  ]);
});

test("each step of the wizard is saved on its own, and a stale one shows both versions", async () => {
  const { id, version } = await addServiceType(office);
  const path = `/service-types/${id}/edit`;
  const details = { intent: "details", name: "Renamed", category: "repair", durationMinutes: "45" };
  const saved = await office.submit(path, { ...details, version: String(version) });
  expect([saved.status, saved.location]).toEqual([302, `${path}?step=tasks`]);
  const late = await office.submit(`${path}?step=details`, { ...details, name: "Mine", version: String(version) });
  expect(late.status).toBe(409);
  expect(late.text).toContain("Someone else changed this service type while you were editing");
  expect(late.text).toContain("Replace with mine");
});

test("tasks can be moved, archived, restored and deleted without JavaScript", async () => {
  const { id, tasks } = await addServiceType(office, { tasks: someTasks });
  const path = `/service-types/${id}/tasks`;
  const [a, b, c] = tasks.map((task) => task.id);
  const send = (fields: Record<string, string>) => office.submit(path, fields);
  const ids = async () =>
    (await office.get<ServiceTypeJson>(`/api/service-types/${id}`)).json.tasks.map((task) => task.id);
  expect((await send({ intent: "down", id: a ?? "" })).location).toBe(path);
  expect(await ids()).toEqual([b, a, c]);
  const again = { intent: "down", id: b ?? "", idempotencyKey: "task-down-0001" };
  expect([(await send(again)).status, (await send(again)).status]).toEqual([302, 302]);
  expect(await ids()).toEqual([a, b, c]);
  expect((await send({ intent: "up", id: a ?? "" })).status).toBe(302);
  expect((await send({ intent: "up", id: "nowhere" })).status).toBe(404);
  expect(await ids()).toEqual([a, b, c]);
  await send({ intent: "order", order: [c, b, a].join(",") });
  expect(await ids()).toEqual([c, b, a]);
  await send({ intent: "archiveTask", id: b ?? "" });
  expect((await office.get(path)).text).toContain("Restore Temperature rise");
  await send({ intent: "restoreTask", id: b ?? "" });
  await send({ intent: "deleteTask", id: b ?? "" });
  expect(await ids()).toEqual([c, a]);
  await send({ intent: "addTask", title: "Sweep the floor", kind: "check" });
  expect((await office.get(path)).text).toContain("Sweep the floor");
});

test("a task's form keeps limits only for a measurement", async () => {
  const { id } = await addServiceType(office);
  const path = `/service-types/${id}/tasks/create`;
  const fields = { title: "Rise", kind: "measurement", required: "on", unit: "°F", min: "65", max: "35" };
  const refused = await office.submit(path, fields);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("The maximum is below the minimum.");
  expect((await office.submit(path, { ...fields, kind: "check" })).status).toBe(302);
  const [task] = (await office.get<ServiceTypeJson>(`/api/service-types/${id}`)).json.tasks;
  expect(task).toMatchObject({ title: "Rise", kind: "check", unit: null, min: null });
});

test("booking from a service type prefills its name and duration; an archived one has no booking link", async () => {
  const kind = await addServiceType(office, { name: "Duct cleaning", durationMinutes: 135 });
  const href = `/workorders/create?serviceTypeId=${kind.id}`;
  expect((await office.get(`/service-types/${kind.id}`)).text).toContain(href);
  const form = (await office.get(href)).text;
  expect(form).toMatch(/name="title"[^>]*value="Duct cleaning"/);
  expect(form).toMatch(/name="durationMinutes"[^>]*value="135"/);
  await office.patch(`/api/service-types/${kind.id}`, { active: false, version: kind.version });
  expect((await office.get(`/service-types/${kind.id}`)).text).not.toContain(href);
});

test("parts picked from stock stay linked; parts entered as text stay and get a suggestion", async () => {
  const item = await addItem(office, { name: "Dual run capacitor 45/5 µF 440 V" });
  const type = await addServiceType(office, { parts: [{ name: "Run capacitor 45/5 µF", quantity: 1 }] });
  const rows = {
    "parts[0].name": "Run capacitor 45/5 µF",
    "parts[0].quantity": "2",
    "parts[1].name": "Dual run capacitor",
    "parts[1].inventoryItemId": item.id,
    "parts[1].quantity": "0.5",
    "parts[2].name": "",
  };
  const form = { intent: "requirements", version: String(type.version), skills: "", certifications: "", ...rows };
  const saved = await office.submit(`/service-types/${type.id}/edit?step=requirements`, form);
  expect(saved.status, saved.text).toBe(302);
  const { json } = await office.get<ServiceTypeJson>(`/api/service-types/${type.id}`);
  expect(json.parts).toEqual([
    { inventoryItemId: null, name: "Run capacitor 45/5 µF", quantity: 2 },
    { inventoryItemId: item.id, name: "Dual run capacitor", quantity: 0.5 },
  ]);
  const page = (await office.get(`/service-types/${type.id}/edit?step=requirements`)).text;
  expect(page).toContain("Not linked");
  expect(page).toContain(item.sku);
  const names = ["Run capacitor 45/5 µF", "Nothing like it"]
    .map((name) => `name=${encodeURIComponent(name)}`)
    .join("&");
  const found = await office.get<{ suggestions: { item: { id: string } | null }[] }>(
    `/resources/item-suggestions?${names}`,
  );
  expect(found.json.suggestions.map((one) => one.item?.id ?? null)).toEqual([item.id, null]);
});
