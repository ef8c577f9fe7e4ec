import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { content, type EstimateJson, line, made, mail, type Refused, signature } from "#tests/support/estimates";
import type { Answer } from "#tests/support/visitor";
import { addCustomer, addWorkOrder, readWorkOrder, type Site, type WorkOrderJson } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { admin, orgId } = await worker.business();

const workOrderOf = async (name = "Ana Ortega") => addWorkOrder(admin, await addCustomer(worker, orgId, name));
const change = async (workOrderId: string, fields: object): Promise<Answer<WorkOrderJson & Refused>> =>
  admin.patch(`/api/work-orders/${workOrderId}`, {
    ...fields,
    version: (await readWorkOrder(admin, workOrderId)).version,
  });
const give = (workOrderId: string, { customerId }: Site) => change(workOrderId, { customerId });
const pageOf = async (workOrderId: string) =>
  new URL((await made<{ url: string }>(admin, `/work-orders/${workOrderId}/visit-page`)).url).pathname;
const threadOf = async (workOrderId: string) =>
  (await made<{ id: string }>(admin, `/work-orders/${workOrderId}/customer-thread`)).id;

interface Detail {
  thread: { title: string; workOrder: { id: string } | null };
  messages: { body: string }[];
}
const detail = async (threadId: string) => (await admin.get<Detail>(`/api/threads/${threadId}`)).json;

async function draftFor(workOrderId: string): Promise<EstimateJson> {
  const draft = await made<EstimateJson>(admin, "/estimates", { workOrderId: workOrderId });
  const saved = await admin.put<EstimateJson>(`/api/estimates/${draft.id}`, {
    ...content(draft.version),
    ...{ options: [{ name: "Humidifier", lines: [line("Humidifier", 640)] }] },
    ...{ taxState: "exempt", taxNote: "Resale", taxes: [] },
  });
  if (saved.status !== 200) throw new Error(saved.text);
  return saved.json;
}
const send = ({ id, version }: EstimateJson) =>
  admin.post<EstimateJson & Refused>(`/api/estimates/${id}/send`, { ...mail, version });
async function sentFor(workOrderId: string): Promise<EstimateJson & { token: string }> {
  const { json } = await send(await draftFor(workOrderId));
  return { ...json, token: json.url?.split("/").at(-1) ?? "" };
}

test("a job given to another customer closes the former one's page and leaves them their conversation", async () => {
  const workOrder = await workOrderOf("Ana Ortega");
  const path = await pageOf(workOrder.id);
  const guest = worker.visitor();
  const key = randomBytes(16).toString("base64url");
  expect((await guest.submit(path, { intent: "say", key, body: "The gate code is 4711" })).status).toBe(200);
  const former = await threadOf(workOrder.id);
  const next = await addCustomer(worker, orgId, "Bo Lindqvist");
  expect((await give(workOrder.id, next)).status).toBe(200);
  expect((await guest.get(path)).status).toBe(404);
  const shown = await guest.get(await pageOf(workOrder.id));
  expect(shown.text).toContain("Bo");
  expect(shown.text).not.toContain("4711");
  expect(await detail(former)).toMatchObject({
    thread: { title: "Ana Ortega", workOrder: null },
    messages: [{ body: "The gate code is 4711" }],
  });
  const current = await threadOf(workOrder.id);
  expect(await detail(current)).toMatchObject({
    thread: { title: "Bo Lindqvist", workOrder: { id: workOrder.id } },
    messages: [],
  });
});

test("texts about a job given to another customer go to that customer", async () => {
  const [workOrder, next] = [await workOrderOf(), await addCustomer(worker, orgId, "Bo Lindqvist")];
  const phones = { [workOrder.customerId]: "+14145553001", [next.customerId]: "+14145553002" };
  for (const [id, phone] of Object.entries(phones))
    await worker.db
      .prepare("UPDATE customers SET phone = ?3 WHERE org_id = ?1 AND id = ?2")
      .bind(orgId, id, phone)
      .run();
  const write = async (body: string) =>
    made(admin, `/threads/${await threadOf(workOrder.id)}/customer-messages`, { channel: "text", now: true, body });
  await write("We come at nine.");
  expect((await give(workOrder.id, next)).status).toBe(200);
  await write("We come at ten.");
  const { results } = await worker.db
    .prepare("SELECT body, sent_to AS sentTo FROM messages WHERE org_id = ? AND channel = 'text' ORDER BY number")
    .bind(orgId)
    .all();
  expect(results).toEqual([
    { body: "We come at nine.", sentTo: "+14145553001" },
    { body: "We come at ten.", sentTo: "+14145553002" },
  ]);
});

test("a job that keeps its customer keeps the customer's page and conversation", async () => {
  const workOrder = await workOrderOf();
  const [path, thread] = [await pageOf(workOrder.id), await threadOf(workOrder.id)];
  expect((await change(workOrder.id, { customerId: workOrder.customerId, title: "Furnace hums" })).status).toBe(200);
  expect((await worker.visitor().get(path)).text).toContain("Furnace hums");
  expect([await pageOf(workOrder.id), await threadOf(workOrder.id)]).toEqual([path, thread]);
});

test("a job keeps its customer while an estimate for it is open or approved", async () => {
  const [workOrder, next] = [await workOrderOf(), await addCustomer(worker, orgId, "Bo Lindqvist")];
  const open = await sentFor(workOrder.id);
  const refused = await give(workOrder.id, next);
  expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("estimate")]);
  expect((await readWorkOrder(admin, workOrder.id)).customerId).toBe(workOrder.customerId);
  await made(admin, `/estimates/${open.id}/withdraw`);
  expect((await give(workOrder.id, next)).status).toBe(200);

  const other = await workOrderOf();
  const approved = await sentFor(other.id);
  const answer = await worker
    .visitor()
    .post(`/api/signed/estimates/${approved.token}/approve`, signature(approved, { option: 1 }));
  expect(answer.status).toBe(200);
  expect((await give(other.id, next)).status).toBe(409);
});

test("a draft estimate stays with the customer it was written for, and an older one can't be sent for the job again", async () => {
  const [workOrder, next] = [await workOrderOf(), await addCustomer(worker, orgId, "Bo Lindqvist")];
  const declined = await sentFor(workOrder.id);
  await worker.visitor().post(`/api/signed/estimates/${declined.token}/decline`, { reason: "Too much" });
  const draft = await draftFor(workOrder.id);
  expect((await give(workOrder.id, next)).status).toBe(200);
  const left = (await admin.get<EstimateJson>(`/api/estimates/${draft.id}`)).json;
  expect(left).toMatchObject({ status: "draft", customerId: workOrder.customerId, workOrderId: null });
  expect((await send(left)).status).toBe(200);
  const revision = await made<EstimateJson>(admin, `/estimates/${declined.id}/revise`);
  const refused = await send(revision);
  expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("another customer")]);
  // What was written for the former customer does not hold the job.
  expect((await give(workOrder.id, { ...next, customerId: workOrder.customerId })).status).toBe(200);
});

test("a job keeps its customer while it has an invoice", async () => {
  const [workOrder, next] = [await workOrderOf(), await addCustomer(worker, orgId, "Bo Lindqvist")];
  const { id } = await made<{ id: string }>(admin, `/work-orders/${workOrder.id}/invoices`);
  const refused = await give(workOrder.id, next);
  expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("invoice")]);
  expect((await admin.delete(`/api/invoices/${id}`)).status).toBe(204);
  expect((await give(workOrder.id, next)).status).toBe(200);
});
