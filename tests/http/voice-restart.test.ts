import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { Visitor } from "#tests/support/visitor";
import { addCustomer } from "#tests/support/work-orders";
import { ownWorker } from "#tests/support/worker";

const folder = mkdtempSync(join(tmpdir(), "voice-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Session {
  id: string;
  state: string;
  transcript: { text: string } | null;
  chunks: { received: number };
}

/** A service that accepts a recording and never responds. */
const silent = createServer((request) => request.resume());
await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

test("sessions in every state survive a restart, and a confirmed draft is created once", async () => {
  const address = silent.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const speech = { SPEECH_API_URL: `http://127.0.0.1:${port}`, SPEECH_API_KEY: "secret", SPEECH_MODEL: "whisper" };
  const before = await ownWorker(speech, folder);
  const { manager, orgId } = await before.business();
  const { customerId } = await addCustomer(before, orgId);
  const open = async () =>
    (await manager.post<Session>("/api/voice/sessions", { sessionType: "work_order_creation" })).json.id;
  const process = (by: Visitor, id: string, what: string | Blob = "No heat at Ada Byron's.") => {
    const body = new FormData();
    body.set(typeof what === "string" ? "text" : "audio", what);
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
  const edit = { version: 1, index: 0, fields: { title: "No heat upstairs" } };
  expect((await manager.patch(`/api/voice/sessions/${reviewed}/drafts`, edit)).status).toBe(200);
  const made = await confirm(manager, confirmed);
  const reading = await open();
  const cutOff = process(manager, reading, new Blob(["RIFF0000WAVE"], { type: "audio/wav" })).catch(() => null);
  await vi.waitFor(async () => {
    expect((await manager.get<Session>(`/api/voice/sessions/${reading}`)).json.state).toBe("processing");
  }, 40_000);
  expect((await process(manager, reading)).status).toBe(409);
  await before.stop();
  await cutOff;

  const after = await ownWorker({}, folder);
  const again = new Visitor(after.url, manager.userId);
  for (const [name, value] of manager.cookies) again.cookies.set(name, value);
  const state = async (id: string) => (await again.get<Session>(`/api/voice/sessions/${id}`)).json.state;
  expect([await state(created), await state(reviewed), await state(confirmed)]).toEqual([
    "created",
    "needs_review",
    "confirmed",
  ]);
  const { edits } = (await again.get<{ edits: object }>(`/api/voice/sessions/${reviewed}/preview-actions`)).json;
  expect(edits).toMatchObject({ places: [{ index: 0, fields: edit.fields }] });
  const interrupted = (await again.get<Session>(`/api/voice/sessions/${reading}`)).json;
  expect(interrupted).toMatchObject({ state: "listening", problem: { code: "interrupted" } });
  expect((await process(again, reading)).json.state).toBe("needs_review");
  expect((await confirm(again, confirmed)).json).toEqual(made.json);
  expect((await confirm(again, reviewed)).status).toBe(201);
  const { results } = await after.db.prepare("SELECT id FROM work_orders WHERE org_id = ?").bind(orgId).all();
  expect(results).toHaveLength(2);
});
