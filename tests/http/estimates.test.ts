import { expect, test } from "vitest";
import {
  content,
  draft,
  type EstimateJson,
  type LeadJson,
  line,
  made,
  mail,
  type Refused,
  sent,
  signature,
} from "#tests/support/estimates";
import { giveUpMail, mailsTo } from "#tests/support/mailbox";
import { pageText } from "#tests/support/page-text";
import { databaseCosts } from "#tests/support/visitor";
import { addCustomer } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { encodeCursor } from "~/domain/shared/paging.server";
import { wallTimeOf } from "~/domain/shared/time/time-zones";

const worker = await testWorker();
const { admin, technician, orgId } = await worker.business();
const other = await worker.business();
const guest = worker.visitor();
const sign = (token: string, body: object) =>
  guest.post<EstimateJson & Refused>(`/api/signed/estimates/${token}/approve`, body);

test("each option is totaled like an invoice, without optional lines", async () => {
  const estimate = await draft(admin);
  expect(estimate).toMatchObject({ status: "draft", reference: "Draft", missing: [] });
  // 4,200.50 + 8 x 95.25 = 4,962.50; 5.5% of 4,200.50 = 231.03.
  expect(estimate.options.map(({ total }) => total)).toEqual([3165, 5193.53]);
  expect(estimate.total).toBe(5193.53);
});

test("an invalid draft gets field errors and cannot be sent until it is complete", async () => {
  const { id, version } = await draft(admin);
  const put = (body: object) => admin.put<Refused>(`/api/estimates/${id}`, { ...content(version), ...body });
  expect((await put({ title: "" })).json.fields?.title).toEqual(["Title is required"]);
  expect((await put({ options: [] })).json.fields?.options).toEqual(["Add at least one option"]);
  expect((await put({ discountPercent: 5, discountAmount: 10 })).json.fields?.discountAmount).toBeDefined();
  expect((await put({ taxes: [] })).json.fields?.taxState).toBeDefined();
  const two = content(version).options.map((option) => ({ ...option, recommended: true }));
  expect((await put({ options: two })).json.fields?.options).toEqual(["Recommend one option at most"]);
  const foreign = [{ name: "Good", lines: [line("Part", 1, { itemId: "0192f000-0000-7000-8000-000000000000" })] }];
  expect((await put({ options: foreign })).json.fields?.options).toEqual(["Choose items from the list"]);
  const open = [{ name: "Good", lines: [{ description: "Furnace", quantity: 1 }] }];
  const saved = await admin.put<EstimateJson>(`/api/estimates/${id}`, {
    ...content(version),
    options: open,
    taxState: "unknown",
    taxes: [],
  });
  expect(saved.json.missing).toHaveLength(2);
  const refused = await admin.post<Refused>(`/api/estimates/${id}/send`, { ...mail, version: saved.json.version });
  expect(refused.status).toBe(409);
});

test("numbers are assigned on sending, without gaps, even when estimates are sent at once", async () => {
  const { admin: own } = await worker.business();
  const drafts = [await draft(own), await draft(own), await draft(own)];
  await own.delete(`/api/estimates/${drafts[1]?.id}`);
  const both = await Promise.all(
    [drafts[0], drafts[2]].map((one) =>
      made<EstimateJson>(own, `/estimates/${one?.id}/send`, { ...mail, version: one?.version }),
    ),
  );
  expect(both.map(({ reference }) => reference).sort()).toEqual(["EST-1", "EST-2"]);
});

test("sending emails the PDF's link and updates the lead's stage and value", async () => {
  const to = "ana.estimate@example.com";
  const { id, version, leadId } = await draft(admin, { email: to });
  const estimate = await made<EstimateJson>(admin, `/estimates/${id}/send`, { ...mail, to, version });
  expect(estimate.documentHash).toMatch(/^[0-9a-f]{64}$/);
  await expect.poll(async () => (await mailsTo(worker, to))[0]?.text).toContain(estimate.url ?? "nothing");
  const lead = (await admin.get<LeadJson>(`/api/leads/${leadId}`)).json;
  expect(lead).toMatchObject({ stage: "estimate_sent", value: 5193.53 });
  const pdf = await guest.get(new URL(`${estimate.url}/pdf`).pathname);
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
});

test("only the email of an estimate that could not be delivered says so, not the one sent again", async () => {
  const [wrong, right] = ["ana.typo@example.com", "ana.right@example.com"];
  const { id, version } = await draft(admin);
  const first = await made<EstimateJson>(admin, `/estimates/${id}/send`, { ...mail, to: wrong, version });
  await giveUpMail(worker, wrong);
  const undelivered = async () =>
    pageText((await admin.get(`/estimates/${id}`)).text).split("Not delivered").length - 1;
  expect(await undelivered()).toBe(1);
  await made<EstimateJson>(admin, `/estimates/${id}/send`, { ...mail, to: right, version: first.version });
  expect(await undelivered()).toBe(1);
});

test("a draft that someone else changed is not deleted, in the API and in the form", async () => {
  const { id, version } = await draft(admin);
  const dialog = await admin.get(`/estimates/${id}/delete`);
  expect(dialog.text).toContain("Delete this draft?");
  const fields = { version: /name="version" value="(\d+)"/.exec(dialog.text)?.[1] ?? "" };
  expect((await admin.put(`/api/estimates/${id}`, { ...content(version), title: "Theirs" })).status).toBe(200);
  const stale = await admin.delete<Refused & { current: object }>(`/api/estimates/${id}?version=${version}`);
  expect([stale.status, stale.json.current]).toMatchObject([409, { version: version + 1, title: "Theirs" }]);
  expect((await admin.submit(`/estimates/${id}/delete`, fields)).status).toBe(409);
  expect((await admin.get(`/api/estimates/${id}`)).status).toBe(200);
  expect((await admin.submit(`/estimates/${id}/delete`, { version: String(version + 1) })).status).toBe(302);
  expect((await admin.get(`/api/estimates/${id}`)).status).toBe(404);
});

test("a sent estimate cannot change, not even in the database", async () => {
  const { id, version } = await sent(admin);
  const put = await admin.put<Refused>(`/api/estimates/${id}`, content(version));
  expect(put.status).toBe(409);
  expect((await admin.delete(`/api/estimates/${id}`)).status).toBe(409);
  for (const change of [
    "UPDATE estimates SET title = 'Other' WHERE id = ?1",
    "UPDATE estimate_lines SET unit_price_minor = 1 WHERE estimate_id = ?1",
    "DELETE FROM estimate_options WHERE estimate_id = ?1",
  ]) {
    await expect(worker.db.prepare(change).bind(id).run()).rejects.toThrow("estimate_frozen");
  }
});

test("the list of sent estimates does not read those that have expired", async () => {
  const { admin: own, orgId: ownOrgId } = await worker.business();
  const setZone = (zone: string) =>
    worker.db.prepare("UPDATE organizations SET time_zone = ? WHERE id = ?").bind(zone, ownOrgId).run();
  const [first, last] = ["Pacific/Pago_Pago", "Pacific/Kiritimati"];
  const open = [await sent(own), await sent(own)];
  const list = async () => {
    await setZone(last);
    const answer = await own.get<{ items: { id: string }[] }>("/api/estimates?state=sent&limit=25");
    expect(answer.json.items.map(({ id }) => id)).toEqual(open.map(({ id }) => id).reverse());
    return databaseCosts(answer).read;
  };
  const before = await list();
  await setZone(first);
  const validUntil = wallTimeOf(Date.now() + 60_000, first).date;
  for (let made = 0; made < 8; made += 1) await sent(own, {}, { validUntil });
  expect(await list()).toBe(before);
});

test("an expired estimate is revised, not sent again", async () => {
  const { admin: own, orgId: ownOrgId } = await worker.business();
  const setZone = (zone: string) =>
    worker.db.prepare("UPDATE organizations SET time_zone = ? WHERE id = ?").bind(zone, ownOrgId).run();
  // Their clocks are 25 hours apart, so that it is always at least the next day in the second zone.
  const [first, last] = ["Pacific/Pago_Pago", "Pacific/Kiritimati"];
  await setZone(first);
  const to = "too.late@example.com";
  const estimate = await sent(own, { email: to }, { validUntil: wallTimeOf(Date.now() + 60_000, first).date });
  const page = async () => pageText((await own.get(`/estimates/${estimate.id}`)).text);
  expect(await page()).toContain("Send again");
  await setZone(last);
  const expired = await page();
  expect(expired).not.toContain("Send again");
  expect(expired).toContain("Revise estimate");
  const again = await own.post<Refused>(`/api/estimates/${estimate.id}/send`, {
    ...{ ...mail, to, version: estimate.version },
  });
  expect([again.status, again.json.message]).toEqual([409, "This estimate has expired. Revise it to send it again."]);
  expect(await mailsTo(worker, to)).toEqual([]);
  const revised = await own.submit(`/estimates/${estimate.id}`, { intent: "revise" });
  expect(revised.location).toMatch(/\/estimates\/[\w-]+\/edit$/);
  const versions = pageText((await own.get(revised.location?.replace("/edit", "") ?? "")).text).split("Versions")[1];
  expect(versions).toMatch(/EST-1-2 ?Draft EST-1 ?Expired/);
});

test("a draft keeps its service type in the form once the type is archived", async () => {
  const type = await made<{ id: string }>(admin, "/service-types", { name: "Boiler swap", durationMinutes: 240 });
  const [good, better] = content(1).options;
  const { id } = await draft(admin, {}, { options: [{ ...good, serviceTypeId: type.id }, better] });
  await worker.db.prepare("UPDATE service_types SET active = 0 WHERE id = ?").bind(type.id).run();
  expect((await admin.get(`/estimates/${id}/edit`)).text).toMatch(
    new RegExp(`<option[^>]*value="${type.id}" selected`),
  );
});

test("a draft read over the API can be changed and saved without losing anything", async () => {
  const type = await made<{ id: string }>(admin, "/service-types", { name: "Furnace swap", durationMinutes: 240 });
  const item = await made<{ id: string }>(admin, "/inventory/items", {
    ...{ sku: "FURN-97", name: "Furnace 97%", baseUnit: "EA", primaryCategory: "PARTS" },
  });
  const lines = [line("Furnace 97%", 4200, { kind: "part", itemId: item.id, discount: 2.5, optional: false })];
  const options = [{ name: "Only", description: "All in", serviceTypeId: type.id, recommended: true, lines }];
  for (const discount of [{ discountPercent: 7.5 }, { discountAmount: 120.5 }]) {
    const before = await draft(admin, {}, { options, memo: "Thank you", terms: "Half down", ...discount });
    expect(before).toMatchObject(discount);
    const saved = await admin.put<EstimateJson>(`/api/estimates/${before.id}`, { ...before, title: "Changed" });
    expect(saved.status, saved.text).toBe(200);
    expect(saved.json).toEqual({ ...before, title: "Changed", version: before.version + 1 });
  }
});

test("conversion counts estimates by date sent, without withdrawn and replaced ones, like its list", async () => {
  const own = await worker.business();
  interface Figures {
    period: { from: string; to: string };
    estimates: { now: { sent: number; approved: number; conversion: number | null } };
  }
  const read = async () => (await own.admin.get<Figures>("/api/performance?period=month")).json;
  expect((await read()).estimates.now).toEqual({ sent: 0, approved: 0, conversion: null });
  const [approved, withdrawn, replaced] = [await sent(own.admin), await sent(own.admin), await sent(own.admin)];
  await sent(own.admin);
  await sign(approved.token, signature(approved));
  await own.admin.post(`/api/estimates/${withdrawn.id}/withdraw`);
  const next = await made<EstimateJson>(own.admin, `/estimates/${replaced.id}/revise`);
  await made(own.admin, `/estimates/${next.id}/send`, { ...mail, version: next.version });
  const { period, estimates } = await read();
  expect(estimates.now).toEqual({ sent: 3, approved: 1, conversion: 1 / 3 });
  const query = `state=approved&sentFrom=${period.from}&sentTo=${period.to}`;
  const listed = await own.admin.get<{ items: { id: string }[] }>(`/api/estimates?${query}`);
  expect(listed.json.items.map(({ id }) => id)).toEqual([approved.id]);
  const earlier = await own.admin.get<{ items: object[] }>(
    "/api/estimates?state=approved&sentFrom=2020-01-01&sentTo=2020-01-31",
  );
  expect(earlier.json.items).toEqual([]);
  expect((await own.admin.get(`/estimates?${query}`)).text).toContain("Show all");
});

test("technicians and other businesses have no access to estimates", async () => {
  const estimate = await sent(admin);
  expect((await technician.get("/api/estimates")).status).toBe(403);
  for (const path of [
    `/api/estimates/${estimate.id}`,
    `/estimates/${estimate.id}`,
    `/resources/estimate-pdf/${estimate.id}`,
  ]) {
    expect((await other.admin.get(path)).status).toBe(404);
  }
  expect((await other.admin.post(`/api/estimates/${estimate.id}/withdraw`)).status).toBe(404);
  expect((await other.admin.post("/api/estimates", { leadId: estimate.leadId })).status).toBe(404);
});

test("the list reads as many rows with many estimates as with few", async () => {
  const { admin: own, orgId: id } = await worker.business();
  await draft(own);
  const read = async () => databaseCosts(await own.get("/estimates")).read;
  const fill = (from: number, to: number) =>
    worker.db
      .prepare(
        `WITH RECURSIVE n(value) AS (SELECT ?2 UNION ALL SELECT value + 1 FROM n WHERE value < ?3)
         INSERT INTO estimates (org_id, id, status, root_id, lead_id, bill_to, title, valid_until, tax_state, created_by, created_at, updated_at)
         SELECT ?1, 'e-' || value, 'draft', 'e-' || value, (SELECT id FROM leads WHERE org_id = ?1), '{"name":"A","lines":[]}', 'T', '2090-01-01',
           'known', 'x', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' FROM n`,
      )
      .bind(id, from, to)
      .run();
  await fill(1, 60);
  const few = await read();
  await fill(100, 1500);
  expect(await read()).toBeLessThanOrEqual(few * 1.1);
  expect(orgId).not.toBe(id);
});

test("the last page of estimates sent on some days reads as many rows as an earlier one", async () => {
  const own = await worker.business();
  await worker.db
    .prepare(
      `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 600)
       INSERT INTO estimates (org_id, id, status, root_id, customer_id, bill_to, title, valid_until, tax_state, sent_on, created_by, created_at, updated_at)
       SELECT ?1, printf('e-%03d', value), 'draft', printf('e-%03d', value), ?2, '{"name":"A","lines":[]}', 'T', '2026-06-01',
         'known', date('2026-05-01', (value / 21) || ' days'), 'x', '2026-05-01T00:00:00.000Z', '2026-05-01T00:00:00.000Z' FROM n`,
    )
    .bind(own.orgId, (await addCustomer(worker, own.orgId)).customerId)
    .run();
  const read = async (day: string) => {
    const cursor = encodeURIComponent(encodeCursor([day, "e-9"]));
    const path = `/api/estimates?state=draft&sentFrom=2026-05-01&sentTo=2026-05-31&limit=10&cursor=${cursor}`;
    const answer = await own.admin.get<{ items: object[] }>(path);
    expect(answer.json.items).toHaveLength(10);
    return databaseCosts(answer).read;
  };
  expect(await read("2026-05-01")).toBeLessThanOrEqual((await read("2026-05-29")) + 5);
});

test("an estimate is started for a customer found in the dialog, by those who may write estimates", async () => {
  const { manager, technician: crew } = await worker.business();
  const customer = await manager.post<{ id: string }>("/api/customers", {
    ...{ customerType: "residential", firstName: "Ana", lastName: "Silva" },
    addresses: [{ type: "service", line1: "1 Oak St", city: "Milwaukee", state: "WI", postalCode: "53202" }],
  });
  expect(customer.status, customer.text).toBe(201);
  const page = await manager.get("/estimates");
  expect(page.text).toContain('href="/estimates/new"');
  expect((await manager.get("/estimates/new")).status).toBe(200);
  expect((await crew.get("/estimates/new")).status).toBe(403);
  const sentForm = await manager.submit("/estimates/new", {
    ...{ customerId: customer.json.id, idempotencyKey: "estimate-dialog-1" },
  });
  expect(sentForm.status, sentForm.text).toBe(302);
  expect(sentForm.headers.get("location")).toMatch(/^\/estimates\/[\w-]+\/edit$/);
  const nobody = await manager.submit("/estimates/new", { customerId: "", idempotencyKey: "estimate-dialog-2" });
  expect(nobody.text).toContain("Choose a lead, a customer or a work order");
});
