import { expect, test } from "vitest";
import { mailsTo } from "#tests/support/mailbox";
import { givePro, PLAN_CARDS, planBilling } from "#tests/support/plans";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { FREE_BANK_ACCOUNTS } from "~/domain/finance/accounts/account";

const worker = await testWorker();
const { upgrade, begin, happens, send, deliver, plan, invoices, guest } = planBilling(worker);
const pay = { op: "pay", card: PLAN_CARDS.good };
const profileOf = async (by: Visitor) => (await by.get<{ id: string; email: string }>("/api/auth/profile")).json;
const count = (sql: string, ...values: string[]) =>
  worker.db
    .prepare(sql)
    .bind(...values)
    .first<number>("n");

/** Each subject was mailed as often as it is listed, whenever the queue delivers it. */
async function expectMails(to: Visitor, ...subjects: string[]): Promise<void> {
  const { email } = await profileOf(to);
  const mailed = async () =>
    (await mailsTo(worker, email)).map(({ subject }) => subject).filter((each) => /Pro/.test(each));
  await expect.poll(async () => (await mailed()).sort()).toEqual(subjects.toSorted());
}

test("a household upgrades on the processor's page and is on Pro once the webhook arrives", async () => {
  const person = await worker.household();
  expect(await plan(person, "household")).toMatchObject({ plan: "free", state: "free", subscription: null });
  const page = await begin(person, "household");
  const form = await guest.get(`/dev/plans/${page}`);
  expect(form.text).toContain("$6.00 a month");
  expect(await plan(person, "household")).toMatchObject({ plan: "free" });
  expect((await person.get("/payment?checkout=done")).text).toContain("being processed");
  const back = await guest.submit(`/dev/plans/${page}`, { card: PLAN_CARDS.good });
  expect([back.status, back.location]).toEqual([303, `${worker.url.origin}/payment?of=household&checkout=done`]);
  expect(await plan(person, "household")).toMatchObject({ plan: "pro", state: "pro", subscription: { amount: 6 } });
  expect(await invoices(person, "household")).toMatchObject([{ status: "paid", amount: 6 }]);
  const again = await upgrade(person, "household");
  expect([again.status, again.json.message]).toEqual([409, "Pro is already on. Reload the page to see it."]);
  await expectMails(person, "Pro is on");
});

test("ten requests by two Admins at the same moment open one checkout page, which is paid once", async () => {
  const { admin, manager } = await worker.business();
  const { id } = await profileOf(manager);
  await worker.db
    .prepare(`UPDATE members SET roles = '["Admin"]', permissions = NULL WHERE user_id = ?`)
    .bind(id)
    .run();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => upgrade(at % 2 === 0 ? admin : manager, "business")),
  );
  expect(new Set(answers.map(({ json }) => json.url)).size).toBe(1);
  const page = answers[0]?.json.url.split("/").at(-1) ?? "";
  await Promise.all([deliver(page, pay), deliver(page, pay)]);
  expect(await plan(admin, "business")).toMatchObject({ state: "pro", subscription: { amount: 49 } });
  expect(await invoices(manager, "business")).toHaveLength(1);
});

test("a second Admin gets the checkout page the first one started, even if its URL was lost", async () => {
  const { admin, manager } = await worker.business();
  const { id } = await profileOf(manager);
  await worker.db
    .prepare(`UPDATE members SET roles = '["Admin"]', permissions = NULL WHERE user_id = ?`)
    .bind(id)
    .run();
  const page = await begin(admin, "business");
  await worker.db
    .prepare("UPDATE plan_checkouts SET session_id = NULL, url = NULL WHERE created_by = ?")
    .bind((await profileOf(admin)).id)
    .run();
  expect(await begin(manager, "business")).toBe(page);
});

test("choosing another period closes the previous checkout page, so no one can pay on it", async () => {
  const person = await worker.household();
  const first = await begin(person, "household", "month");
  const second = await begin(person, "household", "year");
  expect(second).not.toBe(first);
  expect(await happens(first, pay)).toEqual([]);
  await deliver(second, pay);
  expect(await plan(person, "household")).toMatchObject({ subscription: { period: "year", amount: 60 } });
});

test("webhooks arriving out of order or twice count once, and forged ones are refused", async () => {
  const person = await worker.household();
  const page = await begin(person, "household");
  const webhooks = (await happens(page, pay)).reverse();
  const outcomes: string[] = [];
  for (const webhook of [...webhooks, ...webhooks]) outcomes.push((await send(webhook)).json.outcome);
  expect(outcomes).toEqual(["recorded", "recorded", "recorded", "duplicate", "duplicate", "duplicate"]);
  const { id } = await profileOf(person);
  expect(await count("SELECT count(*) n FROM subscriptions WHERE owner_id = ?", id)).toBe(1);
  expect(await count("SELECT count(*) n FROM plan_invoices WHERE owner_id = ?", id)).toBe(1);
  const [first] = webhooks;
  const [old] = await happens(page, { op: "tell", type: "invoice.paid" }, 600);
  for (const forged of [
    { body: `${first?.body} `, signature: first?.signature ?? "" },
    { body: first?.body ?? "", signature: "" },
    { body: first?.body ?? "", signature: `t=1,v1=${"0".repeat(64)}` },
    { body: old?.body ?? "", signature: old?.signature ?? "" },
  ])
    expect((await send(forged)).status).toBe(401);
});

test("an old event about a plan that has since ended does not bring it back", async () => {
  const person = await worker.household();
  const page = await begin(person, "household");
  await deliver(page, pay);
  const [late] = await happens(page, { op: "tell", type: "customer.subscription.updated" });
  await deliver(page, { op: "end" });
  expect(late && (await send(late)).json.outcome).toBe("recorded");
  expect(await plan(person, "household")).toMatchObject({ plan: "free", subscription: null });
  expect(await invoices(person, "household")).toHaveLength(1);
  const next = await begin(person, "household");
  await deliver(next, pay);
  expect(await plan(person, "household")).toMatchObject({ plan: "pro" });
  expect(await invoices(person, "household")).toHaveLength(2);
});

test("a canceled plan stays on until the end of its period and can be kept until then", async () => {
  const person = await worker.household();
  const page = await begin(person, "household");
  await deliver(page, pay);
  expect((await person.post("/api/plans/household/cancel", {})).status).toBe(200);
  expect(await plan(person, "household")).toMatchObject({ plan: "pro", state: "ending" });
  expect((await person.get("/payment")).text).toContain("Keep Pro");
  expect((await person.post("/api/plans/household/keep", {})).status).toBe(200);
  expect(await plan(person, "household")).toMatchObject({ state: "pro" });
  await deliver(page, { op: "renew" });
  expect(await invoices(person, "household")).toHaveLength(2);
  await person.post("/api/plans/household/cancel", {});
  await deliver(page, { op: "renew" });
  expect(await plan(person, "household")).toMatchObject({ plan: "free", state: "free" });
  expect((await person.post("/api/plans/household/keep", {})).status).toBe(409);
  await expectMails(person, "Pro is on", "Pro is canceled", "Pro continues", "Pro is canceled", "Pro has ended");
});

test("a failed renewal leaves Pro on for the grace period, then off until paid", async () => {
  const { admin } = await worker.business();
  const page = await begin(admin, "business");
  await deliver(page, { op: "pay", card: PLAN_CARDS.failsLater });
  await deliver(page, { op: "renew" });
  const failed = await plan(admin, "business");
  expect(failed).toMatchObject({ plan: "pro", state: "payment_failed" });
  const { failedAt, proUntil } = failed.subscription ?? {};
  expect(Date.parse(proUntil ?? "") - Date.parse(failedAt ?? "")).toBe(14 * 86_400_000);
  const shown = (await admin.get("/payment")).text;
  expect(shown).toContain("Your payment for Pro did not go through");
  expect((await invoices(admin, "business")).map(({ status }) => status)).toEqual(["open", "paid"]);
  const { id } = await profileOf(admin);
  await worker.db
    .prepare(
      "UPDATE subscriptions SET pro_until = '2020-01-01T00:00:00.000Z' WHERE owner_id = (SELECT org_id FROM members WHERE user_id = ?)",
    )
    .bind(id)
    .run();
  expect(await plan(admin, "business")).toMatchObject({ plan: "free", state: "lapsed" });
  await deliver(page, { op: "card", card: PLAN_CARDS.good });
  expect(await plan(admin, "business")).toMatchObject({ plan: "pro", state: "pro" });
  expect((await invoices(admin, "business")).map(({ status }) => status)).toEqual(["paid", "paid"]);
  await expectMails(
    admin,
    ...["Pro is on", "Your payment for Pro did not go through", "Your payment for Pro went through"],
  );
});

test("when a webhook is lost, the sweep requests the checkout's state from the processor", async () => {
  const person = await worker.household();
  const page = await begin(person, "household");
  await happens(page, pay);
  const { id } = await profileOf(person);
  await worker.db
    .prepare("UPDATE plan_checkouts SET updated_at = '2026-01-01T00:00:00.000Z' WHERE owner_id = ?")
    .bind(id)
    .run();
  await worker.sweep();
  expect(await plan(person, "household")).toMatchObject({ plan: "pro" });
});

test("checkouts and plans at a processor that is no longer used do not keep the sweep from the others", async () => {
  const person = await worker.household();
  const page = await begin(person, "household");
  await happens(page, pay);
  const { id } = await profileOf(person);
  const past = "2026-01-01T00:00:00.000Z";
  await worker.db.batch([
    worker.db
      .prepare(
        `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 20)
         INSERT INTO plan_checkouts (id, owner_kind, owner_id, provider, status, period, amount_minor, created_by, created_at, updated_at)
         SELECT 'unused-' || value, 'household', 'unused-' || value, 'stripe', 'open', 'month', 600, 'test', ?1, ?1 FROM n`,
      )
      .bind(past),
    worker.db.prepare("UPDATE plan_checkouts SET updated_at = '2026-01-02T00:00:00.000Z' WHERE owner_id = ?").bind(id),
  ]);
  await worker.sweep();
  expect(await plan(person, "household")).toMatchObject({ plan: "pro" });
});

test("members see their business's plan, but only an Admin can change it and see its invoices", async () => {
  const { admin, manager, technician } = await worker.business();
  const page = await begin(admin, "business");
  await deliver(page, pay);
  for (const other of [manager, technician]) {
    expect(await plan(other, "business")).toMatchObject({
      plan: "pro",
      mayChange: false,
      subscription: { amount: null },
    });
    expect(await invoices(other, "business")).toEqual([]);
    for (const step of ["cancel", "keep", "portal"])
      expect((await other.post(`/api/plans/business/${step}`, {})).status).toBe(403);
    expect((await upgrade(other, "business")).status).toBe(403);
    const { text } = await other.get("/payment?of=business");
    expect(text).toContain("Only an Admin can change the plan");
    expect(text).not.toContain("Cancel Pro");
    expect((await other.get("/payment/cancel?of=business")).status).toBe(403);
  }
  const [invoice] = await invoices(admin, "business");
  const at = `/api/plan-invoices/${invoice?.id}/pdf`;
  const pdf = await admin.get(at);
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect((await manager.get(at)).status).toBe(403);
  const stranger = await worker.household();
  expect((await stranger.get(at)).status).toBe(404);
  expect((await stranger.get("/api/plan-invoices/no-such/pdf")).status).toBe(404);
  expect((await stranger.get("/api/plans/business")).status).toBe(403);
  expect((await guest.get("/api/plans/household")).status).toBe(401);
  expect((await guest.get("/payment")).location).toBe("/login?from=%2Fpayment");
});

test("a household has up to ten active accounts without Pro, any number with it, and keeps them all afterward", async () => {
  const person = await worker.household();
  const { id } = await profileOf(person);
  const account = (name: string) => ({ name, accountType: "checking", currentBalance: 1, currency: "USD" });
  const add = (name: string) => person.post<{ id: string; message: string }>("/api/bank-accounts", account(name));
  for (let at = 1; at <= FREE_BANK_ACCOUNTS; at += 1) expect((await add(`Account ${at}`)).status).toBe(201);
  const refused = await add("One more");
  expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("up to 10 active accounts")]);
  await givePro(worker, "household", id);
  const eleventh = await add("Eleventh");
  expect(eleventh.status).toBe(201);
  await worker.db
    .prepare("UPDATE subscriptions SET pro_until = '2020-01-01T00:00:00.000Z' WHERE owner_id = ?")
    .bind(id)
    .run();
  expect((await person.get<unknown[]>("/api/bank-accounts")).json).toHaveLength(11);
  const own = `/api/bank-accounts/${eleventh.json.id}`;
  expect((await person.put(own, account("Renamed"))).status).toBe(200);
  expect((await person.post(`${own}/archive`, {})).status).toBe(200);
  expect((await person.put(own, { isActive: true })).status).toBe(409);
  expect((await add("Twelfth")).status).toBe(409);
});

test("the runway covers one year without Pro and two with it", async () => {
  const person = await worker.household();
  await person.post("/api/bank-accounts", {
    name: "Checking",
    accountType: "checking",
    currentBalance: 900,
    currency: "USD",
  });
  const runway = async () => (await person.get("/finances/dashboard")).text;
  expect(await runway()).toContain("over the next 12 months");
  await givePro(worker, "household", (await profileOf(person)).id);
  expect(await runway()).toContain("over the next 24 months");
});

test("the plan screen shows prices and limits and starts an upgrade", async () => {
  const person = await worker.household();
  const text = (await person.get("/payment")).text;
  for (const words of ["Premium", "$6.00 a month", "$60.00 a year", "Up to 10", "Unlimited", "24 months ahead"])
    expect(text).toContain(words);
  const form = await person.submit("/payment", { intent: "upgrade", of: "household", period: "week" });
  expect(form.status).toBe(400);
  const sent = await person.submit("/payment", { intent: "upgrade", of: "household", period: "month" });
  expect(sent.location).toContain("/dev/plans/cs_plan_");
});
