import { expect, test } from "vitest";
import { CARDS, cardPayments } from "#tests/support/card-payments";
import { heldCalls } from "#tests/support/held-calls";
import { householdCtx } from "#tests/support/household-ctx";
import { addWorkOrder, office } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import { issueInvoice } from "~/domain/invoices/issue.server";
import { withinOrganization } from "~/domain/shared/context";

const worker = await testWorker();
const shop = await office(worker);
const other = await worker.business("Other Air");
const { manager } = shop;
const { begin, press, happens, send, runCommand, count, guest } = cardPayments(worker, shop);
const pay = (card: string) => ({ op: "pay", card });

interface Requested {
  id: string;
  state: string;
  amount: number;
  url: string | null;
  recipient: string | null;
  paymentId: string | null;
  lateCredit: number;
  isProcessing: boolean;
  version: number;
  message: string;
}

const ask = (workOrder: { id: string }, input: object = {}) =>
  manager.post<Requested>(`/api/work-orders/${workOrder.id}/deposit-requests`, { amount: 150, ...input });

/** A job with a $150 deposit request, and its page. */
async function requestedDeposit(input: object = {}) {
  const workOrder = await addWorkOrder(manager, shop.site);
  const { status, json } = await ask(workOrder, input);
  expect([status, json.message]).toEqual([201, undefined]);
  return { workOrder, id: json.id, page: new URL(json.url ?? "").pathname };
}

const standing = async (id: string) => (await manager.get<Requested>(`/api/deposit-requests/${id}`)).json;
const withdraw = (id: string) => manager.post<Requested>(`/api/deposit-requests/${id}/withdraw`);
const moneyFor = (workOrder: { id: string }) => count("payments", "work_order_id = ?", workOrder.id);

interface Invoice {
  id: string;
  paid: number;
  customerCredit: number;
  payments: { method: string; applied: number }[];
}

async function draftOf(workOrder: { id: string }): Promise<string> {
  const { id } = (await manager.post<Invoice>(`/api/work-orders/${workOrder.id}/invoices`)).json;
  const lines = [{ description: "Compressor", quantity: 1, unitPrice: 900, taxable: false }];
  const draft = { version: 1, termsDays: 30, taxState: "exempt", taxNote: "Resale", taxes: [], lines };
  expect((await manager.put(`/api/invoices/${id}`, draft)).status).toBe(200);
  return id;
}

const issue = (id: string) => manager.post<Invoice>(`/api/invoices/${id}/issue`, { version: 2 });
const officeMails = async () =>
  (await guest.get<{ items: { to: string; subject: string }[] }>("/dev/mailbox.json")).json.items.filter(
    ({ to }) => to === "deposit-office@example.com",
  );

test("a customer pays a deposit through an emailed link, and the job's invoice applies it", async () => {
  const to = "deposit-grace@example.com";
  const { workOrder, id, page } = await requestedDeposit({ to, note: "For the compressor" });
  const mail = async () =>
    (
      await guest.get<{ items: { to: string; subject: string; links: string[] }[] }>("/dev/mailbox.json")
    ).json.items.find((each) => each.to === to);
  await expect.poll(mail).toMatchObject({ subject: expect.stringContaining("Deposit of $150.00") });
  expect((await mail())?.links.map((link) => new URL(link).pathname)).toEqual([page]);
  const shown = await guest.get(page);
  for (const text of ["$150.00", "For the compressor", "by card"]) expect(shown.text).toContain(text);
  for (const secret of [shop.orgId, shop.site.customerId, to]) expect(shown.text).not.toContain(secret);
  expect(shown.headers.get("referrer-policy")).toBe("no-referrer");

  const session = await begin(page);
  expect((await guest.get(`/dev/checkout/${session}`)).text).toContain("$150.00");
  const back = await guest.submit(`/dev/checkout/${session}`, { card: CARDS.good });
  expect(back.location).toBe(`${worker.url.origin}${page}?checkout=done`);
  expect((await guest.get(back.location ?? "")).text).toContain("This deposit is paid.");
  expect(await standing(id)).toMatchObject({ state: "paid", amount: 150, url: null, lateCredit: 0 });
  expect((await press(page)).text).toContain("no longer needed");
  expect((await manager.get(`/workorders/${workOrder.id}/billing`)).text).toContain("Requested deposits");

  const issued = await issue(await draftOf(workOrder));
  expect(issued.json).toMatchObject({ paid: 150, payments: [{ method: "card", applied: 150 }] });
});

test("a job can have only one open deposit request, and invalid amounts are rejected", async () => {
  const workOrder = await addWorkOrder(manager, shop.site);
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(workOrder)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  const key = { "idempotency-key": "deposit-request-once" };
  const next = await addWorkOrder(manager, shop.site);
  const twice = [1, 2].map(() =>
    manager.post<Requested>(`/api/work-orders/${next.id}/deposit-requests`, { amount: 80 }, key),
  );
  expect(new Set((await Promise.all(twice)).map(({ json }) => json.id)).size).toBe(1);
  const empty = await addWorkOrder(manager, shop.site);
  for (const [input, field] of [
    [{ amount: 0.49 }, "amount"],
    [{ amount: null }, "amount"],
    [{ amount: 1_000_000 }, "amount"],
    [{ amount: 10, percent: 5 }, "percent"],
    [{ amount: null, percent: 30 }, "percent"],
    [{ to: "nobody" }, "to"],
  ] as const) {
    const { status, json } = await ask(empty, input);
    expect([input, status, Object.keys((json as unknown as { fields: object }).fields)]).toEqual([input, 400, [field]]);
  }
});

test("a percentage is of what the job would be billed today, tax included", async () => {
  const own = await office(worker);
  const workOrder = await addWorkOrder(own.manager, own.site);
  const percent = (of: number) =>
    own.manager.post<Requested>(`/api/work-orders/${workOrder.id}/deposit-requests`, { amount: null, percent: of });
  const part = { partDescription: "Compressor", quantity: 1, costPerUnit: 300, price: 640.1 };
  expect((await own.manager.post(`/api/work-orders/${workOrder.id}/parts`, part)).status).toBe(201);
  const rate = { name: "Sales tax", state: "TX", zipPrefix: "", rate: 8, effectiveFrom: "2026-01-01" };
  expect((await own.admin.post("/api/billing/tax-rates", rate)).status).toBe(201);
  const { total } = (await own.manager.get<{ total: number }>(`/api/work-orders/${workOrder.id}/billing-preview`)).json;
  expect(total).toBe(691.31);
  // Less than a card can pay.
  expect((await percent(0.05)).status).toBe(400);
  const requested = await percent(30);
  expect([requested.status, requested.json.amount]).toEqual([201, 207.39]);
  expect((await own.manager.get(`/workorders/${workOrder.id}/billing`)).text).toContain("207.39");
});

test("a percentage is of the total after the discount of the approved estimate", async () => {
  interface Estimate {
    id: string;
    url: string | null;
    documentHash: string | null;
    version: number;
  }
  const workOrder = await addWorkOrder(manager, shop.site);
  const draft = (await manager.post<Estimate>("/api/estimates", { workOrderId: workOrder.id })).json;
  const content = {
    ...{ title: "New compressor", validUntil: "2090-01-31", version: draft.version, discountPercent: 10 },
    ...{ taxState: "exempt", taxNote: "Resale", taxes: [] },
    options: [{ name: "Only", lines: [{ description: "Compressor", kind: "part", unitPrice: 900, quantity: 1 }] }],
  };
  const saved = await manager.put<Estimate>(`/api/estimates/${draft.id}`, content);
  expect([saved.status, saved.text]).toEqual([200, expect.any(String)]);
  const { json: sent } = await manager.post<Estimate>(`/api/estimates/${draft.id}/send`, {
    ...{ subject: "Your estimate", message: "Have a look.", version: saved.json.version },
  });
  const percent = () =>
    manager.post<Requested>(`/api/work-orders/${workOrder.id}/deposit-requests`, { amount: null, percent: 50 });
  // Nothing is agreed yet.
  expect((await percent()).status).toBe(400);
  const token = sent.url?.split("/").at(-1);
  const signature = { option: 1, signerName: "Ana Ortega", agreed: true, documentHash: sent.documentHash };
  expect((await worker.visitor().post(`/api/signed/estimates/${token}/approve`, signature)).status).toBe(200);
  const requested = await percent();
  expect([requested.status, requested.json.amount]).toEqual([201, 405]);
});

test("after a decline another card pays, and repeated or reordered webhooks record the payment once", async () => {
  const { workOrder, id, page } = await requestedDeposit();
  const session = await begin(page);
  await guest.submit(`/dev/checkout/${session}`, { card: CARDS.declined });
  expect((await guest.get(`${page}?checkout=back`)).text).toContain("Your card was declined.");
  expect(await begin(page)).toBe(session);
  const [completed] = await happens(session, pay(CARDS.good));
  const [refunded] = await happens(session, { op: "refund", amount: 4000 });
  if (!completed || !refunded) throw new Error("no webhook");
  // The refund's event arrives before that of its payment.
  expect((await send(refunded)).json.outcome).toBe("recorded");
  const many = await Promise.all(Array.from({ length: 8 }, () => send(completed)));
  expect(many.filter(({ json }) => json.outcome === "recorded")).toHaveLength(1);
  expect((await send(completed)).json.outcome).toBe("duplicate");
  expect(await runCommand(session, { op: "tell", type: "checkout.session.expired" })).toEqual(["recorded"]);
  expect([(await standing(id)).state, await moneyFor(workOrder)]).toEqual(["paid", 1]);
  const issued = await issue(await draftOf(workOrder));
  expect(issued.json).toMatchObject({ paid: 110 });
});

test("twenty clicks at once open one checkout, and an expired one is replaced", async () => {
  const { page } = await requestedDeposit();
  const answers = await Promise.all(Array.from({ length: 20 }, () => press(page)));
  expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
  const first = answers[0]?.location?.split("/").at(-1) ?? "";
  await runCommand(first, { op: "expire" });
  expect((await guest.get(`${page}?checkout=back`)).text).toContain("has expired");
  expect(await begin(page)).not.toBe(first);
});

test("a withdrawn request takes no payment; one already paid is recorded and a pending one becomes credit", async () => {
  await worker.db
    .prepare("UPDATE organizations SET email = 'deposit-office@example.com' WHERE id = ?")
    .bind(shop.orgId)
    .run();
  const idle = await requestedDeposit();
  const page = await begin(idle.page);
  expect((await withdraw(idle.id)).json).toMatchObject({ state: "withdrawn", url: null });
  expect((await withdraw(idle.id)).status).toBe(409);
  expect(await happens(page, pay(CARDS.good))).toEqual([]);
  expect((await guest.get(idle.page)).text).toContain("no longer needed");
  expect((await press(idle.page)).text).toContain("no longer needed");
  expect((await ask(idle.workOrder)).status).toBe(201);

  const quick = await requestedDeposit();
  await happens(await begin(quick.page), pay(CARDS.good));
  expect((await withdraw(quick.id)).json.message).toBe("This deposit has already been paid.");
  expect([(await standing(quick.id)).state, await moneyFor(quick.workOrder)]).toEqual(["paid", 1]);

  const slow = await requestedDeposit();
  const session = await begin(slow.page);
  await runCommand(session, pay(CARDS.slow));
  expect((await standing(slow.id)).isProcessing).toBe(true);
  expect((await withdraw(slow.id)).status).toBe(200);
  await runCommand(session, { op: "settle" });
  expect(await standing(slow.id)).toMatchObject({ state: "withdrawn", paymentId: null, lateCredit: 150 });
  expect(await moneyFor(slow.workOrder)).toBe(0);
  expect((await guest.get(slow.page)).text).toContain("added it to your credit");
  await expect
    .poll(async () => (await officeMails()).map(({ subject }) => subject).join())
    .toContain("$150.00 came after");
  expect((await manager.get(`/workorders/${slow.workOrder.id}/billing`)).text).toContain("added to the customer");
});

test("a deposit for a job canceled meanwhile becomes customer credit", async () => {
  const { workOrder, id, page } = await requestedDeposit();
  const session = await begin(page);
  const change = { status: "cancelled", cancelReason: "customer" };
  const moved = await manager.patch(`/api/work-orders/${workOrder.id}/status`, change);
  expect([moved.status, moved.text.slice(0, 200)]).toEqual([200, moved.text.slice(0, 200)]);
  expect((await standing(id)).state).toBe("withdrawn");
  expect((await ask(workOrder)).status).toBe(409);
  expect(await runCommand(session, pay(CARDS.good))).toEqual(["recorded"]);
  expect([await moneyFor(workOrder), (await standing(id)).lateCredit]).toEqual([0, 150]);
});

test("a deposit paid while the invoice is being issued is applied or becomes credit, never lost or doubled", async () => {
  for (let round = 0; round < 6; round += 1) {
    const { workOrder, id, page } = await requestedDeposit();
    const session = await begin(page);
    const invoice = await draftOf(workOrder);
    const webhooks = await happens(session, pay(CARDS.good));
    const [issued] = await Promise.all([issue(invoice), ...webhooks.map(send)]);
    expect([issued.status, issued.text.slice(0, 200)]).toEqual([200, issued.text.slice(0, 200)]);
    const { state, lateCredit, paymentId } = await standing(id);
    const { paid } = (await manager.get<Invoice>(`/api/invoices/${invoice}`)).json;
    // Paid before: on the invoice. Paid after: no longer requested, so it becomes credit.
    expect([paid, lateCredit, state]).toEqual(paymentId === null ? [0, 150, "withdrawn"] : [150, 0, "paid"]);
  }
});

test("a deposit paid at any point of issuing an invoice is applied or becomes credit", async () => {
  const org = { orgId: shop.orgId, orgKey: 1, timeZone: "America/Chicago" };
  for (let at = 1; at <= 5; at += 1) {
    const { workOrder, id, page } = await requestedDeposit();
    const session = await begin(page);
    const invoice = await draftOf(workOrder);
    const webhooks = await happens(session, pay(CARDS.good));
    let cameBefore = false;
    const db = heldCalls(worker.db, async (call) => {
      if (call !== at) return;
      cameBefore = true;
      for (const webhook of webhooks) expect((await send(webhook)).json.outcome).toBe("recorded");
    });
    const system = { ...householdCtx(db, "nobody"), actor: { kind: "system" as const, member: null } };
    await issueInvoice(withinOrganization(system, org), invoice, { version: 2 });
    if (!cameBefore) for (const webhook of webhooks) await send(webhook);
    const { paid } = (await manager.get<Invoice>(`/api/invoices/${invoice}`)).json;
    const { state, lateCredit } = await standing(id);
    expect([at, paid, state, lateCredit]).toEqual(cameBefore ? [at, 150, "paid", 0] : [at, 0, "withdrawn", 150]);
    expect(cameBefore).toBe(at <= 4);
  }
});

test("a deposit is refunded to its card from the job before it is invoiced, and no longer from the job after", async () => {
  const { workOrder, id, page } = await requestedDeposit();
  await runCommand(await begin(page), pay(CARDS.good));
  const at = `/workorders/${workOrder.id}/billing/deposit-requests/${id}/refund`;
  expect((await shop.technician.get(at)).status).toBe(403);
  expect((await other.manager.submit(at, { amount: "20", reason: "Less work" })).status).toBe(404);
  expect((await manager.submit(at, { amount: "150.01", reason: "Less work" })).status).toBe(400);
  expect((await manager.submit(at, { amount: "50", reason: "Less work" })).status).toBe(302);
  const { json } = await manager.get<{ payments: object[] }>(`/api/deposit-requests/${id}`);
  expect(json.payments).toMatchObject([{ amount: 150, refunded: 50, free: 100 }]);
  const invoice = await draftOf(workOrder);
  expect((await issue(invoice)).json).toMatchObject({
    paid: 100,
    cardPayments: [{ amount: 150, refunded: 50, credit: 0 }],
  });
  expect((await manager.submit(at, { amount: "10", reason: "Again" })).status).toBe(400);
});

test("issuing the invoice ends the request, and a later payment can be applied to it", async () => {
  const { workOrder, id, page } = await requestedDeposit();
  const session = await begin(page);
  const invoice = await draftOf(workOrder);
  expect((await issue(invoice)).json).toMatchObject({ paid: 0 });
  expect((await standing(id)).state).toBe("withdrawn");
  expect((await ask(workOrder)).status).toBe(409);
  await runCommand(session, pay(CARDS.good));
  const { json } = await manager.get<Invoice>(`/api/invoices/${invoice}`);
  expect(json.customerCredit).toBeGreaterThanOrEqual(150);
  const applied = await manager.post<{ applied: number }>(`/api/invoices/${invoice}/apply-credit`, {
    version: 3,
    amount: 150,
  });
  expect([applied.status, applied.json.applied]).toEqual([200, 150]);
});

test("the sweep recovers a lost webhook", async () => {
  const { workOrder, id, page } = await requestedDeposit();
  await happens(await begin(page), pay(CARDS.good));
  await worker.db
    .prepare("UPDATE deposit_checkouts SET updated_at = '2026-01-01T00:00:00.000Z' WHERE status = 'open'")
    .run();
  await worker.sweep();
  expect([(await standing(id)).state, await moneyFor(workOrder)]).toEqual(["paid", 1]);
});

test("the link can be mailed again, and another business's request is not found", async () => {
  const { workOrder, id, page } = await requestedDeposit();
  const again = (version: number) =>
    manager.post<Requested>(`/api/deposit-requests/${id}/send`, { to: "deposit-again@example.com", version });
  expect((await again(1)).json).toMatchObject({ recipient: "deposit-again@example.com", version: 2 });
  expect((await again(1)).status).toBe(409);
  for (const [method, path, body] of [
    ["GET", `/deposit-requests/${id}`, undefined],
    ["POST", `/deposit-requests/${id}/send`, { to: "x@example.com", version: 2 }],
    ["POST", `/deposit-requests/${id}/withdraw`, undefined],
    ["GET", `/work-orders/${workOrder.id}/deposit-requests`, undefined],
    ["POST", `/work-orders/${workOrder.id}/deposit-requests`, { amount: 10 }],
  ] as const) {
    const call = method === "GET" ? other.manager.get(`/api${path}`) : other.manager.post(`/api${path}`, body);
    expect([path, (await call).status]).toEqual([path, 404]);
  }
  for (const wrong of [`${page.slice(0, -1)}_`, "/s/deposit/short", `/s/deposit/${id}`])
    expect([wrong, (await guest.get(wrong)).status, (await guest.get(`${wrong}/logo`)).status]).toEqual([
      wrong,
      404,
      404,
    ]);
  expect((await shop.technician.post(`/api/work-orders/${workOrder.id}/deposit-requests`, { amount: 10 })).status).toBe(
    403,
  );
  expect(
    (await manager.get<{ items: Requested[] }>(`/api/work-orders/${workOrder.id}/deposit-requests`)).json.items,
  ).toHaveLength(1);
  expect((await manager.send("DELETE", `/api/work-orders/${workOrder.id}`, {})).status).toBe(409);
});

test("the database protects requested and paid amounts", async () => {
  const { id, page } = await requestedDeposit();
  const run = (sql: string) => worker.db.prepare(sql).bind(id).run();
  const set = (what: string) => run(`UPDATE deposit_requests SET ${what} WHERE id = ?`);
  await expect(set("amount_minor = 100")).rejects.toThrow("deposit_request_frozen");
  await expect(set("state = 'paid', closed_at = created_at, closed_by = 'x'")).rejects.toThrow("deposit_request_paid");
  await expect(run("DELETE FROM deposit_requests WHERE id = ?")).rejects.toThrow("payment_append_only");
  await runCommand(await begin(page), pay(CARDS.good));
  await expect(set("state = 'open', payment_id = NULL, closed_at = NULL, closed_by = NULL")).rejects.toThrow(
    "deposit_request_frozen",
  );
  await expect(
    run("UPDATE deposit_checkouts SET status = 'failed', payment_id = NULL WHERE request_id = ?"),
  ).rejects.toThrow("checkout_frozen");
});
