import { expect, test } from "vitest";
import { zoneAt } from "#tests/support/clock";
import { downloadExport, makeExport } from "#tests/support/exports";
import { householdCtx } from "#tests/support/household-ctx";
import { ledgerOf } from "#tests/support/receivables";
import { emptyBusiness, restoreFile, startRestore } from "#tests/support/restores";
import { addCustomer, addWorkOrder } from "#tests/support/work-orders";
import { ownWorker } from "#tests/support/worker";
import { sweepReminders } from "~/domain/invoices/receivables/reminders.server";
import { addDays } from "~/domain/shared/time/dates";

const worker = await ownWorker();
const today = new Date().toISOString().slice(0, 10);
const morning = zoneAt(9);
const run = (statement: string, ...values: unknown[]) =>
  worker.db
    .prepare(statement)
    .bind(...values)
    .run();
const count = async (statement: string, orgId: string) =>
  (await worker.db.prepare(statement).bind(orgId).first<{ n: number }>())?.n;
const reminders = (orgId: string) => count("SELECT count(*) AS n FROM invoice_mails WHERE org_id = ?", orgId);
const held = (orgId: string) =>
  count("SELECT count(*) AS n FROM messages WHERE org_id = ? AND delivery = 'held'", orgId);
/** To-dos without a reminder sent. */
const unremindedTodos = (orgId: string) =>
  count("SELECT count(*) AS n FROM todos WHERE org_id = ? AND remind_at IS NOT NULL", orgId);
/** Runs the sweep of a minute; links in reminders need the product's origin, which a test server does not have. */
async function sweep(): Promise<void> {
  await worker.sweep(new Date(Date.UTC(2026, 0, 1, 0, 2)));
  const ctx = householdCtx(worker.db, "");
  await sweepReminders({
    ...ctx,
    ...{ actor: { kind: "system", member: null }, now: new Date() },
    request: { ...ctx.request, origin: "https://plenum.example" },
  });
}

/** A business with an automatic message of each kind, none due yet. */
async function sender() {
  const { admin, manager, orgId } = await worker.business();
  await run("UPDATE organizations SET time_zone = ? WHERE id = ?", morning, orgId);
  const site = await addCustomer(worker, orgId);
  await run("UPDATE customers SET email = 'owes@example.com' WHERE org_id = ? AND id = ?", orgId, site.customerId);
  await ledgerOf(worker, orgId).invoice(site.customerId, addDays(today, -10), { totalMinor: 5000 });
  const job = await addWorkOrder(manager, site);
  const { id: threadId } = (await manager.post<{ id: string }>(`/api/work-orders/${job.id}/customer-thread`, {})).json;
  const { templates } = (await admin.get<{ templates: object }>("/api/message-settings")).json;
  const quiet = { version: 0, quietFrom: "00:00", quietTo: "23:59", templates };
  expect((await admin.put("/api/message-settings", quiet)).status).toBe(200);
  const message = await manager.post(`/api/threads/${threadId}/customer-messages`, {
    ...{ channel: "mail", body: "We come at nine.", now: false },
  });
  expect(message.status, message.text).toBe(201);
  const due = { title: "Call the inspector", dueOn: addDays(today, 2), dueAt: "15:00", reminderMinutes: 60 };
  expect((await admin.post("/api/todos", due)).status).toBe(201);
  await run("INSERT INTO reminder_settings VALUES (?, 1, 3, 7, 2, 1, 'test', '2026-01-01T00:00:00.000Z')", orgId);
  return { admin, manager, orgId };
}

/** Makes everything that waited due. */
async function letTimePass(orgId: string) {
  await run("UPDATE messages SET send_at = '2026-01-01T00:00:00.000Z' WHERE org_id = ? AND delivery = 'held'", orgId);
  await run("UPDATE todos SET remind_at = '2026-01-01T00:00:00.000Z' WHERE org_id = ?", orgId);
}

test("a restored business sends no automatic messages alongside its source until an Admin turns them on", async () => {
  const source = await sender();
  const file = await downloadExport(source.admin, "business", (await makeExport(worker, source.admin, "business")).id);
  const copy = await emptyBusiness(worker);
  const automatic = async () =>
    (await copy.admin.get<{ pausedAt: string | null; waiting: number }>("/api/message-settings/automatic")).json;
  expect(await automatic()).toEqual({ pausedAt: null, waiting: 0 });
  expect((await copy.admin.get("/settings/messages")).text).not.toContain("Automatic messages are paused");

  const end = await restoreFile(worker, copy.admin, "business", file);
  expect(end).toMatchObject({ status: "done", problem: null });
  expect(end.report?.notes).toContainEqual({ note: "automatic_messages", count: 1 });
  for (const { orgId } of [source, copy]) await letTimePass(orgId);
  await sweep();
  expect([await reminders(source.orgId), await held(source.orgId)]).toEqual([1, 0]);
  expect([await reminders(copy.orgId), await held(copy.orgId)]).toEqual([0, 1]);
  expect([await unremindedTodos(source.orgId), await unremindedTodos(copy.orgId)]).toEqual([0, 1]);

  expect(await automatic()).toEqual({ pausedAt: expect.stringMatching(/^\d{4}-/), waiting: 1 });
  for (const path of ["/settings/messages", "/settings/export/restore"])
    expect((await copy.admin.get(path)).text, path).toContain("Turn on automatic messages");
  expect((await copy.admin.get("/settings/billing")).text).toContain("Paused since an export was restored.");
  const manager = await worker.member(copy.orgId, "Manager");
  expect((await manager.post("/api/message-settings/automatic")).status).toBe(403);
  // Messages written in the copy are sent after quiet hours as usual.
  await run("UPDATE automatic_message_pauses SET paused_at = '2026-01-01T00:00:00.000Z' WHERE org_id = ?", copy.orgId);
  await sweep();
  expect(await held(copy.orgId)).toBe(0);

  const pressed = await copy.admin.submit("/resources/automatic-messages", { intent: "turn-on" });
  expect([pressed.status, pressed.headers.get("location")]).toEqual([302, "/settings/messages"]);
  expect(await automatic()).toEqual({ pausedAt: null, waiting: 0 });
  expect((await copy.admin.get("/settings/messages")).text).not.toContain("Automatic messages are paused");
  // The restore's report no longer says that they are.
  expect((await copy.admin.get("/settings/export/restore")).text).not.toContain("automatic messages are paused");
  await sweep();
  expect(await reminders(copy.orgId)).toBe(1);
  expect(await unremindedTodos(copy.orgId)).toBe(0);
  const log = await copy.admin.get("/settings/audit");
  expect(log.text).toContain("Automatic messages turned on");
});

test("a failed restore leaves nothing paused, and a business with records shows in advance that it accepts no restore", async () => {
  const { orgId, admin } = await emptyBusiness(worker);
  expect((await admin.get("/settings/export/restore")).text).toContain("Upload and restore");
  const end = await restoreFile(worker, admin, "business", new Uint8Array(5000));
  expect(end.status).toBe("failed");
  expect(await count("SELECT count(*) AS n FROM automatic_message_pauses WHERE org_id = ?", orgId)).toBe(0);
  await addCustomer(worker, orgId);
  const page = (await admin.get("/settings/export/restore")).text;
  expect(page).toContain("An export is restored into a new, empty business only. This one already has");
  expect(page).not.toContain("Upload and restore");
  const refused = await startRestore(worker, admin, "business", 100);
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("new, empty business only")]);
  const person = await worker.household();
  expect((await person.get("/profile/export/restore")).text).toContain("Upload and restore");
});
