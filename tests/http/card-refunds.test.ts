import { expect, test } from "vitest";
import { CARDS, cardPayments } from "#tests/support/card-payments";
import { mailsTo } from "#tests/support/mailbox";
import { office } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const shop = await office(worker);
const { manager, technician } = shop;
const other = await worker.business("Other Air");
const { invoice, begin, happens, send, runCommand, standing, count } = cardPayments(worker, shop);

/** An invoice of $200, partly or fully paid by card. */
async function paid({ card = CARDS.good, amount = "" } = {}) {
  const { id, page } = await invoice();
  const session = await begin(page, amount);
  await runCommand(session, { op: "pay", card });
  const paymentId = (await standing(id)).payments[0]?.id ?? "";
  return { id, session, paymentId };
}

const refund = (paymentId: string, amount: number, by = manager, headers = {}) =>
  by.post<{ refundId: string; message: string }>(
    `/api/payments/${paymentId}/card-refunds`,
    { amount, reason: "Returned" },
    headers,
  );
const byHand = (paymentId: string, amount: number) =>
  manager.post(`/api/payments/${paymentId}/refunds`, {
    ...{ amount, method: "cash", refundedOn: "2026-11-22", reason: "Goodwill" },
  });
/** Sets the business's email address. */
async function officeMail(address: string): Promise<string> {
  await worker.db.prepare("UPDATE organizations SET email = ? WHERE id = ?").bind(address, shop.orgId).run();
  return address;
}

interface CardPayment {
  amount: number;
  refunded: number;
  refunds: { amount: number; status: string; failure: string | null }[];
  disputes: { status: string; amount: number }[];
}
const cardPayment = async (id: string) =>
  (await manager.get<{ cardPayments: CardPayment[] }>(`/api/invoices/${id}`)).json.cardPayments[0];

test("partial refunds go back to the card up to the amount paid, and the balance is due again", async () => {
  const { id, paymentId } = await paid();
  expect((await manager.get(`/invoices-v2/${id}/refund/${paymentId}`)).text).toContain("Refund to card");
  expect((await refund(paymentId, 200.01)).status).toBe(400);
  expect((await refund(paymentId, 0)).status).toBe(400);
  expect((await refund(paymentId, 50)).status).toBe(201);
  expect(await standing(id)).toMatchObject({ state: "partly_paid", balance: 50 });
  expect((await refund(paymentId, 150.01)).status).toBe(400);
  const form = { intent: "card", amount: "150.00", reason: "The rest" };
  expect((await manager.submit(`/invoices-v2/${id}/refund/${paymentId}`, form)).status).toBe(302);
  expect(await standing(id)).toMatchObject({ state: "open", balance: 200, paid: 0 });
  expect(await cardPayment(id)).toMatchObject({
    refunded: 200,
    refunds: [
      { amount: 150, status: "succeeded" },
      { amount: 50, status: "succeeded" },
    ],
  });
  expect((await refund(paymentId, 1)).status).toBe(400);
  expect((await manager.get(`/invoices-v2/${id}`)).text).toContain("Refunded to the card: $150.00");
});

test("only the business's own invoice managers can refund, and only card payments", async () => {
  const { id, paymentId } = await paid();
  expect((await refund(paymentId, 5, technician)).status).toBe(403);
  expect((await refund(paymentId, 5, other.manager)).status).toBe(404);
  expect((await refund("unknown", 5)).status).toBe(404);
  const form = { intent: "card", amount: "5", reason: "Mine" };
  expect((await technician.submit(`/invoices-v2/${id}/refund/${paymentId}`, form)).status).toBe(403);
  const cash = await invoice();
  const { version } = await standing(cash.id);
  await manager.post(`/api/invoices/${cash.id}/payments`, {
    version,
    amount: 20,
    method: "cash",
    receivedOn: "2026-11-22",
  });
  const taken = (await standing(cash.id)).payments[0]?.id ?? "";
  expect((await refund(taken, 5)).status).toBe(409);
  expect(await standing(id)).toMatchObject({ paid: 200 });
});

test("a repeated key refunds once, and ten refunds at once never exceed the remaining amount", async () => {
  const { id, paymentId } = await paid();
  const key = { "idempotency-key": "refund-key-1" };
  const twice = [await refund(paymentId, 30, manager, key), await refund(paymentId, 30, manager, key)];
  expect(new Set(twice.map(({ json }) => json.refundId)).size).toBe(1);
  expect(await standing(id)).toMatchObject({ paid: 170 });
  const many = await Promise.all(Array.from({ length: 10 }, () => refund(paymentId, 60)));
  expect(many.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(many.every(({ status }) => [201, 400, 409].includes(status))).toBe(true);
  expect(await standing(id)).toMatchObject({ paid: 50 });
});

test("a pending refund is recorded once the processor confirms it and cannot also be refunded by hand", async () => {
  const { id, session, paymentId } = await paid({ card: CARDS.slowRefund });
  expect((await refund(paymentId, 150)).status).toBe(201);
  expect(await standing(id)).toMatchObject({ state: "paid", paid: 200 });
  expect(await cardPayment(id)).toMatchObject({ refunded: 0, refunds: [{ status: "pending", amount: 150 }] });
  expect((await manager.get(`/invoices-v2/${id}`)).text).toContain("Refund on its way to the card: $150.00");
  expect([(await refund(paymentId, 50.01)).status, (await byHand(paymentId, 50.01)).status]).toEqual([400, 400]);
  expect((await byHand(paymentId, 50)).status).toBe(201);
  expect(await runCommand(session, { op: "finish_refunds" })).toEqual(["recorded"]);
  expect(await runCommand(session, { op: "tell", type: "charge.refunded" })).toEqual(["recorded"]);
  expect(await standing(id)).toMatchObject({ state: "open", paid: 0 });
});

test("credit on its way back to the card is not applied to an invoice meanwhile", async () => {
  const { id, session, paymentId } = await paid({ card: CARDS.slowRefund });
  const { version } = await standing(id);
  expect((await manager.post(`/api/invoices/${id}/void`, { version, reason: "Wrong job" })).status).toBe(200);
  expect((await refund(paymentId, 150)).status).toBe(201);
  const next = await invoice();
  expect(await standing(next.id)).toMatchObject({ customerCredit: 50 });
  const apply = async (amount?: number) =>
    manager.post(`/api/invoices/${next.id}/apply-credit`, { version: (await standing(next.id)).version, amount });
  expect((await apply(50.01)).status).toBe(400);
  expect((await apply()).status).toBe(200);
  expect(await standing(next.id)).toMatchObject({ paid: 50, balance: 150, customerCredit: 0 });
  expect(await runCommand(session, { op: "finish_refunds" })).toEqual(["recorded"]);
  expect(await standing(next.id)).toMatchObject({ paid: 50, balance: 150 });
});

test("from an invoice, a payment kept as credit is refunded only as far as no other invoice uses it", async () => {
  const { id, paymentId } = await paid();
  const { version } = await standing(id);
  expect((await manager.post(`/api/invoices/${id}/void`, { version, reason: "Wrong job" })).status).toBe(200);
  const next = await invoice();
  const applied = { version: (await standing(next.id)).version, amount: 160 };
  expect((await manager.post(`/api/invoices/${next.id}/apply-credit`, applied)).status).toBe(200);
  const dialog = `/invoices-v2/${id}/refund/${paymentId}`;
  const form = { intent: "card", reason: "Returned" };
  expect((await manager.submit(dialog, { ...form, amount: "40.01" })).status).toBe(400);
  expect((await manager.submit(dialog, { ...form, amount: "40" })).status).toBe(302);
  const hand = { ...form, intent: "hand", method: "cash", refundedOn: "2026-11-22", amount: "0.01" };
  expect((await manager.submit(dialog, hand)).status).toBe(400);
  expect(await standing(next.id)).toMatchObject({ paid: 160, balance: 40 });
  // On the invoice that uses it, it is refunded and owed again.
  expect((await manager.submit(`/invoices-v2/${next.id}/refund/${paymentId}`, { ...form, amount: "10" })).status).toBe(
    302,
  );
  expect(await standing(next.id)).toMatchObject({ paid: 150, balance: 50 });
});

test("a failed refund leaves the payment unchanged", async () => {
  const { id, session, paymentId } = await paid({ card: CARDS.failedRefund });
  await refund(paymentId, 200);
  await runCommand(session, { op: "finish_refunds" });
  expect(await standing(id)).toMatchObject({ state: "paid", paid: 200 });
  expect(await cardPayment(id)).toMatchObject({ refunds: [{ status: "failed", failure: "expired or canceled card" }] });
  expect((await byHand(paymentId, 200)).status).toBe(201);
});

test("the office hears once that a confirmed refund was returned by the customer's bank, and it stays recorded", async () => {
  const office = await officeMail("returned-refund@example.com");
  const { id, session, paymentId } = await paid();
  expect((await refund(paymentId, 70)).status).toBe(201);
  expect(await runCommand(session, { op: "return_refund" })).toEqual(["recorded"]);
  expect(await runCommand(session, { op: "tell", type: "charge.refunded" })).toEqual(["recorded"]);
  expect(await standing(id)).toMatchObject({ paid: 130 });
  expect(await cardPayment(id)).toMatchObject({ refunded: 70, refunds: [{ status: "succeeded" }] });
  await expect
    .poll(async () => (await mailsTo(worker, office)).map(({ subject }) => subject))
    .toEqual(["A refund of $70.00 did not reach the customer"]);
});

test("a refund by hand offers what is left of the payment, and none once nothing is", async () => {
  const { id, paymentId } = await paid({ card: CARDS.slowRefund });
  await refund(paymentId, 150);
  const at = `/invoices-v2/${id}/refund/${paymentId}?by-hand`;
  expect((await manager.get(at)).text).toMatch(/<input[^>]*name="amount"[^>]*value="50.00"/);
  expect((await byHand(paymentId, 50)).status).toBe(201);
  expect((await manager.get(at)).text).not.toContain('name="refundedOn"');
});

test("the sweep recovers a refund whose webhook was lost", async () => {
  const { id, session, paymentId } = await paid({ card: CARDS.slowRefund });
  await refund(paymentId, 200);
  await happens(session, { op: "finish_refunds" });
  await worker.db
    .prepare("UPDATE online_refunds SET updated_at = '2026-01-01T00:00:00.000Z' WHERE status = 'pending'")
    .run();
  await worker.sweep();
  expect(await standing(id)).toMatchObject({ paid: 0 });
});

test("refunds at a processor that is no longer used stay pending and do not keep the sweep from the others", async () => {
  const { id, session, paymentId } = await paid({ card: CARDS.slowRefund });
  await refund(paymentId, 200);
  await happens(session, { op: "finish_refunds" });
  const unused = Array.from({ length: 20 }, (_, at) => `unused-${at}`);
  await worker.db.batch([
    ...unused.flatMap((one) => [
      worker.db
        .prepare(
          `INSERT INTO payments (org_id, id, customer_id, method, amount_minor, received_on, provider, provider_payment_id, created_by, created_at)
           SELECT org_id, ?1, customer_id, 'card', 5000, '2026-01-01', 'stripe', ?1, 'test', '2026-01-01T00:00:00.000Z' FROM invoices WHERE id = ?2`,
        )
        .bind(one, id),
      worker.db
        .prepare(
          `INSERT INTO online_refunds (org_id, id, payment_id, amount_minor, reason, status, created_by, created_at, updated_at)
           SELECT org_id, ?1, ?1, 5000, 'Returned', 'pending', 'test', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' FROM payments WHERE id = ?1`,
        )
        .bind(one),
    ]),
    worker.db
      .prepare("UPDATE online_refunds SET updated_at = '2026-01-02T00:00:00.000Z' WHERE payment_id = ?")
      .bind(paymentId),
  ]);
  await worker.sweep();
  await worker.sweep();
  expect(await standing(id)).toMatchObject({ paid: 0 });
  expect(await count("online_refunds", "id LIKE 'unused-%' AND status = 'pending'")).toBe(20);
});

test("a refund made at the processor is recorded once, along with refunds made here", async () => {
  const { id, session, paymentId } = await paid();
  await refund(paymentId, 20);
  const [webhook] = await happens(session, { op: "refund", amount: 5000 });
  if (!webhook) throw new Error("no webhook");
  const many = await Promise.all([send(webhook), send(webhook), send(webhook)]);
  expect(many.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await standing(id)).toMatchObject({ paid: 130, balance: 70 });
  expect(await cardPayment(id)).toMatchObject({ refunded: 70 });
});

test("a refund made at the processor of money already refunded by hand is acknowledged and not recorded twice", async () => {
  const office = await officeMail("refunded-twice@example.com");
  const { id, session, paymentId } = await paid();
  expect((await byHand(paymentId, 180)).status).toBe(201);
  const [webhook] = await happens(session, { op: "refund", amount: 18_000 });
  if (!webhook) throw new Error("no webhook");
  const answers = [await send(webhook), await send(webhook)];
  expect(answers.map(({ status, json }) => [status, json.outcome])).toEqual([
    [200, "recorded"],
    [200, "duplicate"],
  ]);
  expect(await cardPayment(id)).toMatchObject({ refunded: 180, refunds: [] });
  // The office looks whether the customer got the money twice.
  await expect
    .poll(async () => (await mailsTo(worker, office)).map(({ subject }) => subject))
    .toEqual(["A refund of $180.00 at your card processor was not recorded"]);
});

test("a dispute is shown, changes nothing while open or won, and reopens the invoice when lost", async () => {
  const won = await paid({ card: CARDS.disputed });
  expect(await cardPayment(won.id)).toMatchObject({ disputes: [{ status: "open", amount: 200 }] });
  expect((await manager.get(`/invoices-v2/${won.id}`)).text).toContain("Disputed by the customer");
  await runCommand(won.session, { op: "close_dispute", won: true });
  expect(await standing(won.id)).toMatchObject({ state: "paid" });
  // A closed dispute stays closed, whatever arrives late.
  await runCommand(won.session, { op: "tell", type: "charge.dispute.created" });
  expect(await cardPayment(won.id)).toMatchObject({ refunded: 0, disputes: [{ status: "won" }] });

  const office = await officeMail("lost-dispute@example.com");
  const lost = await paid();
  await refund(lost.paymentId, 40);
  await happens(lost.session, { op: "dispute" });
  expect(await runCommand(lost.session, { op: "close_dispute", won: false })).toEqual(["recorded"]);
  expect(await runCommand(lost.session, { op: "tell", type: "charge.dispute.created" })).toEqual(["recorded"]);
  expect(await standing(lost.id)).toMatchObject({ state: "open", balance: 200 });
  expect(await cardPayment(lost.id)).toMatchObject({ refunded: 200, disputes: [{ status: "lost" }] });
  await expect
    .poll(async () => (await mailsTo(worker, office)).map(({ subject }) => subject))
    .toEqual(["The dispute of $200.00 was lost"]);
});
