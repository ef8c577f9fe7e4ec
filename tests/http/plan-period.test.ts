import { expect, test } from "vitest";
import { mailsTo } from "#tests/support/mailbox";
import { PLAN_CARDS, planBilling } from "#tests/support/plans";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { begin, deliver, plan, invoices, upgrade } = planBilling(worker);
const profileOf = async (by: Visitor) => (await by.get<{ id: string; email: string }>("/api/auth/profile")).json;

async function onPro(period: "month" | "year", card = PLAN_CARDS.good) {
  const person = await worker.household();
  const page = await begin(person, "household", period);
  await deliver(page, { op: "pay", card });
  return { person, page };
}

const change = (by: Visitor, period: string, of = "household") =>
  by.post<{ ok: boolean; message: string }>(`/api/plans/${of}/period`, { period });

test("switching from month to year credits the rest of the month, and the year begins today", async () => {
  const { person } = await onPro("month");
  const dialog = (await person.get("/payment/period?of=household")).text.replaceAll("<!-- -->", "");
  expect(dialog).toContain("About $6.00 is left of the time you paid for.");
  expect(dialog).toContain("about $54.00 is charged to your card now.");
  const submitted = await person.submit("/payment/period?of=household", { period: "year" });
  expect([submitted.status, submitted.location]).toEqual([302, "/payment?of=household"]);
  const { subscription } = await plan(person, "household");
  expect(subscription).toMatchObject({ period: "year", amount: 60 });
  const days = (Date.parse(subscription?.periodEnd ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(364);
  const [latest, first] = await invoices(person, "household");
  expect(first).toMatchObject({ amount: 6, status: "paid" });
  expect(latest?.amount).toBeCloseTo(54, 1);
  expect((await person.get("/payment?of=household")).text.replaceAll("<!-- -->", "")).toContain(
    "$60.00 a year. Renews on",
  );
});

test("switching from year to month charges nothing, and the rest of the year pays for the following months", async () => {
  const { person, page } = await onPro("year");
  expect((await person.get("/payment/period?of=household")).text).toContain("Nothing is charged now");
  expect((await change(person, "month")).status).toBe(200);
  expect(await plan(person, "household")).toMatchObject({ state: "pro", subscription: { period: "month", amount: 6 } });
  expect(await invoices(person, "household")).toHaveLength(1);
  await deliver(page, { op: "card", card: PLAN_CARDS.failsLater });
  await deliver(page, { op: "renew" });
  expect(await plan(person, "household")).toMatchObject({ state: "pro" });
});

test("a declined card leaves the period unchanged and shows the reason", async () => {
  const { person } = await onPro("month", PLAN_CARDS.failsLater);
  const refused = await change(person, "year");
  expect([refused.status, refused.json.message]).toEqual([409, "Your card was declined."]);
  expect(await plan(person, "household")).toMatchObject({ state: "pro", subscription: { period: "month", amount: 6 } });
  expect(await invoices(person, "household")).toHaveLength(1);
  const form = await person.submit("/payment/period?of=household", { period: "year" });
  expect(form.status).toBe(409);
  expect(form.text).toContain("Your card was declined.");
});

test("ten requests at the same moment charge once and send one email", async () => {
  const { person } = await onPro("month");
  const answers = await Promise.all(Array.from({ length: 10 }, () => change(person, "year")));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await invoices(person, "household")).toHaveLength(2);
  const { email } = await profileOf(person);
  const subjects = async () => (await mailsTo(worker, email)).map(({ subject }) => subject);
  await expect.poll(async () => (await subjects()).filter((each) => /billed yearly/.test(each))).toHaveLength(1);
});

test("a canceled, unpaid or missing plan cannot change its period", async () => {
  const { person, page } = await onPro("month", PLAN_CARDS.failsLater);
  await person.post("/api/plans/household/cancel", {});
  expect((await change(person, "year")).json.message).toBe("Pro is canceled. Choose Keep Pro first.");
  await person.post("/api/plans/household/keep", {});
  await deliver(page, { op: "renew" });
  expect((await change(person, "year")).json.message).toBe("Pay the open invoice first.");
  expect((await person.get("/payment/period?of=household")).location).toBe("/payment?of=household");
  const none = await change(await worker.household(), "year");
  expect([none.status, none.json.message]).toEqual([409, "There is no Pro plan to change."]);
  expect((await change(person, "week")).status).toBe(400);
  const { manager, technician } = await worker.business();
  for (const member of [manager, technician]) {
    expect((await change(member, "year", "business")).status).toBe(403);
    expect((await upgrade(member, "business")).status).toBe(403);
  }
});

test("the sidebar shows the plan's current state", async () => {
  const { person, page } = await onPro("month", PLAN_CARDS.failsLater);
  const label = async (by: Visitor) => {
    const { text } = await by.get("/support");
    return /href="\/payment\?of=(\w+)"[^>]*>.*?<\/svg>(.*?)<\/a>/s
      .exec(/<aside id="sidebar".*?<\/aside>/s.exec(text)?.[0] ?? "")
      ?.slice(1);
  };
  expect(await label(person)).toEqual(["household", "Pro Active"]);
  await person.post("/api/plans/household/cancel", {});
  expect((await label(person))?.[1]).toMatch(/^Pro until [A-Z][a-z]{2} \d+, \d{4}$/);
  await person.post("/api/plans/household/keep", {});
  await deliver(page, { op: "renew" });
  expect(await label(person)).toEqual(["household", "Pro, payment failed"]);
  await worker.db
    .prepare("UPDATE subscriptions SET pro_until = '2026-01-01T00:00:00.000Z' WHERE owner_id = ?")
    .bind((await profileOf(person)).id)
    .run();
  expect(await label(person)).toEqual(["household", "Pro off, payment due"]);
  const { admin, technician } = await worker.business();
  expect(await label(technician)).toEqual(["business", "Premium Active"]);
  await deliver(await begin(admin, "business"), { op: "pay", card: PLAN_CARDS.good });
  expect(await label(technician)).toEqual(["business", "Pro Active"]);
});
