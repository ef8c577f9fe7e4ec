import Papa from "papaparse";
import { expect, test } from "vitest";
import { businessToday } from "#tests/support/clock";
import { office } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const shop = await office(worker);
const { manager, site } = shop;
const today = businessToday();
const year = { from: `${today.slice(0, 4)}-01-01`, to: today };

interface Made {
  id: string;
  version: number;
  total: number;
  reference: string;
}

const at = (file: string, { from, to } = year) => `/api/invoices/export?file=${file}&from=${from}&to=${to}`;

async function rowsOf(file: string, days = year): Promise<Record<string, string>[]> {
  const answer = await manager.get(at(file, days));
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  return Papa.parse<Record<string, string>>(answer.text, { header: true, skipEmptyLines: true }).data;
}

async function issued(count = 1): Promise<Made> {
  const { json } = await manager.post<Made>("/api/invoices", { customerId: site.customerId });
  const lines = Array.from({ length: count }, (_, index) => ({
    ...{ kind: "part", description: `=HYPERLINK("part ${index}")`, quantity: 2, unitPrice: 50, taxable: true },
  }));
  const change = { version: 1, termsDays: 30, taxState: "known", taxes: [{ name: "Tax", rate: 5.5 }], lines };
  await manager.put(`/api/invoices/${json.id}`, { ...change, title: "@tune-up" });
  const answer = await manager.post<Made>(`/api/invoices/${json.id}/issue`, { version: 2 });
  expect(answer.status).toBe(200);
  return answer.json;
}

test("accounting files list every document, payment and refund of the period once, with formulas escaped", async () => {
  const large = await issued(501);
  const paid = await issued();
  const draft = await manager.post<Made>("/api/invoices", { customerId: site.customerId });
  const money = { method: "check", receivedOn: today, reference: "=1+1" };
  const payment = await manager.post<{ paymentId: string }>(`/api/invoices/${paid.id}/payments`, {
    ...{ ...money, amount: paid.total + 20, version: paid.version },
  });
  const refund = { method: "check", refundedOn: today, amount: 5, reason: "+Thanks" };
  expect((await manager.post(`/api/payments/${payment.json.paymentId}/refunds`, refund)).status).toBe(201);
  const voided = await issued();
  const reason = { reason: "Twice", version: voided.version };
  expect((await manager.post(`/api/invoices/${voided.id}/void`, reason)).status).toBe(200);

  const documents = await rowsOf("invoices");
  expect(documents.map(({ Number: number }) => number)).toEqual(
    expect.arrayContaining([large.reference, paid.reference, voided.reference]),
  );
  expect(documents).toHaveLength(4);
  expect(draft.status).toBe(201);
  const sum = (rows: readonly Record<string, string>[], column: string) =>
    rows.reduce((cents, row) => cents + Math.round(Number(row[column]) * 100), 0);
  expect(sum(documents, "Total")).toBe(Math.round((large.total + paid.total) * 100));

  const moved = await rowsOf("payments");
  expect(moved.map((row) => [row.Kind, row.Amount, row.Credit, row.Invoices, row.Reference])).toEqual([
    ["Payment", (paid.total + 20).toFixed(2), "15.00", paid.reference, "'=1+1"],
    ["Refund", "-5.00", "", "", "'=1+1"],
  ]);
  expect(moved[1]?.Note).toBe("'+Thanks");

  const lines = await rowsOf("quickbooks");
  expect(lines).toHaveLength(502);
  expect(new Set(lines.map((row) => row["*InvoiceNo"]))).toEqual(new Set([large.reference, paid.reference]));
  expect(new Set(lines.map((row) => row.ItemDescription)).size).toBe(501);
  expect(lines.every((row) => row.Memo === "'@tune-up" && row.ItemDescription?.startsWith("'="))).toBe(true);
  expect(sum(lines, "*ItemAmount")).toBe(502 * 10_000);
});

test("a file holds only its own period and business", async () => {
  await issued();
  const before = { from: "2020-01-01", to: "2020-12-31" };
  for (const file of ["invoices", "payments", "quickbooks"]) expect(await rowsOf(file, before)).toEqual([]);
  const other = await office(worker);
  const strange = await other.manager.get(at("invoices"));
  expect([strange.status, strange.text.trim().split("\r\n").length]).toEqual([200, 1]);
  expect((await shop.technician.get(at("invoices"))).status).toBe(403);
  expect((await worker.visitor().get(at("invoices"))).status).toBe(401);
  expect((await manager.get(at("books"))).status).toBe(400);
  expect((await manager.get(at("invoices", { from: today, to: "2020-01-01" }))).status).toBe(400);
});
