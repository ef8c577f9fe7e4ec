import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addEndpoint, businessWithPassword, webhookReceiver } from "#tests/support/webhooks";
import { addCustomer, addWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { twilioSignature } from "#worker/providers/texts";

const worker = await testWorker();
const other = await worker.business();
const key = () => randomBytes(16).toString("base64url");

type Restored = { table: "business_restores" | "household_restores"; column: "org_id" | "user_id"; owner: string };

/** Makes an export's restore run there until the returned function ends it. */
async function restoring({ table, column, owner }: Restored): Promise<() => Promise<void>> {
  const id = randomUUID();
  await worker.db
    .prepare(
      `INSERT INTO ${table} (${column}, id, status, requested_by, created_at, file_name, bytes, lease, lease_until)
       VALUES (?, ?, 'running', 'x', '2026-11-25T00:00:00.000Z', 'a.zip', 10, 'x', '2099-01-01')`,
    )
    .bind(owner, id)
    .run();
  return async () => {
    await worker.db.prepare(`DELETE FROM ${table} WHERE ${column} = ? AND id = ?`).bind(owner, id).run();
  };
}
const inBusiness = (orgId: string): Restored => ({ table: "business_restores", column: "org_id", owner: orgId });

async function visitOf({ manager, orgId }: typeof other) {
  const workOrder = await addWorkOrder(manager, await addCustomer(worker, orgId, "Ana Ortega"));
  const { url } = (await manager.post<{ url: string }>(`/api/work-orders/${workOrder.id}/visit-page`, {})).json;
  const page = new URL(url).pathname;
  const bodies = async () => {
    const { id } = (await manager.post<{ id: string }>(`/api/work-orders/${workOrder.id}/customer-thread`, {})).json;
    const { messages } = (await manager.get<{ messages: { body: string }[] }>(`/api/threads/${id}`)).json;
    return messages.map(({ body }) => body);
  };
  return { workOrder, page, api: `/api/signed/visits/${page.split("/").at(-1)}/messages`, bodies };
}

test("a customer's message during a restore is refused with a request to try again, keeps its text and can be sent later", async () => {
  const firm = await worker.business();
  const { page, api, bodies } = await visitOf(firm);
  const guest = worker.visitor();
  const words = (body: string) => ({ key: key(), body });
  const [ofForm, ofApi, ofPerson] = [words("Is parking fine?"), words("Please ring twice"), words("The dog is inside")];
  expect(await bodies()).toEqual([]);
  const end = await restoring(inBusiness(firm.orgId));
  const refused = await guest.submit(page, { intent: "say", ...ofForm });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "60"]);
  for (const shown of ["Please try again in a few minutes.", ofForm.body]) expect(refused.text).toContain(shown);
  expect(refused.text).not.toContain("being restored");
  const answer = await guest.post<{ code: string }>(api, ofApi);
  expect([answer.status, answer.json.code]).toEqual([503, "unavailable"]);
  // Someone who works elsewhere is a customer here.
  expect((await other.admin.post(api, ofPerson)).status).toBe(503);
  // So is someone who works here, but is told the reason.
  const ofStaff = await firm.admin.post<{ message: string }>(api, words("Testing"));
  expect([ofStaff.status, ofStaff.json.message]).toEqual([409, expect.stringContaining("being restored")]);
  await end();
  expect(await bodies()).toEqual([]);
  expect((await guest.submit(page, { intent: "say", ...ofForm })).status).toBe(200);
  expect((await guest.post(api, ofApi)).status).toBe(204);
  expect((await other.admin.post(api, ofPerson)).status).toBe(204);
  expect(await bodies()).toEqual([ofForm.body, ofApi.body, ofPerson.body]);
});

test("a text that arrives during a restore is refused so that its sender repeats it, and is then stored once", async () => {
  const firm = await worker.business();
  const [from, sid] = ["+14145552999", `SM${randomUUID()}`];
  const to = `+1555010${String(firm.orgKey).padStart(4, "0")}`;
  const arrives = async () => {
    const form = new URLSearchParams({ From: from, To: to, Body: "No heat", MessageSid: sid, NumMedia: "0" });
    const url = `${worker.url.origin}/api/webhooks/texts`;
    const signature = await twilioSignature({ url, form }, "embedded-texts");
    const headers = { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature };
    return (await fetch(url, { method: "POST", headers, body: form.toString() })).status;
  };
  const stored = async (table: "threads" | "messages") => {
    const statement = worker.db.prepare(`SELECT count(*) AS count FROM ${table} WHERE org_id = ?`);
    return statement.bind(firm.orgId).first<number>("count");
  };
  const end = await restoring(inBusiness(firm.orgId));
  expect(await arrives()).toBe(503);
  expect([await stored("threads"), await stored("messages")]).toEqual([0, 0]);
  await end();
  expect([await arrives(), await arrives()]).toEqual([200, 200]);
  expect([await stored("threads"), await stored("messages")]).toEqual([1, 1]);
});

test("someone whose household is being restored still opens a job's conversation and its customer page", async () => {
  const { manager, orgId } = await worker.business();
  const workOrder = await addWorkOrder(manager, await addCustomer(worker, orgId));
  const { id } = (await manager.get<{ id: string }>("/api/auth/profile")).json;
  const end = await restoring({ table: "household_restores", column: "user_id", owner: id });
  const own = await manager.post("/api/expenses", { name: "Rent", amount: 9, date: "2026-11-01", category: "housing" });
  expect(own.status).toBe(409);
  for (const part of ["thread", "customer-thread", "visit-page"]) {
    const opened = await manager.post(`/api/work-orders/${workOrder.id}/${part}`, {});
    expect([part, opened.status, opened.text]).toEqual([part, 201, expect.any(String)]);
  }
  await end();
});

test("a webhook of what a visitor sent goes out at once, not with the next sweep", async () => {
  const receiver = await webhookReceiver();
  const { admin } = await businessWithPassword(worker);
  await addEndpoint(admin, receiver.url, { events: ["lead.created"] });
  const texts = { heading: "Request an estimate", thanks: "Thank you." };
  const { url } = (await admin.put<{ url: string }>("/api/lead-form", { ...texts, enabled: true, version: 0 })).json;
  const form = new URL(url).pathname;
  const guest = worker.visitor();
  const started = /name="started" value="([^"]+)"/.exec((await guest.get(form)).text)?.[1] ?? "";
  const lead = { name: "Web Person", phone: "(414) 555-7001", need: "No heat upstairs", started };
  // A form that was filled in too fast is refused.
  await expect.poll(async () => (await guest.submit(form, lead)).status, { interval: 500 }).toBe(302);
  await expect.poll(() => receiver.received.map(({ message }) => message.type)).toEqual(["lead.created"]);
});
