import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { nextYear } from "#tests/support/next-year";
import { addCustomer, addWorkOrder, type Refusal } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

interface NoteJson {
  id: string;
  body: string;
  customerVisible: boolean;
  author: string | null;
  version: number;
}
interface NotePage {
  items: NoteJson[];
  nextCursor: string | null;
}

async function workOrder() {
  const business = await worker.business();
  const site = await addCustomer(worker, business.orgId);
  await addWorkOrder(business.manager, site, {
    technicianId: business.technicianId,
    scheduledStart: nextYear("2027-11-22T15:00:00Z"),
  });
  return business;
}

const notes = "/api/work-orders/1/notes";

test("notes are listed newest first, and those visible to the customer separately", async () => {
  const { manager, technician } = await workOrder();
  await manager.post(notes, { body: "Dog in the yard" });
  await technician.post(notes, { body: "Filter replaced", customerVisible: true });
  const all = await manager.get<NotePage>(notes);
  expect(all.json.items.map((note) => note.body)).toEqual(["Filter replaced", "Dog in the yard"]);
  const visible = await manager.get<NotePage>(`${notes}/customer-visible`);
  expect(visible.json.items).toMatchObject([{ body: "Filter replaced", author: "Test Person" }]);
});

test("notes are paged by keyset", async () => {
  const { manager } = await workOrder();
  for (const body of ["one", "two", "three"]) await manager.post(notes, { body });
  const first = await manager.get<NotePage>(`${notes}?limit=2`);
  const second = await manager.get<NotePage>(`${notes}?limit=2&cursor=${first.json.nextCursor}`);
  expect([...first.json.items, ...second.json.items].map((note) => note.body)).toEqual(["three", "two", "one"]);
  expect(second.json.nextCursor).toBeNull();
});

test("technicians can change their own notes, and the office can change all of them", async () => {
  const { manager, technician } = await workOrder();
  const own = await technician.post<NoteJson>(notes, { body: "Leak at the coil" });
  const offices = await manager.post<NoteJson>(notes, { body: "Call before arrival" });
  const shown = await technician.patch<NoteJson>(`${notes}/${own.json.id}`, { customerVisible: true, version: 1 });
  expect(shown.json).toMatchObject({ body: "Leak at the coil", customerVisible: true, version: 2 });
  expect((await technician.patch(`${notes}/${offices.json.id}`, { body: "x" })).status).toBe(403);
  expect((await technician.delete(`${notes}/${offices.json.id}`)).status).toBe(403);
  expect((await manager.patch(`${notes}/${own.json.id}`, { body: "Leak at the evaporator" })).status).toBe(200);
  expect((await manager.delete(`${notes}/${own.json.id}`)).status).toBe(204);
  expect((await manager.get(`${notes}/${own.json.id}`)).status).toBe(404);
});

test("a stale edit does not overwrite a note", async () => {
  const { manager, admin } = await workOrder();
  const { json } = await manager.post<NoteJson>(notes, { body: "Gate code 12" });
  await admin.patch(`${notes}/${json.id}`, { body: "Gate code 21", version: 1 });
  const late = await manager.patch<Refusal>(`${notes}/${json.id}`, { body: "Gate code 13", version: 1 });
  expect(late.status).toBe(409);
  const stored = await manager.get<NoteJson>(`${notes}/${json.id}`);
  expect(stored.json.body).toBe("Gate code 21");
});

test("a note sent twice with one key is one note", async () => {
  const { manager } = await workOrder();
  const key = { "idempotency-key": randomUUID() };
  await Promise.all([1, 2].map(() => manager.post(notes, { body: "Once" }, key)));
  const { json } = await manager.get<NotePage>(notes);
  expect(json.items).toHaveLength(1);
});

test("a user who is not on the job cannot write a note", async () => {
  const { orgId } = await workOrder();
  const reader = await worker.member(orgId, "Technician", ["work_orders.read"]);
  expect((await reader.get(notes)).status).toBe(200);
  expect((await reader.post(notes, { body: "Hello" })).status).toBe(403);
});

test.each([
  ["no text", {}],
  ["only spaces", { body: "   " }],
  ["over 4000 characters", { body: "x".repeat(4001) }],
  ["an invalid visibility flag", { body: "x", customerVisible: "maybe" }],
])("a note of %s is refused with 400", async (_, body) => {
  const { manager } = await workOrder();
  expect((await manager.post(notes, body)).status).toBe(400);
});

test("a note is stored without NUL characters, and is none without other ones", async () => {
  const { manager } = await workOrder();
  const written = await manager.post<NoteJson>(notes, { body: "\0Dog\0 in the\nyard" });
  expect([written.status, written.json.body]).toEqual([201, "Dog in the\nyard"]);
  expect((await manager.post<Refusal>(notes, { body: "\0 " })).json.fields).toEqual({ body: ["Write a note"] });
});

test("a job with more notes than its page shows says that these are the newest", async () => {
  const { manager, orgId } = await workOrder();
  await worker.db
    .prepare(
      `INSERT INTO work_order_notes (org_id, work_order_id, id, body, customer_visible, created_at, updated_at)
        SELECT w.org_id, w.id, printf('note-%03d', n.value), 'Note ' || n.value, 0, w.created_at, w.created_at
        FROM work_orders w, json_each(?2) n WHERE w.org_id = ?1`,
    )
    .bind(orgId, JSON.stringify(Array.from({ length: 201 }, (_, at) => at)))
    .run();
  const overview = (await manager.get("/workorders/1")).text;
  expect([overview.includes("Show older notes"), overview.includes("notes are shown")]).toEqual([true, false]);
  const all = (await manager.get("/workorders/1?notes=all")).text;
  expect([all.includes("Show older notes"), all.includes("notes are shown")]).toEqual([false, true]);
});
