import { expect, test } from "vitest";
import { CARDS, cardPayments } from "#tests/support/card-payments";
import { pageText } from "#tests/support/page-text";
import { addCustomer, office } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const shop = await office(worker);
const { manager } = shop;
const { invoice, begin, runCommand, standing } = cardPayments(worker, shop);
const today = new Date().toISOString().slice(0, 10);

/** Two invoices of $200: the first paid by card and credited by half, that half applied to the second. */
async function onTwoInvoices(card = CARDS.good) {
  const [first, second] = [await invoice(), await invoice()];
  const session = await begin(first.page);
  await runCommand(session, { op: "pay", card });
  const paymentId = (await standing(first.id)).payments[0]?.id ?? "";
  const credit = { lines: [{ position: 1, amount: 100 }], reason: "Half the price" };
  const credited = await manager.post(`/api/invoices/${first.id}/credit`, {
    ...{ version: (await standing(first.id)).version, ...credit },
  });
  expect(credited.status, credited.text).toBe(201);
  const { version } = await standing(second.id);
  expect((await manager.post(`/api/invoices/${second.id}/apply-credit`, { version, amount: 100 })).status).toBe(200);
  const paid = async () => [(await standing(first.id)).paid, (await standing(second.id)).paid];
  expect(await paid()).toEqual([100, 100]);
  return { first: first.id, second: second.id, paymentId, session, paid };
}

const byHand = { intent: "hand", method: "check", refundedOn: today, reason: "Goodwill" };
const toCard = { intent: "card", reason: "Goodwill" };

test("a refund by hand is owed again on the invoice it is made from, and shown there", async () => {
  const { first, second, paymentId, paid } = await onTwoInvoices();
  const dialog = `/invoices-v2/${first}/refund/${paymentId}?by-hand`;
  expect((await manager.get(dialog)).text).toMatch(/<input[^>]*name="amount"[^>]*value="100.00"/);
  const tooMuch = await manager.submit(dialog, { ...byHand, amount: "100.01" });
  expect(tooMuch.status).toBe(400);
  expect(pageText(tooMuch.text)).toContain("From this one, you can refund $100.00");
  expect((await manager.submit(dialog, { ...byHand, amount: "70" })).status).toBe(302);
  expect(await paid()).toEqual([30, 100]);
  expect(pageText((await manager.get(`/invoices-v2/${first}`)).text)).toMatch(
    /Refunded \$70\.00 \(check\) on .*Goodwill/,
  );
  expect((await manager.get(`/invoices-v2/${second}`)).text).not.toContain("Refunded");
  const { refunds } = (await manager.get<{ refunds: object[] }>(`/api/invoices/${first}`)).json;
  expect(refunds).toMatchObject([{ paymentId, amount: 70, method: "check", reason: "Goodwill" }]);
});

test("a card refund is owed again on the invoice it is made from, also when it is confirmed later", async () => {
  const { first, second, paymentId, session, paid } = await onTwoInvoices(CARDS.slowRefund);
  const dialog = `/invoices-v2/${first}/refund/${paymentId}`;
  expect((await manager.submit(dialog, { ...toCard, amount: "60" })).status).toBe(302);
  expect((await manager.submit(dialog, { ...toCard, amount: "40.01" })).status).toBe(400);
  expect((await manager.get(`/invoices-v2/${first}`)).text).toContain("Refund on its way to the card: $60.00");
  expect((await manager.get(`/invoices-v2/${second}`)).text).not.toContain("on its way to the card");
  expect(await paid()).toEqual([100, 100]);
  expect(await runCommand(session, { op: "finish_refunds" })).toEqual(["recorded"]);
  expect(await paid()).toEqual([40, 100]);
  expect((await manager.get(`/invoices-v2/${first}`)).text.match(/Refunded/g)).toHaveLength(1);
});

test("refunds from one invoice at the same time never take what another invoice has", async () => {
  const { first, paymentId, paid, session } = await onTwoInvoices(CARDS.slowRefund);
  const many = await Promise.all(
    Array.from({ length: 6 }, () =>
      manager.post(`/api/payments/${paymentId}/card-refunds`, { amount: 40, reason: "Goodwill", invoiceId: first }),
    ),
  );
  expect(many.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(many.every(({ status }) => [201, 400, 409].includes(status))).toBe(true);
  await runCommand(session, { op: "finish_refunds" });
  expect(await paid()).toEqual([20, 100]);
});

test("a refund by the API without an invoice releases the latest, and one from a stranger's invoice is not found", async () => {
  const { paymentId, paid } = await onTwoInvoices();
  const at = `/api/payments/${paymentId}/refunds`;
  const refund = { method: "cash", refundedOn: today, reason: "Goodwill" };
  expect((await manager.post(at, { ...refund, amount: 30 })).status).toBe(201);
  expect(await paid()).toEqual([100, 70]);
  const { customerId } = await addCustomer(worker, shop.orgId, "Ida Holm");
  const strange = await cardPayments(worker, { manager, site: { customerId } }).invoice();
  for (const invoiceId of [strange.id, "unknown"]) {
    expect((await manager.post(at, { ...refund, amount: 30, invoiceId })).status).toBe(404);
    const card = { amount: 30, reason: "Goodwill", invoiceId };
    expect((await manager.post(`/api/payments/${paymentId}/card-refunds`, card)).status).toBe(404);
  }
  expect(await paid()).toEqual([100, 70]);
});

test("the statement and the accounting file name the invoice of a refund", async () => {
  const { customerId } = await addCustomer(worker, shop.orgId, "Jon Berg");
  const own = cardPayments(worker, { manager, site: { customerId } });
  const { id } = await own.invoice();
  const { version } = await own.standing(id);
  const payment = { version, amount: 200, method: "check", receivedOn: today };
  const paid = await manager.post<{ paymentId: string }>(`/api/invoices/${id}/payments`, payment);
  const refund = { method: "cash", refundedOn: today, reason: "Goodwill", amount: 15, invoiceId: id };
  expect((await manager.post(`/api/payments/${paid.json.paymentId}/refunds`, refund)).status).toBe(201);
  const { reference, number } = (await manager.get<{ reference: string; number: number }>(`/api/invoices/${id}`)).json;
  const stated = await manager.get<{ entries: { type: string; number: number | null }[] }>(
    `/api/customers/${customerId}/statement`,
  );
  expect(stated.json.entries.find(({ type }) => type === "refund")).toMatchObject({ number });
  const customer = (await manager.get<{ number: number }>(`/api/customers/${customerId}`)).json;
  expect((await manager.get(`/customers/${customer.number}/statement`)).text).toContain(`Refund of ${reference}, cash`);
  const file = await manager.get(`/api/invoices/export?file=payments&from=${today}&to=${today}`);
  expect(file.text).toMatch(new RegExp(`Refund,[^\\n]*Cash,,${reference}`));
});
