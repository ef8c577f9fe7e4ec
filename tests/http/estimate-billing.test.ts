import { expect, test } from "vitest";
import { type EstimateJson, line, made, mail, sent, signature } from "#tests/support/estimates";
import { pageText } from "#tests/support/page-text";
import type { Visitor } from "#tests/support/visitor";
import { addWorkOrder, office } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const guest = worker.visitor();

interface LineJson {
  description: string;
  unitPrice: number;
  discountAmount: number;
  taxable: boolean;
  net: number;
}
interface BillingJson {
  lines: LineJson[];
  discount: number;
  tax: number | null;
  taxNote: string | null;
  total: number;
}
interface InvoiceJson {
  id: string;
  version: number;
  lines: LineJson[];
  discount: number;
  discountAmount: number | null;
  tax: number;
  taxState: string;
  taxNote: string | null;
  total: number;
  missing: string[];
  fields?: Record<string, string[]>;
}

const exempt = { taxState: "exempt", taxNote: "Resale", taxes: [] };

const taxAt = (by: Visitor, state: string, rate: number) =>
  made(by, "/billing/tax-rates", { name: "Sales tax", state, zipPrefix: "", rate, effectiveFrom: "2026-01-01" });
const preview = async (by: Visitor, workOrder: string) =>
  (await by.get<BillingJson>(`/api/work-orders/${workOrder}/billing-preview`)).json;
const approve = async (estimate: EstimateJson) => {
  const token = estimate.url?.split("/").at(-1);
  const answer = await guest.post(`/api/signed/estimates/${token}/approve`, signature(estimate, { option: 1 }));
  expect(answer.status, answer.text).toBe(200);
};

/** An estimate that adds to a job, with one line, approved by the customer. */
async function addition(
  by: Visitor,
  workOrder: string,
  { lines, ...terms }: { lines: object[] } & Record<string, unknown>,
) {
  const { id, version } = await made<EstimateJson>(by, "/estimates", { workOrderId: workOrder });
  const head = { title: "Additional work", validUntil: "2090-01-31", version };
  const content = { ...head, taxState: "known", taxes: [{ name: "Sales tax", rate: 10 }], ...terms };
  const saved = await by.put<EstimateJson>(`/api/estimates/${id}`, { ...content, options: [{ name: "Only", lines }] });
  expect(saved.status, saved.text).toBe(200);
  await approve(await made<EstimateJson>(by, `/estimates/${id}/send`, { ...mail, version: saved.json.version }));
}

/** A job with one taxable part for $1,000 at a place with 10% tax. */
async function workOrderWithPart() {
  const { admin, manager, site } = await office(worker);
  await taxAt(admin, "TX", 10);
  const { id } = await addWorkOrder(manager, site);
  const part = { partDescription: "Coil", quantity: 1, costPerUnit: 300, price: 1000 };
  await made(manager, `/work-orders/${id}/parts`, part);
  return { manager, workOrder: id };
}

test("a job made from a tax-exempt estimate is billed the amount that was signed", async () => {
  const { admin, manager } = await worker.business();
  await taxAt(admin, "WI", 8);
  const options = [{ name: "Only", lines: [line("Rooftop unit", 10_000, { kind: "part", taxable: true })] }];
  const estimate = await sent(admin, {}, { options, ...exempt });
  expect(estimate.total).toBe(10_000);
  await approve(estimate);
  const { workOrderId: workOrder } = await made<{ workOrderId: string }>(admin, `/estimates/${estimate.id}/convert`);
  expect(await preview(admin, workOrder)).toMatchObject({ total: 10_000, tax: 0, taxNote: "Resale" });
  expect(pageText((await admin.get(`/workorders/${workOrder}/billing`)).text)).toContain("Tax exempt: Resale $0.00");
  const deposit = await made<{ amount: number }>(manager, `/work-orders/${workOrder}/deposit-requests`, {
    percent: 50,
  });
  expect(deposit.amount).toBe(5000);
  const draft = await made<InvoiceJson>(admin, `/work-orders/${workOrder}/invoices`);
  expect(draft).toMatchObject({ total: 10_000, tax: 0, taxState: "exempt", taxNote: "Resale", missing: [] });
});

test("an additional estimate's exemption is for its own lines", async () => {
  const { manager, workOrder } = await workOrderWithPart();
  await addition(manager, workOrder, { lines: [line("Humidifier", 500, { kind: "part", taxable: true })], ...exempt });
  expect(await preview(manager, workOrder)).toMatchObject({ total: 1600, tax: 100, taxNote: null });
  const draft = await made<InvoiceJson>(manager, `/work-orders/${workOrder}/invoices`);
  expect(draft).toMatchObject({ total: 1600, tax: 100, taxState: "known", taxNote: null });
  expect(draft.lines.map(({ description, taxable }) => [description, taxable])).toEqual([
    ["Coil", true],
    ["Humidifier", false],
  ]);
});

test("an additional estimate's discount is taken off its own lines, and stays on the invoice through every step", async () => {
  const { manager, workOrder } = await workOrderWithPart();
  await addition(manager, workOrder, { lines: [line("Duct cleaning", 1000, { kind: "labor" })], discountPercent: 50 });
  expect(await preview(manager, workOrder)).toMatchObject({ total: 1600, tax: 100, discount: 500 });
  const draft = await made<InvoiceJson>(manager, `/work-orders/${workOrder}/invoices`);
  expect(draft).toMatchObject({ total: 1600, tax: 100, discount: 500, discountAmount: null });
  expect(draft.lines.map(({ unitPrice, discountAmount, net }) => [unitPrice, discountAmount, net])).toEqual([
    [1000, 0, 1000],
    [1000, 500, 500],
  ]);
  const form = await manager.get(`/invoices-v2/${draft.id}/edit`);
  expect(form.text).toMatch(/name="lines\[1\]\.discountAmount"[^>]* value="500\.00"/);
  expect(form.text).not.toContain('name="lines[0].discountAmount"');

  const put = (discountAmount: number) =>
    manager.put<InvoiceJson>(`/api/invoices/${draft.id}`, {
      ...{ version: draft.version, termsDays: 30, taxState: "known", taxes: [{ name: "Sales tax", rate: 10 }] },
      lines: draft.lines.map(({ description, unitPrice, taxable }, at) =>
        line(description, unitPrice, { taxable, discountAmount: at === 1 ? discountAmount : 0 }),
      ),
    });
  expect((await put(1000.01)).json.fields).toEqual({
    "lines[1].discountAmount": ["The discount is more than the line"],
  });
  const saved = await put(500);
  expect([saved.status, saved.json.total]).toEqual([200, 1600]);
  const issued = await made<InvoiceJson>(manager, `/invoices/${draft.id}/issue`, { version: saved.json.version });
  expect(pageText((await manager.get(`/invoices-v2/${draft.id}`)).text)).toContain("Duct cleaning$500.00 off");
  const correction = await made<InvoiceJson>(manager, `/invoices/${draft.id}/correct`, {
    ...{ version: issued.version, reason: "Wrong name" },
  });
  expect(correction).toMatchObject({ total: 1600, tax: 100, lines: [{ discountAmount: 0 }, { discountAmount: 500 }] });
});
