import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addItem } from "#tests/support/inventory";
import {
  addServiceType,
  changeServiceType,
  type Refused,
  type ServiceTypeJson,
  someTasks,
} from "#tests/support/service-types";
import { databaseCosts } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const business = await worker.business();
const { manager: office } = business;

interface List {
  items: { id: string; name: string; taskCount: number; jobs: number }[];
  nextCursor: string | null;
  total: number | null;
}

test("a service type is saved with its tasks in order", async () => {
  const made = await addServiceType(office, {
    name: "Furnace tune-up",
    category: "maintenance",
    durationMinutes: 75,
    price: 149.5,
    skills: "Gas furnaces, gas  furnaces, Controls",
    certifications: ["EPA 608"],
    refrigerantWork: true,
    parts: "2 x Filter 16x25x1\nIgniter",
    tasks: someTasks,
  });
  const found = await office.get<ServiceTypeJson>(`/api/service-types/${made.id}`);
  expect(found.json).toMatchObject({
    name: "Furnace tune-up",
    durationMinutes: 75,
    price: 149.5,
    skills: ["gas furnaces", "Controls"],
    refrigerantWork: true,
    parts: [
      { name: "Filter 16x25x1", quantity: 2 },
      { name: "Igniter", quantity: 1 },
    ],
    playbookVersion: 1,
    jobs: 0,
  });
  expect(found.json.tasks.map(({ sequence, title, kind }) => [sequence, title, kind])).toEqual([
    [1, "Replace the filter", "check"],
    [2, "Temperature rise", "measurement"],
    [3, "Photo of the flue", "photo"],
  ]);
});

test("a planned part's item must be the business's own, unless it was named before", async () => {
  const stranger = await worker.business();
  const foreign = await addItem(stranger.manager);
  const name = `Coil cleaning ${randomUUID()}`;
  const partOf = (inventoryItemId: string) => [{ inventoryItemId, name: "Coil cleaner", quantity: 1 }];
  for (const inventoryItemId of [foreign.id, randomUUID(), "none"]) {
    const refused = await office.post<Refused>("/api/service-types", {
      ...{ name, category: "maintenance", durationMinutes: 60, parts: partOf(inventoryItemId) },
    });
    expect([refused.status, refused.json.fields?.parts]).toEqual([400, ["Choose items from the list"]]);
  }
  const own = await addItem(office);
  const made = await addServiceType(office, { name, parts: partOf(own.id) });
  expect((await changeServiceType(office, made, { parts: partOf(foreign.id) })).status).toBe(400);
  await worker.db.prepare("DELETE FROM inventory_items WHERE id = ?").bind(own.id).run();
  expect((await changeServiceType(office, made, { parts: partOf(own.id), price: 90 })).status).toBe(200);
});

const bad: [string, Record<string, unknown>, string, string][] = [
  ["no name", { name: " " }, "name", "Enter a name"],
  ["an unknown category", { category: "plumbing" }, "category", "Choose a category"],
  ["no duration", { durationMinutes: 0 }, "durationMinutes", "Duration must be between 5 minutes and 7 days"],
  ["a negative price", { price: -1 }, "price", "Please enter a price between $0 and $1,000,000"],
  ["a part with quantity 0", { parts: [{ name: "Filter", quantity: 0 }] }, "parts.0.quantity", "Enter the quantity"],
  [
    "a measurement without a unit",
    { tasks: [{ title: "Rise", kind: "measurement" }] },
    "tasks.0.unit",
    "Enter the unit of measure.",
  ],
  [
    "a minimum above the maximum",
    { tasks: [{ title: "Rise", kind: "measurement", unit: "°F", min: 9, max: 3 }] },
    "tasks.0.max",
    "The maximum is below the minimum.",
  ],
];

test.each(bad)("%s is refused with an error on its field", async (_, fields, name, text) => {
  const answer = await office.post<Refused>("/api/service-types", { name: "Bad", ...fields });
  expect([answer.status, answer.json.code]).toEqual([400, "invalid"]);
  expect(answer.json.fields?.[name]).toEqual([text]);
});

test("a name is unique within the business, ignoring case", async () => {
  const made = await addServiceType(office);
  const again = await office.post<Refused>("/api/service-types", { name: made.name.toUpperCase() });
  expect([again.status, again.json.message]).toEqual([409, "A service type with this name already exists"]);
  const other = await worker.business();
  expect((await other.manager.post("/api/service-types", { name: made.name })).status).toBe(201);
});

test("the same key creates one service type", async () => {
  const key = randomUUID();
  const send = () => office.post<ServiceTypeJson>("/api/service-types", { name: "Once" }, { "idempotency-key": key });
  const [first, second] = [await send(), await send()];
  expect(second.json.id).toBe(first.json.id);
});

test("a change raises the playbook's version only if it affects jobs booked from now on", async () => {
  const made = await addServiceType(office);
  const renamed = await changeServiceType(office, made, { description: "What it covers" });
  expect(renamed.json).toMatchObject({ version: 2, playbookVersion: 1 });
  const longer = await changeServiceType(office, renamed.json, { durationMinutes: 120 });
  expect(longer.json).toMatchObject({ version: 3, playbookVersion: 2 });
  const same = await changeServiceType(office, longer.json, { durationMinutes: 120 });
  expect(same.json).toMatchObject({ version: 3, playbookVersion: 2 });
});

test("a stale change is refused with the current row", async () => {
  const made = await addServiceType(office);
  await changeServiceType(office, made, { name: `${made.name} plus` });
  const late = await changeServiceType(office, made, { price: 10 });
  expect(late.status).toBe(409);
  expect(late.json.current).toMatchObject({ version: 2, name: `${made.name} plus` });
});

test("a deleted service type is archived and can be restored", async () => {
  const made = await addServiceType(office);
  expect((await office.delete(`/api/service-types/${made.id}`)).status).toBe(204);
  const names = async () => (await office.get<List>("/api/service-types/active")).json.items.map((item) => item.name);
  expect(await names()).not.toContain(made.name);
  const stored = (await office.get<ServiceTypeJson>(`/api/service-types/${made.id}`)).json;
  expect(stored.active).toBe(false);
  await changeServiceType(office, stored, { active: true });
  expect(await names()).toContain(made.name);
});

test("the list is paged by name, filtered, and counted", async () => {
  const { manager } = await worker.business();
  for (const name of ["Boiler service", "AC tune-up", "Furnace repair"]) {
    const category = name.includes("repair") ? "repair" : "maintenance";
    await addServiceType(manager, { name, category, tasks: category === "repair" ? someTasks : [] });
  }
  const first = await manager.get<List>("/api/service-types?limit=2");
  expect(first.json.items.map((item) => item.name)).toEqual(["AC tune-up", "Boiler service"]);
  expect(first.json.total).toBe(3);
  const second = await manager.get<List>(`/api/service-types?limit=2&cursor=${first.json.nextCursor}`);
  expect(second.json.items).toMatchObject([{ name: "Furnace repair", taskCount: 3, jobs: 0 }]);
  const repairs = await manager.get<List>("/api/service-types?category=repair&search=FURN");
  expect(repairs.json.items.map((item) => item.name)).toEqual(["Furnace repair"]);
});

test("statistics count the catalog", async () => {
  const { manager } = await worker.business();
  await addServiceType(manager, { durationMinutes: 60, price: 100, category: "repair", tasks: someTasks });
  const aside = await addServiceType(manager, { durationMinutes: 90 });
  await manager.delete(`/api/service-types/${aside.id}`);
  expect((await manager.get("/api/service-types/statistics")).json).toEqual({
    total: 2,
    active: 1,
    inactive: 1,
    activeTasks: 3,
    averageDurationMinutes: 60,
    averagePrice: 100,
    byCategory: [{ category: "repair", count: 1 }],
    mostUsed: [],
  });
});

test("another business's service type returns 404 like an unknown id", async () => {
  const other = await worker.business();
  const theirs = await addServiceType(other.manager, { tasks: someTasks });
  for (const id of [theirs.id, randomUUID()]) {
    for (const below of ["", "/tasks", "/tasks/active", "/tasks/next-sequence"]) {
      const answer = await office.get<Refused>(`/api/service-types/${id}${below}`);
      expect([answer.status, answer.json.message]).toEqual([404, "Service type not found"]);
    }
    expect((await changeServiceType(office, { id, version: 1 }, { name: "Mine" })).status).toBe(404);
    expect((await office.delete(`/api/service-types/${id}`)).status).toBe(404);
    expect((await office.post(`/api/service-types/${id}/tasks`, { title: "Mine" })).status).toBe(404);
  }
});

test("permission to read does not allow writing", async () => {
  const made = await addServiceType(office);
  const reader = await worker.member(business.orgId, "Technician", ["service_types.read"]);
  expect((await reader.get(`/api/service-types/${made.id}`)).status).toBe(200);
  expect((await reader.post("/api/service-types", { name: "Theirs" })).status).toBe(403);
  expect((await changeServiceType(reader, made, { name: "Theirs" })).status).toBe(403);
  expect((await reader.delete(`/api/service-types/${made.id}`)).status).toBe(403);
  expect((await reader.post(`/api/service-types/${made.id}/tasks`, { title: "Theirs" })).status).toBe(403);
  expect((await reader.post(`/api/service-types/${made.id}/tasks/reorder`, { tasks: ["x"] })).status).toBe(403);
});

test("the catalog loads in two round trips", async () => {
  const made = await addServiceType(office, { tasks: someTasks });
  for (const path of ["", "/active", "/statistics", `/${made.id}`]) {
    expect(databaseCosts(await office.get(`/api/service-types${path}`)).calls).toBeLessThanOrEqual(2);
  }
});
