import { expect, test } from "vitest";
import { pageText } from "#tests/support/page-text";
import { office } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const shop = await office(worker);
const { manager, site, orgId } = shop;
const clerk = await worker.member(orgId, "Manager", [
  "invoices.read",
  "invoices.write",
  "work_orders.read",
  "customers.read",
]);

interface Invoice {
  id: string;
  version: number;
  taxState: string;
  termsDays: number;
  lines: { position: number; description: string; kind: string; quantity: number; cost: number | null }[];
}

const line = (description: string, quantity: number, cost: number) => ({
  ...{ kind: "part", description, quantity, unitPrice: 50, cost, taxable: false },
});
const terms = { termsDays: 30, taxState: "exempt", taxNote: "Resale", taxes: [] };

async function draft(): Promise<Invoice> {
  const { id } = (await manager.post<Invoice>("/api/invoices", { customerId: site.customerId })).json;
  const lines = [line("Igniter", 2, 31), line("Filter", 1, 8.5), line("Valve", 3, 90)];
  const saved = await manager.put<Invoice>(`/api/invoices/${id}`, { ...terms, lines, version: 1 });
  expect(saved.status, saved.text).toBe(200);
  return saved.json;
}

const costsOf = async (id: string) =>
  (await manager.get<Invoice>(`/api/invoices/${id}`)).json.lines.map(({ description, cost }) => [description, cost]);

test("a member who may not see costs keeps them when saving a draft", async () => {
  const { id } = await draft();
  const seen = (await clerk.get<Invoice>(`/api/invoices/${id}`)).json;
  expect(seen.lines.map(({ cost }) => cost)).toEqual([null, null, null]);
  const [igniter, , valve] = seen.lines;
  const lines = [{ ...valve, description: "Gas valve" }, line("Trip", 1, 12), { ...igniter, quantity: 3 }];
  const saved = await clerk.put<Invoice>(`/api/invoices/${id}`, { ...terms, lines, version: seen.version });
  expect(saved.status, saved.text).toBe(200);
  expect(saved.json.lines.map(({ cost }) => cost)).toEqual([null, null, null]);
  expect(await costsOf(id)).toEqual([
    ["Gas valve", 90],
    ["Trip", null],
    ["Igniter", 46.5],
  ]);
});

test("the draft's form shows costs only to members who may see them, and keeps them for others", async () => {
  const { id, version } = await draft();
  const page = async (by = clerk) => (await by.get(`/invoices-v2/${id}/edit`)).text;
  expect(await page(manager)).toContain("Cost of the line");
  const html = await page();
  expect(html).not.toContain("Cost of the line");
  expect(html.match(/name="lines\[\d\]\.position" value="\d"/g)).toEqual([
    'name="lines[0].position" value="1"',
    'name="lines[1].position" value="2"',
    'name="lines[2].position" value="3"',
  ]);
  const form: Record<string, string> = {
    version: String(version),
    termsDays: "30",
    taxState: "exempt",
    taxNote: "Resale",
  };
  for (const [at, { description }] of [line("Filter", 1, 0), line("Igniter", 2, 0)].entries()) {
    const fields = {
      kind: "part",
      description,
      quantity: String(at + 1),
      unit: "EA",
      unitPrice: "50",
      position: String(2 - at),
    };
    for (const [name, value] of Object.entries(fields)) form[`lines[${at}].${name}`] = value;
  }
  const saved = await clerk.submit(`/invoices-v2/${id}/edit`, form);
  expect(saved.status, saved.text).toBe(302);
  expect(await costsOf(id)).toEqual([
    ["Filter", 8.5],
    ["Igniter", 31],
  ]);
});

test("a member who may see costs can clear one", async () => {
  const { id, version, lines } = await draft();
  const cleared = lines.map((one) => (one.description === "Filter" ? { ...one, cost: null } : one));
  expect((await manager.put(`/api/invoices/${id}`, { ...terms, lines: cleared, version })).status).toBe(200);
  expect(await costsOf(id)).toEqual([
    ["Igniter", 31],
    ["Filter", null],
    ["Valve", 90],
  ]);
});

test("the margin of an invoice is less what credit notes took off, and a void invoice has none", async () => {
  const { id, version } = await draft();
  const shown = async () => /Margin ?(-?\$[\d.,]+)/.exec(pageText((await manager.get(`/invoices-v2/${id}`)).text))?.[1];
  expect(await shown()).toBe("$170.50");
  const issued = (await manager.post<Invoice>(`/api/invoices/${id}/issue`, { version })).json;
  const credit = { reason: "Returned", lines: [{ position: 1, amount: 50 }] };
  expect((await manager.post(`/api/invoices/${id}/credit`, { ...credit, version: issued.version })).status).toBe(201);
  expect(await shown()).toBe("$120.50");
  const credited = (await manager.get<Invoice>(`/api/invoices/${id}`)).json;
  const voided = { reason: "Wrong job", version: credited.version };
  expect((await manager.post(`/api/invoices/${id}/void`, voided)).status).toBe(200);
  expect(await shown()).toBeUndefined();
});
