import { expect, test } from "vitest";
import { textOfPdf } from "#tests/support/pdf-text";
import type { Visitor } from "#tests/support/visitor";
import { addCustomer, type Refusal } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { DATA_SET_DATE } from "~/domain/industries/figures";

const worker = await testWorker();
const path = "/api/industry-analyses";
const body = { title: "The trades around us", industries: ["238220", "Roofing"] };

interface Saved {
  id: string;
  title: string;
  version: number;
  savedBy: string | null;
  analysis: { dataSetDate: string; industries: { code: string }[]; own: { jobs: number } };
  modelAnswer: object | null;
}

async function save(by: Visitor, fields: object = {}): Promise<Saved> {
  const answer = await by.post<Saved>(path, { ...body, ...fields });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json;
}

async function titles(by: Visitor): Promise<string[]> {
  const { json } = await by.get<{ items: { title: string }[] }>(`${path}?limit=100`);
  return json.items.map(({ title }) => title);
}

test("a saved analysis opens unchanged, whatever the business did since", async () => {
  const { manager, orgId } = await worker.business();
  const saved = await save(manager);
  expect(saved).toMatchObject({ title: body.title, version: 1, modelAnswer: null });
  expect(saved.savedBy).not.toBeNull();
  expect(saved.analysis.industries.map(({ code }) => code)).toEqual(["238220", "238160"]);
  const { customerId, siteAddressId } = await addCustomer(worker, orgId);
  const now = new Date().toISOString();
  await worker.db
    .prepare(
      `INSERT INTO work_orders (org_id, id, number, title, status, priority, customer_id, site_address_id, duration_minutes, created_at, updated_at, completed_at)
       VALUES (?1, 'job', 9001, 'Job', 'completed', 'normal', ?2, ?3, 60, ?4, ?4, ?4)`,
    )
    .bind(orgId, customerId, siteAddressId, now)
    .run();
  const live = await manager.post<Saved["analysis"]>("/api/open-ai/analyze-industries", {
    industries: body.industries,
  });
  expect(live.json.own.jobs).toBe(1);
  const opened = await manager.get<Saved>(`${path}/${saved.id}`);
  expect(opened.json.analysis).toMatchObject({ dataSetDate: DATA_SET_DATE, own: { jobs: 0 } });
});

test("when two people rename an analysis, the second gets a conflict", async () => {
  const { admin, manager } = await worker.business();
  const { id } = await save(manager);
  const renamed = await manager.patch<Saved>(`${path}/${id}`, { title: "Neighbors", version: 1 });
  expect([renamed.status, renamed.json.title, renamed.json.version]).toEqual([200, "Neighbors", 2]);
  const late = await admin.patch<Refusal & { current: object }>(`${path}/${id}`, { title: "Others", version: 1 });
  expect([late.status, late.json.current]).toEqual([409, { title: "Neighbors", version: 2 }]);
  const blank = await manager.patch<Refusal>(`${path}/${id}`, { title: " ", version: 2 });
  expect([blank.status, blank.json.fields?.title]).toEqual([400, ["Name the analysis"]]);
});

test("a deleted analysis leaves the list and its URL, and Undo restores it", async () => {
  const { manager } = await worker.business();
  const { id } = await save(manager, { title: "To be deleted" });
  const deleted = await manager.submit(`/industry-analysis/saved/${id}`, { intent: "delete" });
  expect([deleted.status, deleted.location]).toEqual([302, "/industry-analysis/saved"]);
  expect(await titles(manager)).toEqual([]);
  for (const at of [`${path}/${id}`, `${path}/${id}/export?format=csv`, `/industry-analysis/saved/${id}`])
    expect((await manager.get(at)).status).toBe(404);
  expect((await manager.delete(`${path}/${id}`)).status).toBe(404);
  const restored = await manager.submit("/industry-analysis/saved", { intent: "restore", id });
  expect([restored.status, restored.location]).toEqual([302, `/industry-analysis/saved/${id}`]);
  expect(await titles(manager)).toEqual(["To be deleted"]);
});

test("reading saved analyses requires permission to read invoices, saving to write them, and another business finds none", async () => {
  const { manager, orgId } = await worker.business();
  const { id } = await save(manager);
  const reader = await worker.member(orgId, "Manager", ["invoices.read"]);
  expect((await reader.get(`${path}/${id}`)).status).toBe(200);
  expect((await reader.get(`/industry-analysis/saved/${id}`)).text).not.toContain("Rename");
  expect((await reader.post(path, body)).status).toBe(403);
  expect((await reader.patch(`${path}/${id}`, { title: "Mine", version: 1 })).status).toBe(403);
  expect((await reader.delete(`${path}/${id}`)).status).toBe(403);
  expect((await reader.get("/industry-analysis/save")).status).toBe(403);
  const technician = await worker.member(orgId, "Technician", ["work_orders.read"]);
  for (const at of [path, "/industry-analysis/saved", `/industry-analysis/saved/${id}`])
    expect((await technician.get(at)).status).toBe(403);
  const stranger = (await worker.business()).manager;
  for (const at of [`${path}/${id}`, `${path}/${id}/export?format=pdf`, `/industry-analysis/saved/${id}/rename`])
    expect((await stranger.get(at)).status).toBe(404);
  expect((await stranger.patch(`${path}/${id}`, { title: "Mine", version: 1 })).status).toBe(404);
  expect((await stranger.post(`${path}/${id}/restore`)).status).toBe(404);
  expect(await titles(stranger)).toEqual([]);
});

test.each<[string, object, string, string]>([
  ["an industry that does not exist", { industries: ["Florists"] }, "industries.0", "Unknown industry “Florists”"],
  ["an empty list", { industries: [] }, "industries", "Choose at least one industry"],
  [
    "200 industries",
    { industries: Array.from({ length: 200 }, () => "238220") },
    "industries",
    "Compare up to 5 industries at a time",
  ],
  ["no name", { title: "" }, "title", "Name the analysis"],
  ["a name of 121 characters", { title: "a".repeat(121) }, "title", "Please use at most 120 characters"],
  [
    "remarks that no model made",
    { answer: "eyJraW5kIjoiaW5kdXN0cnktcmVtYXJrcyJ9.c2lnbmVk" },
    "answer",
    "These remarks are about a different comparison. Request them again.",
  ],
])("%s is refused with a message, and nothing is saved", async (_, fields, field, message) => {
  const { manager } = await worker.business();
  const { status, json } = await manager.post<Refusal>(path, { ...body, ...fields });
  expect([status, json.fields?.[field]]).toEqual([400, [message]]);
  expect(await titles(manager)).toEqual([]);
});

test("saving twice with one key creates one analysis", async () => {
  const { manager } = await worker.business();
  const key = { "Idempotency-Key": "one-and-the-same" };
  const [first, second] = [await manager.post<Saved>(path, body, key), await manager.post<Saved>(path, body, key)];
  expect(second.json.id).toBe(first.json.id);
  expect(await titles(manager)).toEqual([body.title]);
});

test("the list is paged, newest first", async () => {
  const { manager } = await worker.business();
  for (const title of ["One", "Two", "Three"]) await save(manager, { title });
  interface Listed {
    items: { title: string; industries: string[]; model: string | null }[];
    nextCursor: string | null;
  }
  const first = await manager.get<Listed>(`${path}?limit=2`);
  expect(first.json.items.map(({ title }) => title)).toEqual(["Three", "Two"]);
  expect(first.json.items[0]).toMatchObject({ industries: ["238220", "238160"], model: null });
  const next = await manager.get<Listed>(`${path}?limit=2&cursor=${encodeURIComponent(first.json.nextCursor ?? "")}`);
  expect([next.json.items.map(({ title }) => title), next.json.nextCursor]).toEqual([["One"], null]);
  expect((await manager.get(`${path}?cursor=nonsense`)).status).toBe(400);
});

test("a saved analysis exports as CSV, and as PDF with its name", async () => {
  const { manager } = await worker.business();
  const { id } = await save(manager, { title: "For the bank" });
  const csv = await manager.get(`${path}/${id}/export?format=csv`);
  expect(csv.headers.get("content-disposition")).toMatch(/industry-analysis-\d{4}-\d\d-\d\d\.csv/);
  expect(csv.text).toContain("Establishments,121340,January to March 2024");
  expect(csv.text).not.toContain("language model");
  const { base, cookies } = manager;
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const pdf = await fetch(new URL(`${path}/${id}/export?format=pdf`, base), { headers: { cookie } });
  const words = (await textOfPdf(await pdf.arrayBuffer())).flat().join(" ");
  for (const word of ["For the bank", "Saved", "121,340", "Sources"]) expect(words).toContain(word);
  expect((await manager.get(`${path}/${id}/export?format=xls`)).status).toBe(400);
});

test("the database rejects changes to a saved analysis and remarks without their model and time", async () => {
  const { manager, orgId } = await worker.business();
  const { id } = await save(manager);
  const update = (what: string) =>
    worker.db.prepare(`UPDATE industry_analyses SET ${what} WHERE org_id = ?1 AND id = ?2`).bind(orgId, id).run();
  await expect(update("comparison = '{\"industries\":[]}'")).rejects.toThrow(/saved_as_it_was/);
  await expect(update(`model = 'some-model'`)).rejects.toThrow(/saved_as_it_was/);
  const insert = worker.db
    .prepare(
      `INSERT INTO industry_analyses (org_id, id, title, industries, data_set_date, comparison, model_remarks, saved_by, saved_at)
       VALUES (?1, 'unmarked', 'T', '["23"]', '2026-11-24', '{"industries":[]}', '{"remarks":[]}', 'u', ?2)`,
    )
    .bind(orgId, new Date().toISOString());
  await expect(insert.run()).rejects.toThrow(/industry_analysis_mark/);
});
