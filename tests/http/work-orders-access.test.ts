import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Answer, Visitor } from "#tests/support/visitor";
import { addCustomer, addWorkOrder, type WorkOrderJson } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

const business = await worker.business();
const site = await addCustomer(worker, business.orgId);
const own: WorkOrderJson = await addWorkOrder(business.manager, site);
const note = await business.manager.post<{ id: string }>(`/api/work-orders/${own.id}/notes`, { body: "Dog" });
const stranger = (await worker.business("Other Air")).manager;

type Call = (by: Visitor, id: string, noteId: string) => Promise<Answer<never>>;

/** Every endpoint for one work order. */
const calls: [string, Call][] = [
  ["GET", (by, id) => by.get(`/api/work-orders/${id}`)],
  ["PATCH", (by, id) => by.patch(`/api/work-orders/${id}`, { version: 1, title: "Mine" })],
  ["DELETE", (by, id) => by.delete(`/api/work-orders/${id}`)],
  [
    "PATCH status",
    (by, id) => by.patch(`/api/work-orders/${id}/status`, { status: "cancelled", cancelReason: "company" }),
  ],
  ["GET status-history", (by, id) => by.get(`/api/work-orders/${id}/status-history`)],
  ["GET durations", (by, id) => by.get(`/api/work-orders/${id}/status-history/durations`)],
  ["GET status-distribution", (by, id) => by.get(`/api/work-orders/${id}/status-distribution`)],
  ["POST notes", (by, id) => by.post(`/api/work-orders/${id}/notes`, { body: "Hello" })],
  ["GET notes", (by, id) => by.get(`/api/work-orders/${id}/notes`)],
  ["GET customer-visible", (by, id) => by.get(`/api/work-orders/${id}/notes/customer-visible`)],
  ["GET a note", (by, id, noteId) => by.get(`/api/work-orders/${id}/notes/${noteId}`)],
  ["PATCH a note", (by, id, noteId) => by.patch(`/api/work-orders/${id}/notes/${noteId}`, { body: "Mine" })],
  ["DELETE a note", (by, id, noteId) => by.delete(`/api/work-orders/${id}/notes/${noteId}`)],
];
const collection: [string, Call][] = [
  ["GET the list", (by) => by.get("/api/work-orders")],
  ["GET status-counts", (by) => by.get("/api/work-orders/status-counts")],
  ["POST", (by) => by.post("/api/work-orders", { title: "Mine", ...site })],
];

const withoutRequestId = (answer: Answer<never>) => answer.text.replace(/"requestId":"[^"]*"/, "");

test.each([...calls, ...collection])("%s requires sign-in", async (_, call) => {
  const answer = await call(worker.visitor(), own.id, note.json.id);
  expect(answer.status).toBe(401);
});

test.each([...calls, ...collection])("%s requires permission for work orders", async (_, call) => {
  const outsider = await worker.member(business.orgId, "Technician", ["customers.manage"]);
  expect((await call(outsider, own.id, note.json.id)).status).toBe(403);
  expect((await call(await worker.household(), own.id, note.json.id)).status).toBe(403);
});

test.each(calls)("%s gives another business the same 404 as an unknown id", async (_, call) => {
  const foreign = await call(stranger, own.id, note.json.id);
  const random = await call(stranger, randomUUID(), randomUUID());
  expect([foreign.status, random.status]).toEqual([404, 404]);
  expect(withoutRequestId(foreign)).toBe(withoutRequestId(random));
});

test("another business's numbers, lists and counts include nothing from this one", async () => {
  expect((await stranger.get("/api/work-orders/1")).status).toBe(404);
  const list = await stranger.get<{ items: unknown[]; total: number }>("/api/work-orders?search=heat");
  expect(list.json.items).toEqual([]);
  const all = await stranger.get<{ items: unknown[]; total: number }>("/api/work-orders");
  expect(all.json).toMatchObject({ items: [], total: 0 });
});

test("another business's customer and address cannot be used in a new work order", async () => {
  const foreign = await stranger.post("/api/work-orders", { title: "Mine", ...site });
  const random = await stranger.post("/api/work-orders", {
    title: "Mine",
    customerId: randomUUID(),
    siteAddressId: randomUUID(),
  });
  expect([foreign.status, random.status]).toEqual([400, 400]);
  expect(withoutRequestId(foreign)).toBe(withoutRequestId(random));
});

test("after all these requests the work order and its note are unchanged", async () => {
  const { json } = await business.manager.get<WorkOrderJson>(`/api/work-orders/${own.id}`);
  expect(json).toMatchObject({ title: "No heat", status: "unscheduled", version: 1, notes: [{ body: "Dog" }] });
});
