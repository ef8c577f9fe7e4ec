import { expect, test } from "vitest";
import type { Visitor } from "#tests/support/visitor";
import { addTechnician, dispatched, office } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

test("a job's preview bills clocked time by the rates of that day and leaves unknown costs open", async () => {
  const [own, other] = [await office(worker), await worker.business()];
  const workOrder = await dispatched(own);
  const before = await own.manager.get<PreviewJson>(`/api/work-orders/${workOrder.id}/billing-preview`);
  expect([before.status, before.json.lines, before.json.tax]).toEqual([200, [], null]);
  const settings = {
    ...{
      version: 0,
      effectiveFrom: "2026-01-01",
      laborRate: 120,
      roundingMinutes: 15,
      minimumCharge: 90,
      tripCharge: 49,
    },
    ...{ partsPricing: "list", partsMarkup: 0, laborTaxable: false, termsDays: 15, footer: "Thank you" },
    technicianRates: [{ technicianId: own.technicianId, rate: 150 }],
  };
  expect((await own.admin.put("/api/billing/settings", settings)).status).toBe(200);
  expect((await own.admin.put("/api/billing/settings", settings)).status).toBe(409);
  const foreign = { ...settings, version: 1, technicianRates: [{ technicianId: other.technicianId, rate: 1 }] };
  expect((await own.admin.put("/api/billing/settings", foreign)).status).toBe(404);
  const rate = { name: "Texas sales tax", state: "TX", zipPrefix: "", rate: 6.25, effectiveFrom: "2026-01-01" };
  expect((await own.admin.post("/api/billing/tax-rates", rate)).status).toBe(201);
  expect(
    (await own.admin.post("/api/billing/tax-rates", { ...rate, zipPrefix: "787", name: "Austin", rate: 2 })).status,
  ).toBe(201);
  await clock(own.orgId, workOrder.id, 20);
  const { json: preview } = await own.manager.get<PreviewJson>(`/api/work-orders/${workOrder.id}/billing-preview`);
  expect(preview.lines.map(({ description, quantity, unitPrice }) => [description, quantity, unitPrice])).toEqual([
    ["Labor, Luis Ortega", 0.5, 150],
    ["Minimum labor charge, balance", 1, 15],
    ["Trip charge", 1, 49],
  ]);
  expect([preview.total, preview.tax, preview.margin]).toEqual([139, 0, null]);
  expect(preview.taxes.map(({ name }) => name)).toEqual(["Texas sales tax", "Austin"]);
  expect((await own.technician.get(`/api/work-orders/${workOrder.id}/billing-preview`)).status).toBe(403);
  expect((await own.manager.put("/api/billing/settings", settings)).status).toBe(403);
});

test("a place's tax rates are found among however many", async () => {
  const own = await office(worker);
  await worker.db
    .prepare(
      `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 520)
       INSERT INTO tax_rates (org_id, id, name, state, zip_prefix, rate_ppm, effective_from, created_by, created_at)
       SELECT ?1, 'rate-' || value, 'Rate ' || value, 'AK', '', 10000, '2026-01-01', 'test', '2026-01-01T00:00:00.000Z' FROM n`,
    )
    .bind(own.orgId)
    .run();
  const rate = { name: "Texas sales tax", state: "TX", zipPrefix: "", rate: 6.25, effectiveFrom: "2026-01-01" };
  expect((await own.admin.post("/api/billing/tax-rates", rate)).status).toBe(201);
  const workOrder = await dispatched(own);
  const { json: preview } = await own.manager.get<PreviewJson>(`/api/work-orders/${workOrder.id}/billing-preview`);
  expect(preview.taxes.map(({ name }) => name)).toEqual(["Texas sales tax"]);
});

const plainRules = {
  ...{ version: 0, effectiveFrom: "2026-01-01", laborRate: 120, roundingMinutes: 15, minimumCharge: 0, tripCharge: 0 },
  ...{ partsPricing: "list", partsMarkup: 0, laborTaxable: false, termsDays: 15, technicianRates: [] },
};

/** A business with a rate of $152.00 for a service type, and those given for technicians. */
async function officeWithRates(technicianRates: (technicianId: string) => object[]) {
  const own = await office(worker);
  const { json: type } = await own.admin.post<{ id: string; version: number }>("/api/service-types", {
    name: "Tune-up",
    durationMinutes: 60,
  });
  const rates = {
    technicianRates: technicianRates(own.technicianId),
    serviceTypeRates: [{ serviceTypeId: type.id, rate: 152 }],
  };
  expect((await own.admin.put("/api/billing/settings", { ...plainRules, ...rates })).status).toBe(200);
  return { own, type };
}

test("rates of technicians on leave and of archived service types stay in the form, so that saving it keeps them", async () => {
  const { own, type } = await officeWithRates((technicianId) => [{ technicianId, rate: 151 }]);
  await worker.db.batch([
    worker.db.prepare("UPDATE technicians SET status = 'on_leave' WHERE id = ?").bind(own.technicianId),
    worker.db.prepare("UPDATE service_types SET active = 0 WHERE id = ?").bind(type.id),
  ]);
  const page = (await own.admin.get("/settings/billing")).text;
  for (const shown of [own.technicianId, "151.00", type.id, "152.00"]) expect(page).toContain(`value="${shown}"`);
});

test("the rate of a service type stays while it has a flat price", async () => {
  const { own, type } = await officeWithRates(() => []);
  const { version } = type;
  expect((await own.admin.patch(`/api/service-types/${type.id}`, { price: 99, version })).status).toBe(200);
  const page = (await own.admin.get("/settings/billing")).text;
  expect(page).toContain("Tune-up (flat price)");
  expect(page).toContain('value="152.00"');
});

test("a rate stays with its technician in a refused form, in whatever order it was sent", async () => {
  const own = await office(worker);
  const people = [own.technicianId, await addTechnician(worker, own.orgId)];
  const [, other = ""] = people;
  for (const order of [people, people.toReversed()]) {
    const rows = order.flatMap((id, at) => [
      [`technicianRates[${at}].technicianId`, id],
      [`technicianRates[${at}].rate`, id === other ? "77" : ""],
    ]);
    const form = { version: "0", laborRate: "a lot", ...Object.fromEntries(rows) };
    const [, row = ""] = (await own.admin.submit("/settings/billing", form)).text.split(`value="${other}"`);
    expect(/<input[^>]*value="([^"]*)"/.exec(row)?.[1]).toBe("77");
  }
});

test("billing settings that someone else changed show both versions, and saving again replaces theirs", async () => {
  const own = await office(worker);
  const { technicianId } = own;
  const settings = {
    ...{ effectiveFrom: "2026-01-01", laborRate: 120, roundingMinutes: 15, minimumCharge: 90, tripCharge: 49 },
    ...{ partsPricing: "list", partsMarkup: 0, laborTaxable: false, termsDays: 15 },
  };
  const theirs = { ...settings, version: 0, footer: "Theirs", technicianRates: [{ technicianId, rate: 150 }] };
  expect((await own.admin.put("/api/billing/settings", theirs)).status).toBe(200);
  const { laborTaxable, ...typed } = settings;
  const mine = (version: number) => ({
    ...Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, String(value)])),
    ...{ version: String(version), footer: "Mine" },
    ...{ "technicianRates[0].technicianId": technicianId, "technicianRates[0].rate": "160" },
  });
  const late = await own.admin.submit("/settings/billing", mine(0));
  expect(late.status).toBe(409);
  for (const words of [
    ...["Someone else changed the billing settings", "Theirs", "Mine", ": $150.00", ": $160"],
    ...["Replace with mine", 'name="version" value="1"'],
  ])
    expect(late.text, words).toContain(words);
  expect((await own.admin.submit("/settings/billing", mine(1))).status).toBe(302);
});

test("the margin is the amount billed minus labor and travel costs, for those who may see it", async () => {
  const own = await office(worker);
  const workOrder = await dispatched(own);
  const settings = {
    ...{
      version: 0,
      effectiveFrom: "2026-01-01",
      laborRate: 120,
      roundingMinutes: 0,
      minimumCharge: 0,
      tripCharge: 49,
    },
    ...{ partsPricing: "list", partsMarkup: 0, laborTaxable: false, termsDays: 15, footer: "" },
  };
  expect((await own.admin.put("/api/billing/settings", settings)).status).toBe(200);
  await clock(own.orgId, workOrder.id, 60);
  const preview = async (who: Visitor) =>
    (await who.get<PreviewJson>(`/api/work-orders/${workOrder.id}/billing-preview`)).json;
  const costOf = async (who: Visitor) => {
    const { total, cost, margin } = await preview(who);
    return { total, cost, margin };
  };
  // The technician's hours have no cost, and no travel was clocked.
  expect(await costOf(own.manager)).toEqual({ total: 169, cost: null, margin: null });
  await worker.db.prepare("UPDATE technicians SET hourly_rate_minor = 3000 WHERE org_id = ?").bind(own.orgId).run();
  expect(await costOf(own.manager)).toEqual({ total: 169, cost: null, margin: null });
  await clockDriveTime(own.orgId, workOrder.id, 10);
  expect(await costOf(own.manager)).toEqual({ total: 169, cost: 35, margin: 134 });
  const reader = await worker.member(own.orgId, "Manager", ["invoices.read"]);
  expect(await costOf(reader)).toEqual({ total: 169, cost: null, margin: null });
  expect((await preview(reader)).lines.every(({ cost = null }) => cost === null)).toBe(true);
});

test("items added to a job after its invoice was created are listed as not billed", async () => {
  const own = await office(worker);
  const workOrder = await dispatched(own);
  const part = { partDescription: "Igniter", quantity: 1, costPerUnit: 20 };
  const add = async (body: object) =>
    expect((await own.manager.post(`/api/work-orders/${workOrder.id}/parts`, body)).status).toBe(201);
  const open = async () => {
    const { json } = await own.manager.get<PreviewJson>(`/api/work-orders/${workOrder.id}/billing-preview`);
    return [
      json.lines.map(({ description, notBilledQuantity }) => [description, notBilledQuantity]),
      json.flags.filter(({ code }) => code === "not_billed").map(({ message }) => message),
    ];
  };
  await add(part);
  // Without an invoice all of it is open, which the missing invoice says.
  expect(await open()).toEqual([[["Igniter", 1]], []]);
  const invoice = await own.manager.post<{ id: string }>(`/api/work-orders/${workOrder.id}/invoices`);
  expect(invoice.status).toBe(201);
  expect(await open()).toEqual([[["Igniter", 0]], []]);
  await add({ ...part, partDescription: "Gasket", quantity: 2 });
  const late = ["Not on the invoice: 2 EA of Gasket."];
  expect((await open())[1]).toEqual(late);
  const page = await own.manager.get(`/workorders/${workOrder.id}/billing`);
  expect(page.text).toContain(late[0]);
  expect((await own.manager.delete(`/api/invoices/${invoice.json.id}`)).status).toBe(204);
  expect((await open())[1]).toEqual([]);
});

test("a job billed with one line of another kind misses nothing, and a part added after it does", async () => {
  const own = await office(worker);
  const workOrder = await dispatched(own);
  const add = async (partDescription: string, price: number) => {
    const part = { partDescription, quantity: 1, costPerUnit: 5, price };
    expect((await own.manager.post(`/api/work-orders/${workOrder.id}/parts`, part)).status).toBe(201);
  };
  const missing = async () => {
    const { json } = await own.manager.get<PreviewJson>(`/api/work-orders/${workOrder.id}/billing-preview`);
    return json.lines.filter(({ notBilledQuantity }) => notBilledQuantity > 0).map(({ description }) => description);
  };
  await add("Igniter", 120);
  await add("Blower wheel", 227);
  const invoice = async (unitPrice: number, more: object = {}) => {
    const { json } = await own.manager.post<InvoiceJson>(`/api/work-orders/${workOrder.id}/invoices`);
    const line = { kind: "service", description: "Furnace repair", quantity: 1, unitPrice, taxable: true };
    const tax = { taxState: "known", taxes: [{ name: "Sales tax", rate: 10 }] };
    const change = { version: json.version, termsDays: 30, ...tax, lines: [line], ...more };
    const put = await own.manager.put<InvoiceJson>(`/api/invoices/${json.id}`, change);
    expect(put.status).toBe(200);
    return put.json;
  };
  const issue = async ({ id, version }: InvoiceJson) => {
    const answer = await own.manager.post<InvoiceJson>(`/api/invoices/${id}/issue`, { version });
    expect(answer.status).toBe(200);
    return answer.json;
  };
  const cancel = async ({ id, version }: InvoiceJson) =>
    expect((await own.manager.post(`/api/invoices/${id}/void`, { version, reason: "Wrong" })).status).toBe(200);
  // Tax does not count: $315.45 and 10% of it is $347.
  const less = await issue(await invoice(315.45));
  expect([less.total, await missing()]).toEqual([347, ["Igniter", "Blower wheel"]]);
  await cancel(less);
  expect((await own.manager.get<PreviewJson>(`/api/work-orders/${workOrder.id}/billing-preview`)).json.flags).toEqual(
    [],
  );
  // A discount on the invoice does.
  const discounted = await issue(await invoice(357, { discountAmount: 10.01 }));
  expect(await missing()).toEqual(["Igniter", "Blower wheel"]);
  await cancel(discounted);
  const whole = await invoice(347);
  expect(await missing()).toEqual([]);
  const issued = await issue(whole);
  expect(await missing()).toEqual([]);
  await add("Gasket", 8);
  expect(await missing()).toEqual(["Gasket"]);
  expect((await own.manager.get(`/workorders/${workOrder.id}/billing`)).text).toContain(
    "Not on the invoice: 1 EA of Gasket.",
  );
  await cancel(issued);
  const higher = await issue(await invoice(360));
  expect(await missing()).toEqual([]);
  // $354 are left.
  const credit = { version: higher.version, reason: "Goodwill", lines: [{ position: 1, amount: 6 }] };
  expect((await own.manager.post(`/api/invoices/${higher.id}/credit`, credit)).status).toBe(201);
  expect(await missing()).toEqual(["Igniter", "Blower wheel", "Gasket"]);
});

interface InvoiceJson {
  id: string;
  version: number;
  total: number;
}

interface PreviewJson {
  lines: {
    description: string;
    quantity: number;
    notBilledQuantity: number;
    unitPrice: number | null;
    cost?: number | null;
  }[];
  flags: { code: string; message: string }[];
  taxes: { name: string }[];
  tax: number | null;
  total: number;
  cost: number | null;
  margin: number | null;
}

/** Adds minutes of labor directly to the job's history. */
async function clock(orgId: string, workOrderId: string, minutes: number): Promise<void> {
  const startedAt = Date.now() + 1000;
  await changes(orgId, workOrderId, [
    ["ffffffff-1", "dispatched", "in_progress", startedAt],
    ["ffffffff-2", "in_progress", "completed", startedAt + minutes * 60_000],
  ]);
}

/** A second visit with travel minutes and no labor. */
async function clockDriveTime(orgId: string, workOrderId: string, minutes: number): Promise<void> {
  const startedAt = Date.now() + 24 * 3_600_000;
  await changes(orgId, workOrderId, [
    ["ffffffff-3", "completed", "en_route", startedAt],
    ["ffffffff-4", "en_route", "on_hold", startedAt + minutes * 60_000],
  ]);
}

async function changes(orgId: string, workOrderId: string, all: [string, string, string, number][]): Promise<void> {
  const entry = (id: string, from: string, to: string, at: number) =>
    worker.db
      .prepare(
        `INSERT INTO work_order_history (org_id, work_order_id, id, from_status, to_status, occurred_at, recorded_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .bind(orgId, workOrderId, id, from, to, new Date(at).toISOString(), new Date(at).toISOString());
  await worker.db.batch(all.map((one) => entry(...one)));
}
