import { expect, test } from "vitest";
import type { Visitor } from "#tests/support/visitor";
import { addCustomer } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

interface Edits {
  revision: number;
  places: { index: number; fields: Record<string, unknown> }[];
  index: number;
  reason?: string;
}
interface Preview {
  version: number;
  drafts: unknown[];
  edits: Edits;
}

const at = (id: string, rest = "") => `/api/voice/sessions/${id}${rest}`;

async function say(by: Visitor, id: string, text: string): Promise<void> {
  const body = new FormData();
  body.set("text", text);
  expect((await by.send("POST", at(id, "/process"), { body })).status).toBe(200);
}

async function dictate(by: Visitor, text: string): Promise<string> {
  const { json } = await by.post<{ id: string }>("/api/voice/sessions", { sessionType: "work_order_creation" });
  await say(by, json.id, text);
  return json.id;
}

const preview = async (by: Visitor, id: string) => (await by.get<Preview>(at(id, "/preview-actions"))).json;
const put = (by: Visitor, id: string, index: number, fields: Record<string, unknown>, version = 1) =>
  by.patch<Edits>(at(id, "/drafts"), { version, index, fields });
const add = (by: Visitor, id: string, version = 1) => by.post<Edits>(at(id, "/drafts"), { version });

test("edits from two tabs are merged field by field and discarded when new text is spoken", async () => {
  const { manager } = await worker.business();
  const id = await dictate(manager, "No heat at Ada Byron's.");
  const [one, other] = await Promise.all([
    put(manager, id, 0, { title: "No heat upstairs" }),
    put(manager, id, 0, { priority: "high", startDate: "2026-" }),
  ]);
  expect([one.status, other.status]).toEqual([200, 200]);
  await put(manager, id, 0, { title: "No heat downstairs" });
  const { edits, version } = await preview(manager, id);
  expect(edits.places).toEqual([
    { index: 0, fields: { title: "No heat downstairs", priority: "high", startDate: "2026-" } },
  ]);
  await say(manager, id, "No cooling at Ada Byron's.");
  expect((await preview(manager, id)).edits.places).toEqual([]);
  const stale = await put(manager, id, 0, { title: "No heat" }, version);
  expect([stale.status, stale.json.reason]).toEqual([409, "outdated"]);
});

test("a recording that cannot be processed leaves the review and its corrections as they were", async () => {
  const { manager, orgId } = await worker.business();
  const { customerId } = await addCustomer(worker, orgId);
  const words = "No heat at Ada Byron's.";
  const id = await dictate(manager, words);
  await put(manager, id, 0, { title: "No heat upstairs" });
  const body = new FormData();
  body.set("audio", new Blob([Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3)], { type: "audio/webm" }));
  const failed = await manager.send<{ reason: string }>("POST", at(id, "/process"), { body });
  expect([failed.status, failed.json.reason]).toEqual([503, "transcriber_unavailable"]);
  const after = (await manager.get<{ state: string; problem: { code: string } | null }>(at(id))).json;
  expect(after).toMatchObject({ state: "needs_review", problem: { code: "transcriber_unavailable" } });
  // The words under review, sent again, are not a new reading.
  await say(manager, id, words);
  const { version, edits } = await preview(manager, id);
  expect([version, edits.places]).toEqual([1, [{ index: 0, fields: { title: "No heat upstairs" } }]]);
  const drafts = [{ index: 0, title: "No heat upstairs", customerId }];
  const made = await manager.post<{ workOrders: { id: string }[] }>(at(id, "/create-work-order"), { version, drafts });
  expect(made.status, made.text).toBe(201);
  // The recording that was not understood is not the one of these words.
  const recordings = await manager.get<{ items: { source: string; hasAudio: boolean }[] }>(
    `/api/work-orders/${made.json.workOrders[0]?.id}/recordings`,
  );
  expect(recordings.json.items).toMatchObject([{ source: "typed", hasAudio: false }]);
});

test("a draft added manually is created with the others and must be confirmed or left out like them", async () => {
  const { manager, orgId } = await worker.business();
  const { customerId } = await addCustomer(worker, orgId);
  const id = await dictate(manager, "No heat at Ada Byron's.");
  expect([(await add(manager, id)).json.index, (await add(manager, id)).json.index]).toEqual([1, 2]);
  await put(manager, id, 2, { title: "Filter", customerId });
  expect((await manager.delete(at(id, "/drafts/1"))).status).toBe(200);
  expect((await preview(manager, id)).edits.places).toEqual([{ index: 2, fields: { title: "Filter", customerId } }]);
  const create = (drafts: object[]) =>
    manager.post<{ workOrders: unknown[]; fields: object }>(at(id, "/create-work-order"), { version: 1, drafts });
  const first = { index: 0, title: "No heat", customerId };
  expect((await create([first])).json.fields).toEqual({ drafts: ["Confirm draft 3, or leave it out"] });
  expect((await create([first, { index: 1, title: "Gone", customerId }, { index: 2, isLeftOut: true }])).status).toBe(
    400,
  );
  const made = await create([first, { index: 2, title: "Filter", customerId }]);
  expect([made.status, made.json.workOrders.length]).toEqual([201, 2]);
  const late = await put(manager, id, 2, { title: "Filters" });
  expect([late.status, late.json.reason]).toEqual([409, "session_over"]);
});

test("if no job was understood, work orders can be added manually, up to 20", async () => {
  const { manager } = await worker.business();
  const id = await dictate(manager, "Hello there.");
  const heard = (await preview(manager, id)).drafts.length;
  for (let count = heard; count < 20; count += 1) expect((await add(manager, id)).status).toBe(201);
  expect((await add(manager, id)).status).toBe(409);
});

test("an unknown field, an unknown position and a text that is too long are refused", async () => {
  const { manager } = await worker.business();
  const id = await dictate(manager, "No heat at Ada Byron's.");
  const answers = [
    await put(manager, id, 0, { owner: "me" }),
    await put(manager, id, 0, { title: "x".repeat(201) }),
    await put(manager, id, 1, { title: "No draft" }),
    await put(manager, id, 100, { title: "No draft" }),
    await manager.delete(at(id, "/drafts/0")),
    await manager.delete(at(id, "/drafts/x")),
    await manager.patch(at(id, "/commands"), { version: 1, index: 0, fields: { text: "Not of this kind" } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 404, 400, 404, 404, 404]);
  expect((await preview(manager, id)).edits.places).toEqual([]);
});

test("only its owner can edit a session, and only after it was processed", async () => {
  const { manager, admin } = await worker.business();
  const { admin: stranger } = await worker.business();
  const id = await dictate(manager, "No heat at Ada Byron's.");
  for (const other of [admin, stranger]) {
    const answers = [
      await put(other, id, 0, { title: "Mine" }),
      await add(other, id),
      await other.delete(at(id, "/drafts/0")),
      await other.patch(at(id, "/commands"), { version: 1, index: 0, fields: { text: "Mine" } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  }
  const { json } = await manager.post<{ id: string }>("/api/voice/sessions", { sessionType: "work_order_creation" });
  const early = await put(manager, json.id, 0, { title: "No heat" });
  expect([early.status, early.json.reason]).toEqual([409, "not_read"]);
});
