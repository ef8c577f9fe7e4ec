import { proUntil } from "~/domain/plans/plan";
import { DAY_MS } from "~/domain/shared/time/dates";
import { insertRows } from "./insert";
import type { Randomizer } from "./random";

interface SeedPlan {
  kind: "business" | "household";
  ownerId: string;
  userId: string;
  amountMinor: number;
  /** Whole months since it started, each with its invoice. */
  months: number;
  /** Days since the latest renewal. */
  daysIn: number;
}

/** Number prefixes of their invoices at the embedded processor. */
const ACCOUNTS = { business: "4k7q2m", household: "9x3t8d" };

/** A monthly Pro plan, including the embedded processor's record, so that it can be canceled and renewed. */
export async function seedPlan(
  db: D1Database,
  { now, random }: { now: Date; random: Randomizer },
  { kind, ownerId, userId, amountMinor, months, daysIn }: SeedPlan,
): Promise<void> {
  const x = ACCOUNTS[kind].padEnd(24, "0");
  const latest = new Date(Math.floor((now.getTime() - daysIn * DAY_MS) / 1000) * 1000);
  const starts = Array.from({ length: months + 1 }, (_, at) => monthsFrom(latest, at - months));
  const periods = starts.map((start, at) => ({ start, end: starts[at + 1] ?? monthsFrom(latest, 1) }));
  const [first, last] = [periods[0], periods.at(-1)];
  if (!first || !last) return;
  const checkoutId = random.id(first.start.getTime());
  const iso = (at: Date) => at.toISOString();
  const seconds = (at: Date) => at.getTime() / 1000;
  await insertRows(db, "plan_checkouts", [
    {
      ...{
        id: checkoutId,
        owner_kind: kind,
        owner_id: ownerId,
        provider: "simulated",
        status: "done",
        period: "month",
      },
      ...{ amount_minor: amountMinor, session_id: `cs_plan_${x}`, url: "https://processor.invalid/" },
      ...{ created_by: userId, created_at: iso(first.start), updated_at: iso(first.start) },
    },
  ]);
  const standing = { status: "active" as const, periodEnd: iso(last.end), cancelAtPeriodEnd: false, endedAt: null };
  await insertRows(db, "subscriptions", [
    {
      ...{ id: random.id(first.start.getTime()), owner_kind: kind, owner_id: ownerId, provider: "simulated" },
      ...{ provider_id: `sub_plan_${x}`, provider_customer_id: `cus_plan_${x}`, status: "active", period: "month" },
      ...{ amount_minor: amountMinor, currency: "USD", period_start: iso(last.start), period_end: iso(last.end) },
      ...{ cancel_at_period_end: 0, pro_until: proUntil(standing, null), started_at: iso(first.start) },
      updated_at: iso(last.start),
    },
  ]);
  await insertRows(
    db,
    "plan_invoices",
    periods.map(({ start, end }, at) => ({
      ...{ id: random.id(start.getTime()), owner_kind: kind, owner_id: ownerId, provider: "simulated" },
      ...{ provider_id: `in_plan_${x}_${at + 1}`, number: numberOf(x, at), status: "paid", amount_minor: amountMinor },
      ...{
        currency: "USD",
        period_start: iso(start),
        period_end: iso(end),
        issued_at: iso(start),
        paid_at: iso(start),
      },
    })),
  );
  const state = {
    ...{ x, request: "", amount: amountMinor, period: "month", status: "complete", card: "paid" },
    description: `Plenum ${kind === "business" ? "Business" : "Household"} Pro`,
    ...{ successUrl: "http://localhost:8787/payment", cancelUrl: "http://localhost:8787/payment" },
    expiresAt: seconds(first.start),
    metadata: { checkout_id: checkoutId, owner_kind: kind, owner_id: ownerId },
    subscription: {
      ...{ status: "active", start: seconds(first.start), cancelAtPeriodEnd: false, endedAt: null },
      ...{ periodStart: seconds(last.start), periodEnd: seconds(last.end) },
      invoices: periods.map(({ start, end }) => ({
        ...{ status: "paid", amount: amountMinor, created: seconds(start), paidAt: seconds(start) },
        ...{ start: seconds(start), end: seconds(end) },
      })),
    },
  };
  await insertRows(db, "simulated_processor", [{ id: `plan_${x}`, state: JSON.stringify(state) }]);
}

const numberOf = (x: string, at: number) => `${x.slice(0, 6).toUpperCase()}-${String(at + 1).padStart(4, "0")}`;

function monthsFrom(date: Date, months: number): Date {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const day = Math.min(date.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate());
  return new Date(Date.UTC(year, month, day, date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()));
}
