import { expect, test } from "vitest";
import {
  addLead,
  content,
  type EstimateJson,
  type LeadJson,
  made,
  mail,
  place,
  type Refused,
  sent,
  signature,
} from "#tests/support/estimates";
import { pageText } from "#tests/support/page-text";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { admin } = await worker.business();
const guest = worker.visitor();

interface Converted {
  workOrderId: string;
  customerId: string;
}

async function approved(estimate: EstimateJson & { token: string }) {
  const answer = await guest.post(`/api/signed/estimates/${estimate.token}/approve`, signature(estimate));
  expect(answer.status, answer.text).toBe(200);
}

/** One more estimate for the lead of another one. */
async function another(leadId: string | null) {
  const { id } = await made<EstimateJson>(admin, "/estimates", { leadId });
  const saved = await admin.put<EstimateJson>(`/api/estimates/${id}`, { ...content(1), title: "Air cleaner" });
  const estimate = await made<EstimateJson>(admin, `/estimates/${id}/send`, { ...mail, version: saved.json.version });
  return { ...estimate, token: estimate.url?.split("/").at(-1) ?? "" };
}

const estimateOf = async (id: string) => (await admin.get<EstimateJson>(`/api/estimates/${id}`)).json;
const leadOf = async (id: string | null) => (await admin.get<LeadJson>(`/api/leads/${id}`)).json;

test("each further approved estimate of a won lead becomes a job of the lead's customer, once", async () => {
  const first = await sent(admin, { name: "Ines Roth", phone: "4145552311" });
  const second = await another(first.leadId);
  const late = await another(first.leadId);
  await approved(first);
  await approved(second);
  const won = await made<Converted>(admin, `/leads/${first.leadId}/convert`, {});
  await approved(late);
  const waiting: EstimateJson[] = [];
  for (const { id } of [first, second, late]) {
    const estimate = await estimateOf(id);
    if (estimate.workOrderId === null) waiting.push(estimate);
  }
  expect(waiting).toHaveLength(2);
  for (const { id } of waiting) {
    expect((await admin.get(`/estimates/${id}`)).text).toContain("Create job");
    const answers = await Promise.all(
      [1, 2].map(() => admin.post<Converted & Refused>(`/api/estimates/${id}/convert`, {})),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const further = answers.find(({ status }) => status === 201)?.json;
    expect(further?.customerId).toBe(won.customerId);
    expect(await estimateOf(id)).toMatchObject({ customerId: won.customerId, workOrderId: further?.workOrderId });
    expect((await admin.get(`/estimates/${id}`)).text).not.toContain("Create job");
  }
  const { json } = await admin.get<{ addresses: object[] }>(`/api/customers/${won.customerId}`);
  expect(json.addresses).toHaveLength(1);
  expect(await leadOf(first.leadId)).toMatchObject({ stage: "won", workOrderId: won.workOrderId });
});

test("undoing a further job leaves the lead won, and the lead's own job stays while there is a further one", async () => {
  const first = await sent(admin, { name: "Jo Lund", phone: "4145552312" });
  const second = await another(first.leadId);
  await approved(first);
  const won = await made<Converted>(admin, `/leads/${first.leadId}/convert`, {});
  await approved(second);
  await made<Converted>(admin, `/estimates/${second.id}/convert`);
  expect((await admin.post(`/api/leads/${first.leadId}/undo-conversion`)).status).toBe(409);
  expect((await admin.post(`/api/estimates/${second.id}/undo-conversion`)).status).toBe(204);
  expect(await leadOf(first.leadId)).toMatchObject({ stage: "won", workOrderId: won.workOrderId });
  expect(await estimateOf(second.id)).toMatchObject({ status: "approved", workOrderId: null });
  expect((await admin.post(`/api/leads/${first.leadId}/undo-conversion`)).status).toBe(204);
  expect(await leadOf(first.leadId)).toMatchObject({ stage: "estimate_sent", customer: null });
});

test("a lead is converted with an approved estimate that has no job yet", async () => {
  const known = await made<{ id: string }>(admin, "/customers", {
    ...{ firstName: "Kai", lastName: "Berg", addresses: [{ ...place, type: "service" }] },
  });
  const first = await sent(admin, { name: "Kai Berg", phone: "4145552313" });
  const second = await another(first.leadId);
  await approved(first);
  await made<Converted>(admin, `/leads/${first.leadId}/convert`, { customerId: known.id });
  await approved(second);
  await made<Converted>(admin, `/estimates/${second.id}/convert`);
  expect((await admin.post(`/api/leads/${first.leadId}/undo-conversion`)).status).toBe(204);
  const again = await made<Converted>(admin, `/leads/${first.leadId}/convert`, { customerId: known.id });
  expect(await estimateOf(first.id)).toMatchObject({ workOrderId: again.workOrderId });
});

test("the form names the approved estimate it converts, however many newer ones the lead has", async () => {
  const first = await sent(admin, { name: "Uma Falk", phone: "4145552315" });
  await approved(first);
  for (let more = 0; more < 21; more += 1) await made<EstimateJson>(admin, "/estimates", { leadId: first.leadId });
  const form = pageText((await admin.get(`/leads/${first.leadId}/convert`)).text);
  expect(form).toContain(`Approved: ${first.reference}`);
  expect(form).not.toContain("No estimate was approved");
});

test("an approved estimate of a deleted lead offers no job until the lead is restored", async () => {
  const estimate = await sent(admin, { name: "Lea Holm", phone: "4145552314" });
  await approved(estimate);
  const page = async () => (await admin.get(`/estimates/${estimate.id}`)).text;
  expect(await page()).toContain("Create job");
  expect((await admin.delete(`/api/leads/${estimate.leadId}`)).status).toBe(204);
  expect(await page()).not.toContain("Create job");
});

test("undoing a conversion restores the lead's customer, stage and reason, and the estimate's customer", async () => {
  const [right, wrong] = await Promise.all(
    ["Moe", "Mae"].map((firstName) => made<{ id: string }>(admin, "/customers", { firstName, lastName: "Kerr" })),
  );
  const estimate = await sent(admin, { name: "Moe Kerr", phone: "4145552315", customerId: right?.id });
  await approved(estimate);
  const before = await leadOf(estimate.leadId);
  expect(before).toMatchObject({ stage: "estimate_sent", customer: { id: right?.id } });
  await made<Converted>(admin, `/leads/${estimate.leadId}/convert`, { customerId: wrong?.id });
  expect((await admin.post(`/api/leads/${estimate.leadId}/undo-conversion`)).status).toBe(204);
  expect(await leadOf(estimate.leadId)).toMatchObject({ stage: "estimate_sent", customer: { id: right?.id } });
  expect(await estimateOf(estimate.id)).toMatchObject({ customerId: right?.id, workOrderId: null });

  const { version } = await leadOf(estimate.leadId);
  const lost = { reason: "price", note: "Twice the other offer" };
  await made(admin, `/leads/${estimate.leadId}/lose`, { ...lost, version });
  await made<Converted>(admin, `/leads/${estimate.leadId}/convert`, { customerId: wrong?.id });
  expect((await admin.post(`/api/leads/${estimate.leadId}/undo-conversion`)).status).toBe(204);
  expect(await leadOf(estimate.leadId)).toMatchObject({
    ...{ stage: "lost", lostReason: lost.reason, lostNote: lost.note, customer: { id: right?.id } },
  });
});

test("a linked lead is converted to a new customer when that is chosen", async () => {
  const known = await made<{ id: string }>(admin, "/customers", { firstName: "Nia", lastName: "Ray" });
  const lead = () => addLead(admin, { name: "Nia Ray", phone: "4145552316", customerId: known.id });
  const [omitted, asNull, chosen] = [await lead(), await lead(), await lead()];
  const linked = await made<Converted>(admin, `/leads/${omitted.id}/convert`, {});
  expect(linked.customerId).toBe(known.id);
  const fresh = await made<Converted>(admin, `/leads/${asNull.id}/convert`, { customerId: null });
  expect(fresh.customerId).not.toBe(known.id);
  expect((await admin.get(`/leads/${chosen.id}/convert`)).text).toContain("New customer: Nia Ray");
  const form = await admin.submit(`/leads/${chosen.id}/convert`, { customerId: "new", title: "New furnace" });
  expect(form.status, form.text).toBe(302);
  const after = await leadOf(chosen.id);
  expect(after).toMatchObject({ stage: "won" });
  expect([known.id, fresh.customerId]).not.toContain(after.customer?.id);
  expect((await admin.post(`/api/leads/${chosen.id}/undo-conversion`)).status).toBe(204);
  expect((await leadOf(chosen.id)).customer?.id).toBe(known.id);
});
