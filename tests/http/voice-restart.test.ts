import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Visitor } from "#tests/support/visitor";
import { addCustomer } from "#tests/support/work-orders";
import { ownWorker } from "#tests/support/worker";

const folder = mkdtempSync(join(tmpdir(), "voice-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Session {
  id: string;
  state: string;
  transcript: { text: string } | null;
  pieces: { received: number };
}

test("sessions in each state are there after a restart, and what was confirmed is written once", async () => {
  const before = await ownWorker({}, folder);
  const { manager, orgId } = await before.business();
  const { customerId } = await addCustomer(before, orgId);
  const open = async () =>
    (await manager.post<Session>("/api/voice/sessions", { sessionType: "work_order_creation" })).json.id;
  const process = (by: Visitor, id: string) => {
    const body = new FormData();
    body.set("text", "No heat at Ada Byron's.");
    return by.send<Session>("POST", `/api/voice/sessions/${id}/process`, { body });
  };
  const confirm = (by: Visitor, id: string) =>
    by.post<{ workOrders: { id: string }[] }>(`/api/voice/sessions/${id}/create-work-order`, {
      version: 1,
      drafts: [{ index: 0, title: "No heat", customerId }],
    });
  const [created, reviewed, confirmed] = [await open(), await open(), await open()];
  await process(manager, reviewed);
  await process(manager, confirmed);
  const made = await confirm(manager, confirmed);
  await before.stop();

  const after = await ownWorker({}, folder);
  const again = new Visitor(after.url, manager.userId);
  for (const [name, value] of manager.cookies) again.cookies.set(name, value);
  const state = async (id: string) => (await again.get<Session>(`/api/voice/sessions/${id}`)).json.state;
  expect([await state(created), await state(reviewed), await state(confirmed)]).toEqual([
    "created",
    "needs_review",
    "confirmed",
  ]);
  expect((await confirm(again, confirmed)).json).toEqual(made.json);
  expect((await confirm(again, reviewed)).status).toBe(201);
  const { results } = await after.db.prepare("SELECT id FROM work_orders WHERE org_id = ?").bind(orgId).all();
  expect(results).toHaveLength(2);
});
