import { expect, test } from "vitest";
import { CARDS, cardPayments } from "#tests/support/card-payments";
import { pageText } from "#tests/support/page-text";
import { addCustomer, addWorkOrder, moveTo, office } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { addDays } from "~/domain/shared/time/dates";

const worker = await testWorker();
const shop = await office(worker);
const { manager, technician, orgId } = shop;
const today = new Date().toISOString().slice(0, 10);

async function numberOf(customerId: string) {
  return (await manager.get<{ number: number }>(`/api/customers/${customerId}`)).json.number;
}

const byHand = (amount: string) => ({
  ...{ intent: "hand", amount, method: "check", refundedOn: today, reason: "Job canceled" },
});

async function deposit(customerId: string, fields: object = {}) {
  const answer = await manager.post<{ paymentId: string }>("/api/payments", {
    ...{ customerId, amount: 300, method: "check", receivedOn: today, reference: "1042", ...fields },
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.paymentId;
}

test("the deposit of a canceled job is refunded by hand from the customer's invoices", async () => {
  const site = await addCustomer(worker, orgId, "Mia Frost");
  const workOrder = await addWorkOrder(manager, site);
  const paymentId = await deposit(site.customerId, { workOrderId: workOrder.id });
  await moveTo(manager, workOrder.id, { status: "cancelled", cancelReason: "customer" });
  const billing = `/customers/${await numberOf(site.customerId)}/invoices`;
  expect((await manager.get(`/workorders/${workOrder.id}/billing`)).text).toContain(`href="${billing}"`);
  const page = async () => (await manager.get(billing)).text;
  expect(pageText(await page())).toMatch(
    new RegExp(`Unapplied payments Check 1042.*${workOrder.reference} \\$300.00Refund`),
  );
  const dialog = `${billing}/refund/${paymentId}`;
  expect(await page()).toContain(`href="${dialog}"`);
  const form = await manager.get(dialog);
  expect(form.text).toContain("Refund payment");
  expect(form.text).toContain('value="300.00"');
  expect((await manager.submit(dialog, byHand("300.01"))).status).toBe(400);
  expect((await manager.submit(dialog, byHand("120"))).location).toBe(billing);
  expect(pageText(await page())).toContain("$180.00Refund");
  expect((await manager.submit(dialog, byHand("180"))).status).toBe(302);
  expect(await page()).not.toContain("Unapplied payments");
  expect((await manager.get(dialog)).status).toBe(404);
});

test("the check on an invoice that was voided is refunded there", async () => {
  const { customerId } = await addCustomer(worker, orgId, "Ned Marsh");
  const { invoice, standing } = cardPayments(worker, { manager, site: { customerId } });
  const { id } = await invoice();
  const paid = await manager.post(`/api/invoices/${id}/payments`, {
    ...{ version: (await standing(id)).version, amount: 200, method: "check", receivedOn: today },
  });
  expect(paid.status, paid.text).toBe(201);
  const billing = `/customers/${await numberOf(customerId)}/invoices`;
  expect((await manager.get(billing)).text).not.toContain("Unapplied payments");
  const paymentId = (await standing(id)).payments[0]?.id ?? "";
  const { version } = await standing(id);
  expect((await manager.post(`/api/invoices/${id}/void`, { version, reason: "Wrong customer" })).status).toBe(200);
  expect((await manager.get(billing)).text).toContain("Unapplied payments");
  expect((await manager.submit(`${billing}/refund/${paymentId}`, byHand("200"))).status).toBe(302);
  expect((await standing(id)).customerCredit).toBe(0);
});

test("only what is not applied to an invoice is refunded there", async () => {
  const { customerId } = await addCustomer(worker, orgId, "Ola Brandt");
  const { invoice, standing } = cardPayments(worker, { manager, site: { customerId } });
  const { id } = await invoice();
  const paymentId = await deposit(customerId);
  const { version } = await standing(id);
  expect((await manager.post(`/api/invoices/${id}/apply-credit`, { version, amount: null })).status).toBe(200);
  const dialog = `/customers/${await numberOf(customerId)}/invoices/refund/${paymentId}`;
  expect((await manager.get(dialog)).text).toContain('value="100.00"');
  expect((await manager.submit(dialog, byHand("100.01"))).status).toBe(400);
  expect((await manager.submit(dialog, byHand("100"))).status).toBe(302);
  expect(await standing(id)).toMatchObject({ paid: 200, customerCredit: 0 });
});

test("a card payment that is not applied goes back to its card", async () => {
  const { customerId } = await addCustomer(worker, orgId, "Pia Vance");
  const { invoice, begin, runCommand, standing } = cardPayments(worker, { manager, site: { customerId } });
  const { id, page } = await invoice();
  await runCommand(await begin(page), { op: "pay", card: CARDS.good });
  const paymentId = (await standing(id)).payments[0]?.id ?? "";
  const { version } = await standing(id);
  expect((await manager.post(`/api/invoices/${id}/void`, { version, reason: "Wrong customer" })).status).toBe(200);
  const billing = `/customers/${await numberOf(customerId)}/invoices`;
  const dialog = `${billing}/refund/${paymentId}`;
  expect((await manager.get(dialog)).text).toContain("Refund to card");
  expect((await manager.get(`${dialog}?by-hand`)).text).toContain("Record refund");
  const form = { intent: "card", amount: "200", reason: "Wrong customer" };
  expect((await manager.submit(dialog, form)).location).toBe(billing);
  expect((await manager.get(billing)).text).not.toContain("Unapplied payments");
  expect((await standing(id)).customerCredit).toBe(0);
});

test("payments are refunded by members who manage invoices, under their own customer and business", async () => {
  const { customerId } = await addCustomer(worker, orgId, "Quin Hart");
  const paymentId = await deposit(customerId);
  const dialog = `/customers/${await numberOf(customerId)}/invoices/refund/${paymentId}`;
  expect((await technician.get(dialog)).status).toBe(403);
  expect((await technician.submit(dialog, byHand("5"))).status).toBe(403);
  const other = await worker.business("Other Air");
  expect((await other.manager.get(dialog)).status).toBe(404);
  expect((await other.manager.submit(dialog, byHand("5"))).status).toBe(404);
  const stranger = await addCustomer(worker, orgId, "Rhea Dunn");
  const elsewhere = `/customers/${await numberOf(stranger.customerId)}/invoices/refund/${paymentId}`;
  expect((await manager.get(elsewhere)).status).toBe(404);
});

test("credit for an invoice comes from its own job, then from no open job, and last from other open jobs", async () => {
  const site = await addCustomer(worker, orgId, "Sol Vega");
  const [own, other, ended] = [
    await addWorkOrder(manager, site),
    await addWorkOrder(manager, site),
    await addWorkOrder(manager, site),
  ];
  const on = (workOrderId: string | null, day: string) =>
    deposit(site.customerId, { workOrderId, amount: 100, receivedOn: `2026-01-0${day}` });
  const ofOther = await on(other.id, "1");
  const ofEnded = await on(ended.id, "2");
  const free = await on(null, "3");
  await moveTo(manager, ended.id, { status: "cancelled", cancelReason: "customer" });
  await worker.db.prepare("UPDATE work_orders SET status = 'completed' WHERE id = ?").bind(own.id).run();
  const { id } = (await manager.post<{ id: string }>(`/api/work-orders/${own.id}/invoices`)).json;
  const lines = [{ description: "Labor", quantity: 1, unitPrice: 350, taxable: false }];
  const terms = { termsDays: 30, taxState: "exempt", taxNote: "Resale", taxes: [] };
  await manager.put(`/api/invoices/${id}`, { ...terms, lines, version: 1 });
  expect((await manager.post(`/api/invoices/${id}/issue`, { version: 2 })).status).toBe(200);
  const ofOwn = await on(own.id, "4");
  interface Shown {
    version: number;
    payments: { id: string; applied: number }[];
  }
  const shown = async () => (await manager.get<Shown>(`/api/invoices/${id}`)).json;
  for (const [amount, applied] of [
    [100, { [ofOwn]: 100 }],
    [150, { [ofOwn]: 100, [ofEnded]: 100, [free]: 50 }],
    [100, { [ofOwn]: 100, [ofEnded]: 100, [free]: 100, [ofOther]: 50 }],
  ] as const) {
    const { version } = await shown();
    const answer = await manager.post(`/api/invoices/${id}/apply-credit`, { version, amount });
    expect(answer.status, answer.text).toBe(200);
    const { payments } = await shown();
    expect(Object.fromEntries(payments.map((payment) => [payment.id, payment.applied]))).toEqual(applied);
  }
});

test("a job's billing shows only its own customer's money as prepaid", async () => {
  const [before, after] = [await addCustomer(worker, orgId, "Tess Moor"), await addCustomer(worker, orgId, "Una Pike")];
  const workOrder = await addWorkOrder(manager, before);
  await deposit(before.customerId, { workOrderId: workOrder.id });
  const prepaid = async () =>
    pageText((await manager.get(`/workorders/${workOrder.id}/billing`)).text).match(/Prepaid \S*\$(\S+)/)?.[1];
  expect(await prepaid()).toBe("300.00");
  const moved = await manager.patch(`/api/work-orders/${workOrder.id}`, { ...after, version: workOrder.version });
  expect(moved.status, moved.text).toBe(200);
  expect(await prepaid()).toBeUndefined();
  await deposit(after.customerId, { workOrderId: workOrder.id, amount: 80 });
  expect(await prepaid()).toBe("80.00");
});

test("a payment cannot be received in the future", async () => {
  const { customerId } = await addCustomer(worker, orgId, "Pia Holm");
  const { invoice, standing } = cardPayments(worker, { manager, site: { customerId } });
  const { id } = await invoice();
  const { version } = await standing(id);
  const later = { amount: 1, method: "check", receivedOn: addDays(today, 3) };
  const answers = [
    await manager.post(`/api/invoices/${id}/payments`, { ...later, version }),
    await manager.post("/api/payments", { ...later, customerId }),
  ];
  const refused = { fields: { receivedOn: ["Enter a day that is not in the future"] } };
  expect(answers.map(({ status, json }) => [status, json])).toEqual(
    answers.map(() => [400, expect.objectContaining(refused)]),
  );
  expect((await standing(id)).version).toBe(version);
});

test("a dialog of an invoice opens only where its action is possible", async () => {
  const { customerId } = await addCustomer(worker, orgId, "Rolf Lind");
  const { invoice } = cardPayments(worker, { manager, site: { customerId } });
  const issued = await invoice();
  const draft = await manager.post<{ id: string }>("/api/invoices", { customerId });
  const opens = async (id: string, dialog: string) => {
    const { status, text } = await manager.get(`/invoices-v2/${id}/${dialog}`);
    expect(status).toBe(200);
    return text.includes("<dialog");
  };
  const onIssued = ["send", "payment", "credit", "void", "correct"];
  const onDraft = ["issue", "delete"];
  for (const dialog of [...onIssued, ...onDraft])
    expect([dialog, await opens(issued.id, dialog), await opens(draft.json.id, dialog)]).toEqual([
      ...[dialog, onIssued.includes(dialog), onDraft.includes(dialog)],
    ]);
});
