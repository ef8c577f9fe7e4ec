import { expect, test } from "vitest";
import { CARDS, cardPayments } from "#tests/support/card-payments";
import { office } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const shop = await office(worker);
const { manager } = shop;
const { invoice, link, press, begin, happens, send, runCommand, standing, count, guest } = cardPayments(worker, shop);
const pay = (card: string) => ({ op: "pay", card });

test("a customer pays the full balance on the processor's page, and its webhook marks the invoice paid", async () => {
  const { id, page } = await invoice();
  expect((await guest.get(page)).text).toContain("Pay by card");
  const session = await begin(page);
  const form = await guest.get(`/dev/checkout/${session}`);
  expect(form.text).toContain("$200.00");
  expect(form.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await standing(id)).toMatchObject({ state: "open", balance: 200 });
  expect((await guest.get(`${page}?checkout=done`)).text).toContain("is being processed");
  const back = await guest.submit(`/dev/checkout/${session}`, { card: CARDS.good });
  expect([back.status, back.location]).toEqual([303, `${worker.url.origin}${page}?checkout=done`]);
  expect(await standing(id)).toMatchObject({ state: "paid", balance: 0, payments: [{ method: "card", applied: 200 }] });
  expect((await guest.get(back.location ?? "")).text).toContain("We have received your payment");
  expect((await press(page)).text).toContain("Nothing is owed on this invoice anymore.");
});

test("a partial payment is at least the minimum and at most the balance due", async () => {
  const { id, page } = await invoice();
  for (const [amount, says] of [
    ["200.01", "This is more than the balance due"],
    ["0.49", "Enter at least $0.50"],
    ["0", "Please enter an amount above 0"],
    ["-5", "Please enter an amount above 0"],
    ["1.234", "Please enter an amount above 0"],
    ["all", "Please enter an amount above 0"],
  ] as const)
    expect([amount, (await press(page, amount)).text.includes(says)]).toEqual([amount, true]);
  expect(await count("payment_checkouts", "invoice_id = ?", id)).toBe(0);
  await runCommand(await begin(page, "60.00"), pay(CARDS.good));
  expect(await standing(id)).toMatchObject({ state: "partly_paid", balance: 140 });
  expect((await press(page, "140.01")).status).toBe(400);
});

test("twenty clicks at once create one checkout, even from two links", async () => {
  const { id, page } = await invoice();
  const answers = await Promise.all(Array.from({ length: 20 }, () => press(page)));
  expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
  expect(answers[0]?.location).toContain("/dev/checkout/cs_sim_");
  const other = await press(await link(id));
  expect(other.location).toBe(answers[0]?.location);
  expect(await count("payment_checkouts", "invoice_id = ?", id)).toBe(1);
});

test("choosing another amount closes the previous checkout, which can no longer be paid", async () => {
  const { id, page } = await invoice();
  const first = await begin(page, "50");
  const second = await begin(page, "80");
  expect(second).not.toBe(first);
  expect(await happens(first, pay(CARDS.good))).toEqual([]);
  expect(await runCommand(second, pay(CARDS.good))).toEqual(["recorded"]);
  expect(await standing(id)).toMatchObject({ balance: 120, paid: 80 });
});

test("a declined card returns with its reason, and another card can pay on the same page", async () => {
  const { id, page } = await invoice();
  const session = await begin(page);
  const back = await guest.submit(`/dev/checkout/${session}`, { card: CARDS.declined });
  expect(back.location).toContain("?checkout=back");
  expect((await guest.get(back.location ?? "")).text).toContain("Your card was declined.");
  expect(await begin(page)).toBe(session);
  await guest.submit(`/dev/checkout/${session}`, { card: CARDS.good });
  expect(await standing(id)).toMatchObject({ state: "paid" });
  expect((await guest.get(page)).text).not.toContain("did not go through");
});

test("a decline is no longer shown once the invoice is paid another way", async () => {
  const { id, page } = await invoice();
  await runCommand(await begin(page), pay(CARDS.declined));
  expect((await guest.get(page)).text).toContain("did not go through");
  const today = new Date().toISOString().slice(0, 10);
  const check = { version: 3, amount: 200, method: "check", receivedOn: today };
  expect((await manager.post(`/api/invoices/${id}/payments`, check)).status).toBe(201);
  expect((await guest.get(page)).text).not.toContain("did not go through");
});

test("a pending payment blocks a second one until it succeeds or fails", async () => {
  for (const [card, state] of [
    [CARDS.slow, "paid"],
    [CARDS.slowFailure, "open"],
  ] as const) {
    const { id, page } = await invoice();
    const session = await begin(page);
    expect(await runCommand(session, pay(card))).toEqual(["recorded"]);
    expect(await standing(id)).toMatchObject({ state: "open", balance: 200 });
    const waiting = (await guest.get(page)).text;
    expect([waiting.includes("is being processed"), waiting.includes("Pay by card")]).toEqual([true, false]);
    expect((await press(page)).text).toContain("is being processed");
    await runCommand(session, { op: "settle" });
    expect((await standing(id)).state).toBe(state);
    if (state === "open") expect((await guest.get(page)).text).toContain("The bank did not send the money.");
  }
});

test("forged, old or future webhooks change nothing", async () => {
  const { id, page } = await invoice();
  const session = await begin(page);
  const [good] = await happens(session, pay(CARDS.good));
  if (!good) throw new Error("no webhook");
  const [old, future] = await Promise.all([
    happens(session, { op: "tell", type: "checkout.session.completed" }, 301),
    happens(session, { op: "tell", type: "checkout.session.completed" }, -600),
  ]);
  const forged = [
    { ...good, body: good.body.replace("complete", "Complete") },
    { ...good, signature: good.signature.replace(/v1=(.)/, (_, first) => `v1=${first === "0" ? "1" : "0"}`) },
    { ...good, signature: "" },
    ...old,
    ...future,
  ];
  for (const each of forged) expect((await send(each)).status).toBe(401);
  expect(await standing(id)).toMatchObject({ state: "open" });
  expect(await send(good)).toMatchObject({ status: 200, json: { received: true, outcome: "recorded" } });
  expect(await standing(id)).toMatchObject({ state: "paid" });
});

test("a webhook that arrives repeatedly, at once, late or out of order records the payment once", async () => {
  const { id, page } = await invoice();
  const session = await begin(page, "150");
  const [completed] = await happens(session, pay(CARDS.good));
  const [refunded] = await happens(session, { op: "refund", amount: 4000 });
  if (!completed || !refunded) throw new Error("no webhook");
  // The refund's event arrives before that of its payment.
  expect((await send(refunded)).json.outcome).toBe("recorded");
  const many = await Promise.all(Array.from({ length: 10 }, () => send(completed)));
  expect(many.map(({ status }) => status)).toEqual(many.map(() => 200));
  expect(many.filter(({ json }) => json.outcome === "recorded")).toHaveLength(1);
  expect((await send(completed)).json.outcome).toBe("duplicate");
  expect((await send(refunded)).json.outcome).toBe("duplicate");
  for (const type of [
    "checkout.session.expired",
    "payment_intent.payment_failed",
    "checkout.session.async_payment_failed",
  ])
    expect(await runCommand(session, { op: "tell", type })).toEqual(["recorded"]);
  expect(await standing(id)).toMatchObject({ paid: 110, balance: 90, payments: [{ amount: 150, applied: 110 }] });
  expect(
    await count("payments", "provider = 'simulated' AND provider_payment_id = ?", session.replace("cs", "pi")),
  ).toBe(1);
});

test("webhooks for unknown checkouts are acknowledged and not stored", async () => {
  const { page } = await invoice();
  const session = await begin(page);
  const events = await count("payment_events", "1 = ?", "1");
  const [ignored] = await happens(session, { op: "tell", type: "checkout.session.expired" });
  const before = await worker.db
    .prepare("SELECT state FROM simulated_processor WHERE id = ?")
    .bind(session.slice(7))
    .first<string>("state");
  await worker.db
    .prepare("UPDATE simulated_processor SET state = json_set(state, '$.metadata', json('{}')) WHERE id = ?")
    .bind(session.slice(7))
    .run();
  expect(await runCommand(session, { op: "tell", type: "checkout.session.completed" })).toEqual(["unknown"]);
  expect(await runCommand(session, { op: "dispute" })).toEqual(["unknown"]);
  await worker.db.prepare("UPDATE simulated_processor SET state = ? WHERE id = ?").bind(before, session.slice(7)).run();
  expect(await count("payment_events", "1 = ?", "1")).toBe(events);
  expect(ignored).toBeDefined();
});

test("a payment for an invoice paid or voided meanwhile becomes customer credit, and the office is notified", async () => {
  await worker.db.prepare("UPDATE organizations SET email = 'office@example.com' WHERE id = ?").bind(shop.orgId).run();
  const mails = async () =>
    (await guest.get<{ items: { to: string; subject: string }[] }>("/dev/mailbox.json")).json.items.filter(
      ({ to }) => to === "office@example.com",
    );
  const today = new Date().toISOString().slice(0, 10);
  const settled = await invoice();
  const session = await begin(settled.page);
  const byHand = { version: 3, amount: 150, method: "check", receivedOn: today };
  expect((await manager.post(`/api/invoices/${settled.id}/payments`, byHand)).status).toBe(201);
  await runCommand(session, pay(CARDS.good));
  expect(await standing(settled.id)).toMatchObject({ state: "paid", customerCredit: 150 });

  const voided = await invoice();
  const late = await begin(voided.page);
  expect((await manager.post(`/api/invoices/${voided.id}/void`, { version: 3, reason: "Wrong customer" })).status).toBe(
    200,
  );
  expect(await runCommand(late, pay(CARDS.good))).toEqual(["recorded"]);
  expect(await standing(voided.id)).toMatchObject({ state: "void", customerCredit: 350 });
  await expect.poll(async () => (await mails()).length).toBe(2);
  expect((await mails()).map(({ subject }) => subject).join()).toContain("$200.00 paid online is not owed");
  expect((await manager.get(`/invoices-v2/${voided.id}`)).text).toContain("added to the customer");
});

test("the sweep recovers a lost webhook and expires an unpaid checkout", async () => {
  const { id, page } = await invoice();
  const paid = await begin(page);
  await happens(paid, pay(CARDS.good));
  const other = await invoice();
  const left = await begin(other.page);
  await happens(left, { op: "expire" });
  await worker.sweep();
  expect(await standing(id)).toMatchObject({ state: "open" });
  await worker.db
    .prepare("UPDATE payment_checkouts SET updated_at = '2026-01-01T00:00:00.000Z' WHERE status = 'open'")
    .run();
  await worker.sweep();
  expect(await standing(id)).toMatchObject({ state: "paid" });
  expect(await count("payment_checkouts", "invoice_id = ? AND status = 'expired'", other.id)).toBe(1);
  expect(await begin(other.page)).not.toBe(left);
});

test("checkouts at a processor that is no longer used do not keep the sweep from the others", async () => {
  const { id, page } = await invoice();
  await happens(await begin(page), pay(CARDS.good));
  const past = "2026-01-01T00:00:00.000Z";
  const unused = await Promise.all(Array.from({ length: 20 }, () => invoice()));
  await worker.db.batch([
    ...unused.map((one) =>
      worker.db
        .prepare(
          `INSERT INTO payment_checkouts (org_id, id, invoice_id, provider, status, amount_minor, currency, created_at, updated_at)
           SELECT org_id, 'unused-' || id, id, 'stripe', 'open', 20000, 'USD', ?2, ?2 FROM invoices WHERE id = ?1`,
        )
        .bind(one.id, past),
    ),
    worker.db
      .prepare("UPDATE payment_checkouts SET updated_at = '2026-01-02T00:00:00.000Z' WHERE invoice_id = ?")
      .bind(id),
  ]);
  await worker.sweep();
  await worker.sweep();
  expect(await standing(id)).toMatchObject({ state: "paid" });
});

test("the database rejects a checkout above the balance and any change or deletion of one", async () => {
  const { id, page } = await invoice();
  const run = (sql: string, ...values: string[]) =>
    worker.db
      .prepare(sql)
      .bind(...values)
      .run();
  const row = (amount: number) =>
    run(
      `INSERT INTO payment_checkouts (org_id, id, invoice_id, provider, status, amount_minor, currency, created_at, updated_at)
       VALUES (?, ?, ?, 'simulated', 'open', ${amount}, 'USD', '2026-01-01', '2026-01-01')`,
      shop.orgId,
      `x${amount}`,
      id,
    );
  await expect(row(20_001)).rejects.toThrow("checkout_not_owed");
  const session = await begin(page);
  await expect(row(10_000)).rejects.toThrow("UNIQUE");
  const where = "WHERE session_id = ?";
  await expect(run(`UPDATE payment_checkouts SET amount_minor = 100 ${where}`, session)).rejects.toThrow(
    "checkout_frozen",
  );
  await expect(run(`UPDATE payment_checkouts SET status = 'paid' ${where}`, session)).rejects.toThrow("checkout_paid");
  await expect(run(`DELETE FROM payment_checkouts ${where}`, session)).rejects.toThrow("payment_append_only");
  await runCommand(session, pay(CARDS.good));
  await expect(
    run(`UPDATE payment_checkouts SET status = 'failed', payment_id = NULL ${where}`, session),
  ).rejects.toThrow("checkout_frozen");
});
