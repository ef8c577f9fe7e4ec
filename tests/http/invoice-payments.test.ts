import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type InvoiceJson, invoicing, lines, today, wisconsin } from "#tests/support/invoices";
import { addCustomer, addWorkOrder, office } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { addDays } from "~/domain/shared/time/dates";

const worker = await testWorker();
const shop = await office(worker);
const { manager, site } = shop;
const { issued, read, pay } = invoicing(shop);

test("line credits never exceed the invoice, and the last one settles it", async () => {
  const { id } = await issued();
  for (const position of [1, 2, 3, 4]) {
    const now = await read(id);
    const amount = now.lines[position - 1]?.net;
    const note = await manager.post<InvoiceJson>(`/api/invoices/${id}/credit`, {
      ...{ version: now.version, reason: "Returned", lines: [{ position, amount }] },
    });
    expect([note.status, note.text.slice(0, 300)]).toEqual([201, note.text.slice(0, 300)]);
    expect([note.json.kind, note.json.reference.slice(0, 3)]).toEqual(["credit_note", "CN-"]);
  }
  const after = await read(id);
  expect([after.credited, after.balance, after.state]).toEqual([334.99, 0, "paid"]);
  expect(after.related.reduce((sum, { total }) => sum + Math.round(total * 100), 0)).toBe(33_499);
  const more = { version: after.version, reason: "Again", lines: [{ position: 1, amount: 0.01 }] };
  expect((await manager.post(`/api/invoices/${id}/credit`, more)).status).toBe(400);
});

test("a credit that names a line twice is refused, so that a line is never credited beyond its amount", async () => {
  const { id, version } = await issued();
  const twice = [1, 2].map(() => ({ position: 1, amount: 68.33 }));
  const refused = await manager.post(`/api/invoices/${id}/credit`, { version, reason: "Returned", lines: twice });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("List each line once")]);
  expect((await read(id)).credited).toBe(0);
});

test("a refused credit keeps each amount at its line, although another line was credited meanwhile", async () => {
  const { id, version } = await issued();
  const first = { version, reason: "Returned", lines: [{ position: 1, amount: 68.33 }] };
  expect((await manager.post(`/api/invoices/${id}/credit`, first)).status).toBe(201);
  const refused = await manager.submit(`/invoices-v2/${id}/credit`, {
    ...{ version: String(version), reason: "Broken" },
    ...{ "lines[0].position": "1", "lines[0].amount": "11.11", "lines[1].position": "2", "lines[1].amount": "22.22" },
  });
  const typedIn = (name: string) =>
    new RegExp(`<input[^>]*name="${name.replaceAll(/[[\].]/g, "\\$&")}"[^>]* value="([^"]*)"`).exec(refused.text)?.[1];
  expect(refused.status).toBe(409);
  expect([0, 1].map((at) => [typedIn(`lines[${at}].position`), typedIn(`lines[${at}].amount`)])).toEqual([
    ["1", "11.11"],
    ["2", "22.22"],
  ]);
});

test("a partial credit includes its share of the tax charged", async () => {
  const { id, version } = await issued({ lines: lines.slice(0, 1) });
  const parts = await manager.post<InvoiceJson>(`/api/invoices/${id}/credit`, {
    ...{ version, reason: "Half of it", lines: [{ position: 1, amount: 34.17 }] },
  });
  expect([parts.json.total, parts.json.tax]).toEqual([41.01, 6.84]);
  const voided = await manager.post<InvoiceJson>(`/api/invoices/${id}/void`, {
    ...{ version: (await read(id)).version, reason: "All of it" },
  });
  expect([voided.status, voided.json.state, voided.json.credited]).toEqual([200, "void", 82]);
});

test("payments settle an invoice; a replay counts once, a stale one gets a conflict and an overpayment becomes credit", async () => {
  const { id, version, total } = await issued();
  const key = { "idempotency-key": randomUUID() };
  const first = await pay(id, version, 100, key);
  expect([first.status, (await pay(id, version, 100, key)).json]).toEqual([201, first.json]);
  const stale = await pay(id, version, 50);
  const now = await read(id);
  expect([stale.status, stale.json.current?.version, now.paid, now.state]).toEqual([
    409,
    now.version,
    100,
    "partly_paid",
  ]);
  const rest = await pay(id, now.version, 300);
  expect([rest.status, rest.json.credit]).toEqual([201, Math.round((400 - total) * 100) / 100]);
  const paid = await read(id);
  expect([paid.state, paid.balance, paid.payments.length]).toEqual(["paid", 0, 2]);
  expect((await pay(id, paid.version, 1)).status).toBe(409);
});

test("of payments sent at once for the same version, only one is recorded", async () => {
  const { id, version, total } = await issued();
  const answers = await Promise.all(Array.from({ length: 8 }, () => pay(id, version, total)));
  expect(answers.filter(({ status }) => status === 201).length).toBe(1);
  expect((await read(id)).paid).toBe(total);
});

test("a deposit applies to its job's invoice, credit applies to another, and a refund makes the amount due again", async () => {
  const other = await addCustomer(worker, shop.orgId, "Grace Hopper");
  const workOrder = await addWorkOrder(manager, other);
  const deposit = {
    customerId: other.customerId,
    workOrderId: workOrder.id,
    amount: 500,
    method: "cash",
    receivedOn: today,
  };
  const { json: taken } = await manager.post<{ paymentId: string }>("/api/payments", deposit);
  const { json: made } = await manager.post<InvoiceJson>(`/api/work-orders/${workOrder.id}/invoices`);
  const change = { version: 1, termsDays: 30, taxState: "known", taxes: wisconsin, lines };
  await manager.put(`/api/invoices/${made.id}`, change);
  const { json: first } = await manager.post<InvoiceJson>(`/api/invoices/${made.id}/issue`, { version: 2 });
  expect([first.state, first.customerCredit]).toEqual(["paid", 165.01]);
  const { json: blank } = await manager.post<InvoiceJson>("/api/invoices", { customerId: other.customerId });
  await manager.put(`/api/invoices/${blank.id}`, change);
  const { json: second } = await manager.post<InvoiceJson>(`/api/invoices/${blank.id}/issue`, { version: 2 });
  const applied = await manager.post<{ applied: number }>(`/api/invoices/${blank.id}/apply-credit`, {
    version: second.version,
  });
  expect([applied.status, applied.json.applied, (await read(blank.id)).state]).toEqual([200, 165.01, "partly_paid"]);
  const refund = { amount: 200, method: "cash", refundedOn: today, reason: "Goodwill" };
  expect((await manager.post(`/api/payments/${taken.paymentId}/refunds`, { ...refund, amount: 500.01 })).status).toBe(
    400,
  );
  const early = { ...refund, refundedOn: addDays(today, 2) };
  const { json: refused } = await manager.post(`/api/payments/${taken.paymentId}/refunds`, early);
  expect(refused).toMatchObject({ fields: { refundedOn: ["Enter a day that is not in the future"] } });
  expect((await manager.post(`/api/payments/${taken.paymentId}/refunds`, refund)).status).toBe(201);
  expect([(await read(blank.id)).paid, (await read(made.id)).paid]).toEqual([0, 300]);
  const { json: statement } = await manager.get<{ balance: number; owed: number; credit: number; entries: unknown[] }>(
    `/api/customers/${other.customerId}/statement`,
  );
  expect([statement.entries.length, statement.balance, statement.owed, statement.credit]).toEqual([
    4, 369.98, 369.98, 0,
  ]);
});

test("correcting a paid invoice turns its payment into credit and creates a draft to replace it", async () => {
  const workOrder = await addWorkOrder(manager, site);
  const { json: made } = await manager.post<InvoiceJson>(`/api/work-orders/${workOrder.id}/invoices`);
  await manager.put(`/api/invoices/${made.id}`, {
    version: 1,
    termsDays: 30,
    taxState: "known",
    taxes: wisconsin,
    lines,
  });
  const { json: first } = await manager.post<InvoiceJson>(`/api/invoices/${made.id}/issue`, { version: 2 });
  await pay(made.id, first.version, first.total);
  const { version } = await read(made.id);
  const before = (await read(made.id)).customerCredit;
  const corrected = await manager.post<InvoiceJson>(`/api/invoices/${made.id}/correct`, {
    version,
    reason: "Wrong part",
  });
  expect([corrected.status, corrected.json.state, corrected.json.total, corrected.json.correctsId]).toEqual([
    201,
    "draft",
    first.total,
    made.id,
  ]);
  const after = await read(made.id);
  expect([after.state, after.paid, after.credited]).toEqual(["void", 0, first.total]);
  expect(Math.round((corrected.json.customerCredit - before) * 100)).toBe(33_499);
  expect(
    (await manager.post(`/api/invoices/${made.id}/void`, { version: after.version, reason: "Twice" })).status,
  ).toBe(409);
});
