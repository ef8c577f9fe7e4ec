import { expect, test } from "vitest";
import { periodAfter } from "#worker/providers/simulated-plans/state";
import { failedSince, type KnownSubscription, planLabel, planState, proUntil, unusedPart } from "~/domain/plans/plan";
import { planMailOf, planMails } from "~/domain/plans/plan-mails";

const now = new Date("2026-11-20T12:00:00.000Z");
const known: KnownSubscription = {
  ...{ id: "sub_1", customerId: "cus_1", owner: null, checkoutId: null, status: "active", period: "month" },
  ...{ amountMinor: 600, currency: "USD", cancelAtPeriodEnd: false, endedAt: null, invoices: [] },
  ...{ startedAt: "2026-10-20T12:00:00.000Z", periodStart: "2026-11-20T12:00:00.000Z" },
  periodEnd: "2026-12-20T12:00:00.000Z",
};

test.each([
  ["continues: some days past the period", known, null, "2026-12-23T12:00:00.000Z"],
  ["is canceled: to the end of the period", { ...known, cancelAtPeriodEnd: true }, null, "2026-12-20T12:00:00.000Z"],
  ["fails to renew: two weeks from the first failure", known, "2026-11-20T12:00:00.000Z", "2026-12-04T12:00:00.000Z"],
  [
    "has ended: no longer than that",
    { ...known, status: "canceled" as const, endedAt: "2026-11-21T00:00:00.000Z" },
    null,
    "2026-11-21T00:00:00.000Z",
  ],
])("Pro for a plan that %s", (_what, plan, failedAt, until) => {
  expect(proUntil(plan, failedAt)).toBe(until);
});

test("the first failure counts, however often the payment is retried", () => {
  const failing = { ...known, status: "past_due" as const };
  const invoice = { id: "in_1", number: "1", status: "open" as const, amountMinor: 600, paidAt: null };
  const dated = { ...invoice, periodStart: known.periodStart, periodEnd: known.periodEnd };
  expect(failedSince(known, "2026-11-01T00:00:00.000Z", now)).toBeNull();
  expect(failedSince(failing, "2026-11-01T00:00:00.000Z", now)).toBe("2026-11-01T00:00:00.000Z");
  expect(failedSince(failing, null, now)).toBe(now.toISOString());
  const issuedAt = "2026-11-20T11:00:00.000Z";
  expect(failedSince({ ...failing, invoices: [{ ...dated, issuedAt }] }, null, now)).toBe(issuedAt);
});

const later = "2026-12-01T00:00:00.000Z";
const earlier = "2026-11-01T00:00:00.000Z";
test.each([
  [null, "free"],
  [{ status: "canceled", cancelAtPeriodEnd: false, proUntil: later }, "free"],
  [{ status: "active", cancelAtPeriodEnd: false, proUntil: later }, "pro"],
  [{ status: "active", cancelAtPeriodEnd: true, proUntil: later }, "ending"],
  [{ status: "active", cancelAtPeriodEnd: true, proUntil: earlier }, "free"],
  [{ status: "active", cancelAtPeriodEnd: false, proUntil: earlier }, "lapsed"],
  [{ status: "past_due", cancelAtPeriodEnd: false, proUntil: later }, "payment_failed"],
  [{ status: "past_due", cancelAtPeriodEnd: false, proUntil: earlier }, "lapsed"],
] as const)("%j is %s", (subscription, state) => {
  expect(planState(subscription, now.getTime())).toBe(state);
});

const on = { status: "active", cancelAtPeriodEnd: false, period: "month" } as const;
test.each([
  [null, on, "started"],
  [null, { ...on, status: "canceled" }, null],
  [on, on, null],
  [on, { ...on, status: "past_due" }, "failed"],
  [{ ...on, status: "past_due" }, on, "recovered"],
  [on, { ...on, cancelAtPeriodEnd: true }, "canceled"],
  [{ ...on, cancelAtPeriodEnd: true }, on, "resumed"],
  [{ ...on, cancelAtPeriodEnd: true }, { ...on, status: "canceled" }, "ended"],
  [on, { ...on, period: "year" }, "period"],
  [{ ...on, period: "year" }, on, "period"],
  [on, { ...on, period: "year", status: "past_due" }, "failed"],
] as const)("from %j to %j the email is %s", (before, after, mail) => {
  expect(planMailOf(before, after)).toBe(mail);
});

test("emails name the dates in the time zone of the plan's owner", () => {
  const facts = { kind: "household", amountMinor: 600, period: "month", url: "https://plenum.test/payment" } as const;
  const dates = { periodEnd: "2026-12-22T02:00:00.000Z", proUntil: "2026-12-25T02:00:00.000Z" };
  const inZone = (zone: string) => ({ ...facts, ...dates, failedAt: null, isOff: false, zone });
  expect(planMails.started(inZone("America/Chicago")).text).toContain("it renews on Mon, Dec 21, 2026,");
  expect(planMails.failed(inZone("America/Chicago")).text).toContain("Pro stays on until Thu, Dec 24, 2026.");
  expect(planMails.canceled(inZone("Europe/Lisbon")).text).toContain("Pro stays on until Tue, Dec 22, 2026 and");
});

test("a plan canceled or resumed while its payment fails is on only for the grace period", () => {
  const facts = {
    ...({ kind: "business", amountMinor: 4900, period: "month" } as const),
    ...{ url: "https://plenum.test/payment", zone: "UTC" },
    ...{ periodEnd: "2027-01-15T12:00:00.000Z", proUntil: "2026-12-29T12:00:00.000Z", isOff: false },
    failedAt: "2026-12-15T12:00:00.000Z",
  };
  for (const { text } of [planMails.canceled(facts), planMails.resumed(facts)]) {
    expect(text).toContain("The payment of $49.00 for Business Pro has not gone through");
    expect(text).toContain("so Pro stays on only until Tue, Dec 29, 2026.");
  }
  expect(planMails.canceled(facts).text).toContain("Once it is paid, Pro is on until Fri, Jan 15, 2027.");
  expect(planMails.canceled({ ...facts, isOff: true }).text).toContain("so Pro is off.");
});

test("a period ends on the same day of the month, or the last day of a shorter one", () => {
  const end = (start: string, period: "month" | "year") =>
    new Date(periodAfter(Date.parse(start) / 1000, period) * 1000).toISOString();
  expect(end("2026-01-31T08:00:00.000Z", "month")).toBe("2026-02-28T08:00:00.000Z");
  expect(end("2028-02-29T08:00:00.000Z", "year")).toBe("2029-02-28T08:00:00.000Z");
  expect(end("2026-12-15T08:00:00.000Z", "month")).toBe("2027-01-15T08:00:00.000Z");
});

test.each([
  ["free", null, "Premium Active"],
  ["pro", later, "Pro Active"],
  ["ending", "2026-12-21", "Pro until Dec 21, 2026"],
  ["payment_failed", later, "Pro, payment failed"],
  ["lapsed", earlier, "Pro off, payment due"],
] as const)("a plan that is %s until %s is labeled %s", (state, until, label) => {
  expect(planLabel(state, until)).toBe(label);
});

test.each([
  ["2026-11-01T00:00:00.000Z", 600],
  ["2026-11-16T00:00:00.000Z", 300],
  ["2026-11-30T23:59:59.000Z", 0],
  ["2026-12-05T00:00:00.000Z", 0],
  ["2026-10-05T00:00:00.000Z", 600],
])("of $6.00 for November, at %s %d cents are unused", (at, left) => {
  const paid = { periodStart: "2026-11-01T00:00:00.000Z", periodEnd: "2026-12-01T00:00:00.000Z", amountMinor: 600 };
  expect(unusedPart(paid, Date.parse(at))).toBe(left);
});
