import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { cardPayments } from "#tests/support/card-payments";
import { outsideService } from "#tests/support/outside";
import { pageText } from "#tests/support/page-text";
import type { Visitor } from "#tests/support/visitor";
import { addCustomer, type Refusal } from "#tests/support/work-orders";
import { ownWorker } from "#tests/support/worker";

const stripe = await outsideService();
const worker = await ownWorker({ STRIPE_API_URL: stripe.url });

interface Account {
  accountId: string;
  accountName: string | null;
  keyHint: string;
  isLive: boolean;
  webhookUrl: string;
}

const path = "/api/billing/card-account";
const keys = { secretKey: "sk_test_abcdefgh4242", webhookSecret: "whsec_first_business" };
const account = (id = "acct_1", fields = {}) => ({
  ...{ id, charges_enabled: true, settings: { dashboard: { display_name: "North Wind Heating" } } },
  ...fields,
});
const put = (by: Visitor, input: object = keys) => by.put<Account & Refusal>(path, input);

async function connected(input = keys, id = "acct_1") {
  const business = await worker.business();
  stripe.answer(200, account(id));
  expect((await put(business.admin, input)).status).toBe(200);
  return business;
}

/** An event signed like Stripe's. */
function tell(orgId: string, secret: string, event: object) {
  const body = JSON.stringify(event);
  const at = Math.floor(Date.now() / 1000);
  const v1 = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  const headers = { "stripe-signature": `t=${at},v1=${v1}`, "content-type": "application/json" };
  return worker.visitor().send<{ outcome: string }>("POST", `/api/webhooks/stripe/${orgId}`, { body, headers });
}

const page = { id: "cs_1", url: "https://checkout.stripe.com/c/pay/cs_1", amount_total: 20_000, currency: "usd" };
const open = { ...page, status: "open", payment_status: "unpaid", payment_intent: null };
const paid = {
  ...page,
  status: "complete",
  payment_status: "paid",
  payment_intent: { id: "pi_1", status: "succeeded" },
};

test("keys are tested, stored encrypted and shown only by their last characters", async () => {
  const { admin, manager, orgId } = await connected();
  const shown = await admin.get<Account>(path);
  expect(shown.json).toMatchObject({ accountName: "North Wind Heating", keyHint: "sk_test_…4242", isLive: false });
  expect(shown.json.webhookUrl).toMatch(new RegExp(`/api/webhooks/stripe/${orgId}$`));
  const row = await worker.db.prepare("SELECT * FROM card_accounts WHERE org_id = ?").bind(orgId).first();
  expect(JSON.stringify(row)).not.toMatch(/abcdefgh|whsec_/);
  const audit = await worker.db.prepare("SELECT after FROM audit_log WHERE org_id = ?").bind(orgId).all();
  expect(JSON.stringify(audit.results)).not.toMatch(/abcdefgh|whsec_/);
  const settings = pageText((await admin.get("/settings/billing")).text);
  expect(settings).toContain("North Wind Heating");
  expect(settings).toContain("Test mode: no money moves");
  expect((await admin.get("/settings/billing/card-account")).text).not.toContain("abcdefgh");
  for (const answer of [await manager.get(path), await put(manager), await manager.send("DELETE", path, {})])
    expect(answer.status).toBe(403);
  const { admin: stranger } = await worker.business();
  expect((await stranger.get(path)).status).toBe(404);
});

test("invalid keys, keys Stripe rejects and accounts that cannot take payments are rejected with a message", async () => {
  const { admin } = await worker.business();
  const before = stripe.requests.length;
  for (const [field, value] of [
    ["secretKey", "pk_test_abcdefgh"],
    ["secretKey", ""],
    ["webhookSecret", "abcdefgh"],
  ]) {
    const refused = await put(admin, { ...keys, [String(field)]: value });
    expect([refused.status, Object.keys(refused.json.fields ?? {})]).toEqual([400, [field]]);
  }
  expect(stripe.requests).toHaveLength(before);
  stripe.answer(401, { error: { type: "invalid_request_error", message: "Invalid API Key provided" } });
  const unknown = await put(admin);
  expect([unknown.status, unknown.json.fields?.secretKey]).toEqual([
    400,
    ["Stripe does not accept this key, or the key can't read its account."],
  ]);
  stripe.answer(200, account("acct_1", { charges_enabled: false }));
  expect((await put(admin)).status).toBe(409);
  expect((await admin.get(path)).status).toBe(404);
});

test("a refused form sends neither key back to the page", async () => {
  const { admin } = await worker.business();
  const [secretKey, webhookSecret] = ["sk_test_neverback4242", "whsec_neverback"];
  for (const fields of [
    { secretKey, webhookSecret: "neverback" },
    { secretKey: "neverback", webhookSecret },
    { secretKey, webhookSecret, currentPassword: "not the password" },
  ])
    for (const page of ["/settings/billing/card-account", "/settings/billing/card-account.data"]) {
      const refused = await admin.submit(page, { intent: "connect", currentPassword: "", ...fields });
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(refused.text).not.toContain("neverback");
    }
});

test("new keys from the same account replace the old ones; another account's keys require disconnecting first", async () => {
  const { admin } = await connected();
  expect((await put(admin, { ...keys, secretKey: "rk_live_abcdefgh1111" })).json).toMatchObject({
    ...{ keyHint: "rk_live_…1111", isLive: true },
  });
  stripe.answer(200, account("acct_2"));
  expect((await put(admin)).status).toBe(409);
  expect((await admin.send("DELETE", path, {})).status).toBe(204);
  expect((await admin.send("DELETE", path, {})).status).toBe(404);
  expect((await put(admin)).json.accountId).toBe("acct_2");
});

test("a test shows Stripe's response, including a key that is no longer accepted", async () => {
  const { admin } = await connected();
  const ask = async () =>
    (await admin.post<{ ok: boolean; message: string }>("/api/billing/card-account/test", {})).json;
  expect(await ask()).toEqual({ ok: true, message: "Stripe responded: North Wind Heating takes payments." });
  stripe.answer(401, { error: { type: "invalid_request_error" } });
  expect(await ask()).toEqual({ ok: false, message: "Stripe no longer accepts the key. Replace it." });
  const pressed = await admin.submit("/settings/billing/card-account", { intent: "test" });
  expect([pressed.status, pressed.location]).toEqual([302, "/settings/billing"]);
});

test("customers pay into the business's own account, and webhooks of other accounts change nothing", async () => {
  const business = await connected();
  const { manager, admin, orgId } = business;
  const shop = cardPayments(worker, { manager, site: await addCustomer(worker, orgId) });
  const invoice = await shop.invoice();
  stripe.answer(200, open);
  const pressed = await shop.press(invoice.page);
  expect(pressed.location).toBe(page.url);
  const form = new URLSearchParams(stripe.bodies.at(-1));
  const metadata = { org_id: form.get("metadata[org_id]"), checkout_id: form.get("metadata[checkout_id]") };
  expect(metadata.org_id).toBe(orgId);
  // While payments are still possible, the keys are kept.
  expect((await admin.send("DELETE", path, {})).status).toBe(409);

  const event = { id: "evt_1", type: "checkout.session.completed", data: { object: { id: "cs_1", metadata } } };
  stripe.answer(200, paid);
  const other = await connected({ ...keys, webhookSecret: "whsec_other_business" }, "acct_9");
  stripe.answer(200, paid);
  expect((await tell(orgId, "whsec_other_business", event)).status).toBe(401);
  expect((await tell(other.orgId, "whsec_other_business", event)).json.outcome).toBe("unknown");
  expect((await tell((await worker.business()).orgId, keys.webhookSecret, event)).status).toBe(404);
  expect((await shop.standing(invoice.id)).state).not.toBe("paid");

  expect((await tell(orgId, keys.webhookSecret, event)).json.outcome).toBe("recorded");
  expect((await tell(orgId, keys.webhookSecret, event)).json.outcome).toBe("duplicate");
  expect(await shop.standing(invoice.id)).toMatchObject({ state: "paid", paid: 200, balance: 0 });
  // Another account's events about this payment are ignored as well.
  const refund = { id: "evt_2", type: "charge.refunded", data: { object: { id: "ch_1", payment_intent: "pi_1" } } };
  stripe.answer(404, { error: { type: "invalid_request_error", code: "resource_missing" } });
  expect((await tell(other.orgId, "whsec_other_business", refund)).json.outcome).toBe("unknown");
  expect((await admin.send("DELETE", path, {})).status).toBe(204);
});

/** A business with a card payment of $200 into its own account, of which the processor has accepted a refund of $50. */
async function refunding() {
  const business = await connected();
  const { manager, orgId } = business;
  const shop = cardPayments(worker, { manager, site: await addCustomer(worker, orgId) });
  const { id, page: link } = await shop.invoice();
  const session = `cs_${orgId}`;
  const intent = `pi_${orgId}`;
  const before = { ...page, id: session };
  stripe.answer(200, { ...open, ...before });
  await shop.press(link);
  const form = new URLSearchParams(stripe.bodies.at(-1));
  const metadata = { org_id: form.get("metadata[org_id]"), checkout_id: form.get("metadata[checkout_id]") };
  stripe.answer(200, { ...paid, ...before, payment_intent: { id: intent, status: "succeeded" } });
  const event = { id: `evt_${orgId}`, type: "checkout.session.completed", data: { object: { id: session, metadata } } };
  expect((await tell(orgId, keys.webhookSecret, event)).json.outcome).toBe("recorded");
  const paymentId = (await shop.standing(id)).payments[0]?.id ?? "";
  const answered = stripe.bodies.length;
  stripe.answer(200, async () => {
    await expect.poll(() => stripe.bodies.length).toBeGreaterThan(answered);
    const ownId = new URLSearchParams(stripe.bodies.at(-1)).get("metadata[refund_id]");
    return { id: `re_${orgId}`, amount: 5000, status: "pending", metadata: { refund_id: ownId } };
  });
  const answer = await manager.post<{ refundId: string }>(`/api/payments/${paymentId}/card-refunds`, {
    ...{ amount: 50, reason: "Returned" },
  });
  expect(answer.status, answer.text).toBe(201);
  const { refundId } = answer.json;
  const status = () =>
    worker.db.prepare("SELECT status FROM online_refunds WHERE id = ?").bind(refundId).first<string>("status");
  const sweep = async () => {
    const ago = "UPDATE online_refunds SET updated_at = '2026-01-01T00:00:00.000Z' WHERE id = ? AND status = 'pending'";
    await worker.db.prepare(ago).bind(refundId).run();
    await worker.sweep();
  };
  const done = { id: `re_${orgId}`, amount: 5000, status: "succeeded", metadata: { refund_id: refundId } };
  return { ...business, shop, id, status, sweep, done };
}

test("a refund that Stripe has accepted stays pending while Stripe can't be asked about it", async () => {
  const { shop, id, status, sweep, done } = await refunding();
  expect(await status()).toBe("pending");
  for (const [code, error] of [
    [401, { type: "invalid_request_error" }],
    [404, { type: "invalid_request_error", code: "resource_missing" }],
  ] as const) {
    stripe.answer(code, { error });
    await sweep();
    expect(await status()).toBe("pending");
  }
  stripe.answer(200, { data: [done], has_more: false });
  await sweep();
  expect(await status()).toBe("succeeded");
  expect(await shop.standing(id)).toMatchObject({ paid: 150, balance: 50 });
});

test("no account can be connected while a refund is in progress at another one", async () => {
  const { admin, orgId } = await refunding();
  await worker.db.prepare("DELETE FROM card_accounts WHERE org_id = ?").bind(orgId).run();
  stripe.answer(200, account("acct_2"));
  const refused = await put(admin);
  expect([refused.status, refused.json.message]).toEqual([
    409,
    "A customer's card payment or a refund is in progress. Try again once it is done: a payment page closes after two hours.",
  ]);
  expect((await admin.get(path)).status).toBe(404);
});
