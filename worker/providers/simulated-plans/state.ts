import { testCard } from "#worker/providers/simulated-processor/cards";

type Period = "month" | "year";

/** What each card does when a plan is paid with it. */
export const PLAN_CARDS = {
  "4242424242424242": { outcome: "paid", text: "Succeeds, now and at each renewal" },
  "4000000000000341": { outcome: "fails_later", text: "Succeeds now, fails at the renewal" },
  "4000000000000002": { outcome: "declined", text: "Is declined" },
} as const;

type PlanCard = (typeof PLAN_CARDS)[keyof typeof PLAN_CARDS];
const cards = new Map<string, PlanCard>(Object.entries(PLAN_CARDS));

/** The card with a number as typed; null if the embedded processor does not know it. */
export function planCard(number: string): PlanCard | null {
  const digits = number.replace(/[\s-]/g, "");
  return cards.get(digits) ?? (testCard(digits)?.outcome === "declined" ? PLAN_CARDS["4000000000000002"] : null);
}

interface SimulatedPlanInvoice {
  status: "paid" | "open" | "void";
  amount: number;
  /** Seconds since 1970, like all instants here. */
  created: number;
  paidAt: number | null;
  start: number;
  end: number;
}

/** A checkout page for a plan, with its outcome. `x` is the part shared by all its ids. */
export interface SimulatedPlan {
  x: string;
  /** The form that created it: the same key with a different form is rejected. */
  request: string;
  amount: number;
  period: Period;
  description: string;
  successUrl: string;
  cancelUrl: string;
  expiresAt: number;
  metadata: Record<string, string>;
  status: "open" | "complete" | "expired";
  card: PlanCard["outcome"];
  /** Credit from a paid period that was changed, in cents; applied to the next invoices. */
  credit?: number;
  subscription: {
    status: "active" | "past_due" | "canceled";
    start: number;
    periodStart: number;
    periodEnd: number;
    cancelAtPeriodEnd: boolean;
    endedAt: number | null;
    /** Oldest first. */
    invoices: SimulatedPlanInvoice[];
  } | null;
}

/** The same day one period later, or the last day of that month if it has no such day. */
export function periodAfter(start: number, period: Period, count = 1): number {
  const from = new Date(start * 1000);
  const months = count * (period === "month" ? 1 : 12);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const day = Math.min(from.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate());
  return Date.UTC(year, month, day, from.getUTCHours(), from.getUTCMinutes(), from.getUTCSeconds()) / 1000;
}

/** Applies everything due by now. */
export function catchUpPlan(plan: SimulatedPlan, now: number): void {
  if (plan.status === "open" && now > plan.expiresAt) plan.status = "expired";
  while (plan.subscription && plan.subscription.status === "active" && now >= plan.subscription.periodEnd)
    renew(plan, plan.subscription.periodEnd);
}

export type PlanEventType =
  | "checkout.session.completed"
  | "customer.subscription.created"
  | "customer.subscription.updated"
  | "customer.subscription.deleted"
  | "invoice.paid"
  | "invoice.payment_failed";

/** The user presses Pay on the page. Returns the types of the events it sends, in order. */
export function subscribe(plan: SimulatedPlan, card: PlanCard, now: number): PlanEventType[] {
  if (plan.status !== "open" || card.outcome === "declined") return [];
  const end = periodAfter(now, plan.period);
  plan.status = "complete";
  plan.card = card.outcome;
  plan.subscription = {
    ...{ status: "active", start: now, periodStart: now, periodEnd: end, cancelAtPeriodEnd: false, endedAt: null },
    invoices: [{ status: "paid", amount: plan.amount, created: now, paidAt: now, start: now, end }],
  };
  return ["customer.subscription.created", "invoice.paid", "checkout.session.completed"];
}

/** Ends the period: the subscription is canceled if so set; otherwise the next period's payment succeeds or fails. */
export function renew(plan: SimulatedPlan, now: number): PlanEventType[] {
  const { subscription } = plan;
  if (subscription?.status !== "active") return [];
  if (subscription.cancelAtPeriodEnd) return end(plan, now);
  const start = now;
  subscription.periodStart = start;
  subscription.periodEnd = periodAfter(start, plan.period);
  const covered = Math.min(plan.credit ?? 0, plan.amount);
  plan.credit = (plan.credit ?? 0) - covered;
  const fails = plan.card !== "paid" && covered < plan.amount;
  const state = fails ? ({ status: "open", paidAt: null } as const) : ({ status: "paid", paidAt: now } as const);
  subscription.invoices.push({ ...state, amount: plan.amount, created: now, start, end: subscription.periodEnd });
  if (!fails) return ["customer.subscription.updated", "invoice.paid"];
  subscription.status = "past_due";
  return ["invoice.payment_failed", "customer.subscription.updated"];
}

/** Changes the card and pays open invoices with it. */
export function changeCard(plan: SimulatedPlan, card: PlanCard, now: number): PlanEventType[] {
  const { subscription } = plan;
  if (!subscription || subscription.status === "canceled" || card.outcome === "declined") return [];
  plan.card = card.outcome;
  if (subscription.status !== "past_due") return ["customer.subscription.updated"];
  for (const invoice of subscription.invoices.filter(({ status }) => status === "open")) {
    invoice.status = "paid";
    invoice.paidAt = now;
  }
  subscription.status = "active";
  return ["invoice.paid", "customer.subscription.updated"];
}

/**
 * Switches to the other period now, crediting what is left of this one. False if the card is declined: nothing has changed then.
 */
export function changePeriod(plan: SimulatedPlan, to: { period: Period; amount: number }, now: number): boolean {
  const { subscription } = plan;
  if (subscription?.status !== "active") return false;
  const left = Math.max(subscription.periodEnd - now, 0) / (subscription.periodEnd - subscription.periodStart);
  const total = to.amount - Math.round(plan.amount * left);
  const credit = plan.credit ?? 0;
  if (plan.card !== "paid" && total > credit) return false;
  const end = periodAfter(now, to.period);
  Object.assign(plan, {
    amount: to.amount,
    period: to.period,
    credit: total < 0 ? credit - total : Math.max(credit - total, 0),
  });
  Object.assign(subscription, { periodStart: now, periodEnd: end });
  subscription.invoices.push({ status: "paid", amount: total, created: now, paidAt: now, start: now, end });
  return true;
}

export function end({ subscription }: SimulatedPlan, now: number): PlanEventType[] {
  if (!subscription || subscription.status === "canceled") return [];
  subscription.status = "canceled";
  subscription.endedAt = now;
  for (const invoice of subscription.invoices.filter(({ status }) => status === "open")) invoice.status = "void";
  return ["customer.subscription.deleted"];
}

export const planSession = (plan: SimulatedPlan): object => ({
  ...{ id: `cs_plan_${plan.x}`, object: "checkout.session", mode: "subscription", status: plan.status },
  url: plan.status === "open" ? new URL(`/dev/plans/cs_plan_${plan.x}`, plan.successUrl).href : null,
  subscription: plan.subscription ? `sub_plan_${plan.x}` : null,
  metadata: plan.metadata,
});

export function planSubscription({ x, amount, period, metadata, subscription }: SimulatedPlan): object | null {
  if (!subscription) return null;
  return {
    ...{ id: `sub_plan_${x}`, object: "subscription", customer: `cus_plan_${x}`, currency: "usd", metadata },
    ...{ status: subscription.status, cancel_at_period_end: subscription.cancelAtPeriodEnd },
    ...{ start_date: subscription.start, ended_at: subscription.endedAt },
    items: {
      data: [
        {
          ...{
            id: `si_plan_${x}`,
            current_period_start: subscription.periodStart,
            current_period_end: subscription.periodEnd,
          },
          price: { product: `prod_plan_${x}`, unit_amount: amount, recurring: { interval: period } },
        },
      ],
    },
  };
}

export function planInvoiceList({ x, subscription }: SimulatedPlan): object[] {
  const numbered = (subscription?.invoices ?? []).map(({ status, amount, created, paidAt, start, end: to }, at) => ({
    ...{ id: `in_plan_${x}_${at + 1}`, number: `${x.slice(0, 6).toUpperCase()}-${String(at + 1).padStart(4, "0")}` },
    ...{ status, total: amount, created, status_transitions: { paid_at: paidAt } },
    lines: { data: [{ period: { start, end: to } }] },
  }));
  return numbered.reverse().slice(0, 24);
}

/** An event in Stripe's format; only its subject matters, since its state is read separately. */
export function planEvent(plan: SimulatedPlan, type: PlanEventType, id: string): object {
  const subscription = `sub_plan_${plan.x}`;
  const object = type.startsWith("checkout.")
    ? planSession(plan)
    : type.startsWith("invoice.")
      ? { object: "invoice", parent: { subscription_details: { subscription } } }
      : (planSubscription(plan) ?? {});
  return { id, object: "event", api_version: "2026-10-28.endive", type, data: { object } };
}
