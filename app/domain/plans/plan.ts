import { FREE_BANK_ACCOUNTS } from "~/domain/finance/accounts/account";
import type { ProcessorKind } from "~/domain/invoices/payment";
import { formatDate } from "~/domain/shared/time/date-format";
import { type CivilDate, DAY_MS } from "~/domain/shared/time/dates";

export const PLANS_NOT_SOLD = "This installation sells no plans: everything in Pro is included.";

/** Who a plan is sold to: a whole business, or a person's household. */
export const PLAN_OWNER_KINDS = ["business", "household"] as const;
export type PlanOwnerKind = (typeof PLAN_OWNER_KINDS)[number];

export interface PlanOwner {
  kind: PlanOwnerKind;
  /** The id of the organization or the user. */
  id: string;
}

export const PLAN_OWNER_LABELS: Record<PlanOwnerKind, string> = { business: "Business", household: "Household" };

export const PLAN_PERIODS = ["month", "year"] as const;
export type PlanPeriod = (typeof PLAN_PERIODS)[number];

/** How often a plan is billed. */
export const PERIOD_LABELS: Record<PlanPeriod, string> = { month: "monthly", year: "yearly" };

export const otherPeriod = (period: PlanPeriod): PlanPeriod => (period === "month" ? "year" : "month");

export const SUBSCRIPTION_STATUSES = ["active", "past_due", "canceled"] as const;
type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const PLAN_CHECKOUT_STATUSES = ["open", "done", "expired"] as const;
export const PLAN_INVOICE_STATUSES = ["open", "paid", "void"] as const;
type PlanInvoiceStatus = (typeof PLAN_INVOICE_STATUSES)[number];

export const PLAN_INVOICE_LABELS: Record<PlanInvoiceStatus, string> = { open: "Not paid", paid: "Paid", void: "Void" };

/** Cents of US dollars, for the whole business or household, not per user. A year costs ten months. */
export const PRO_PRICES: Record<PlanOwnerKind, Record<PlanPeriod, number>> = {
  business: { month: 4900, year: 49_000 },
  household: { month: 600, year: 6000 },
};

/** How far ahead the runway goes without Pro, in months. */
export const FREE_RUNWAY_MONTHS = 12;

/** Days after a failed payment in which Pro stays on. */
const GRACE_DAYS = 14;
/** Days for which Pro stays on after the end of a period without news from the processor. */
const RENEWAL_DAYS = 3;

/** The current state of a subscription at the processor. Instants are ISO 8601. */
export interface KnownSubscription {
  id: string;
  customerId: string;
  /** The owner given when it was started; null for one that was not started here. */
  owner: PlanOwner | null;
  checkoutId: string | null;
  /** `pending`: the first payment is still missing, so it has not started. */
  status: SubscriptionStatus | "pending";
  period: PlanPeriod;
  amountMinor: number;
  /** Upper case. */
  currency: string;
  periodStart: string;
  periodEnd: string;
  cancelAtPeriodEnd: boolean;
  startedAt: string;
  endedAt: string | null;
  /** Newest first. */
  invoices: readonly KnownPlanInvoice[];
}

export interface KnownPlanInvoice {
  id: string;
  number: string;
  status: PlanInvoiceStatus;
  amountMinor: number;
  periodStart: string;
  periodEnd: string;
  issuedAt: string;
  paidAt: string | null;
}

/** Since when payment has been failing; null if it is not. The start is kept while it continues to fail. */
export function failedSince(known: KnownSubscription, before: string | null, now: Date): string | null {
  if (known.status !== "past_due") return null;
  return before ?? known.invoices.find(({ status }) => status === "open")?.issuedAt ?? now.toISOString();
}

/**
 * Until when Pro is available: the end of a canceled period, a few days past a renewing one, GRACE_DAYS from a failed payment,
 * and no longer once it has ended.
 */
export function proUntil(
  known: Pick<KnownSubscription, "status" | "periodEnd" | "cancelAtPeriodEnd" | "endedAt">,
  failedAt: string | null,
): string {
  const after = (instant: string, days: number) => new Date(Date.parse(instant) + days * DAY_MS).toISOString();
  if (known.status === "canceled") return known.endedAt ?? known.periodEnd;
  if (failedAt !== null) return after(failedAt, GRACE_DAYS);
  return known.cancelAtPeriodEnd ? known.periodEnd : after(known.periodEnd, RENEWAL_DAYS);
}

/** The plan's state as shown to its owner. */
const PLAN_STATES = ["free", "pro", "ending", "payment_failed", "lapsed"] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/** `lapsed`: the payment has been failing for longer than the grace period, so Pro is off until it is paid. */
export function planState(
  subscription: {
    status: SubscriptionStatus;
    cancelAtPeriodEnd: boolean;
    proUntil: string;
  } | null,
  now: number,
): PlanState {
  if (!subscription || subscription.status === "canceled") return "free";
  const isOpen = Date.parse(subscription.proUntil) > now;
  if (subscription.status === "past_due") return isOpen ? "payment_failed" : "lapsed";
  if (!isOpen) return subscription.cancelAtPeriodEnd ? "free" : "lapsed";
  return subscription.cancelAtPeriodEnd ? "ending" : "pro";
}

/** The plan's label in the sidebar. `until`: the day on which Pro ends. */
export function planLabel(state: PlanState, until: CivilDate | null): string {
  switch (state) {
    case "free":
      return "Premium Active";
    case "pro":
      return "Pro Active";
    case "ending":
      return until === null ? "Pro, canceled" : `Pro until ${formatDate(until, true)}`;
    case "payment_failed":
      return "Pro, payment failed";
    case "lapsed":
      return "Pro off, payment due";
  }
}

/** The credit for the rest of a period, to the second. `amountMinor`: the price of the period. */
export function unusedPart(
  { periodStart, periodEnd, amountMinor }: Pick<KnownSubscription, "periodStart" | "periodEnd" | "amountMinor">,
  now: number,
): number {
  const [start, end] = [Date.parse(periodStart), Date.parse(periodEnd)];
  const left = Math.min(Math.max(end - now, 0), end - start);
  return end > start ? Math.round((amountMinor * left) / (end - start)) : 0;
}

interface PlanPart {
  name: string;
  free: string;
  pro: string;
}

/** The differences between the plans, side by side; everything else is in both. */
export const PLAN_PARTS: Record<PlanOwnerKind, readonly PlanPart[]> = {
  household: [
    { name: "Runway forecast", free: `${FREE_RUNWAY_MONTHS} months ahead`, pro: "24 months ahead" },
    { name: "Active bank accounts", free: `Up to ${FREE_BANK_ACCOUNTS}`, pro: "Unlimited" },
  ],
  business: [
    { name: "Questions to the assistant, all members", free: "1,200 an hour", pro: "6,000 an hour" },
    { name: "Receipts read by a model", free: "600 an hour", pro: "3,000 an hour" },
    { name: "Nameplate photos read", free: "300 an hour", pro: "1,500 an hour" },
    { name: "Industry comments", free: "60 an hour", pro: "300 an hour" },
  ],
};

/** The features in both plans, as text. */
export const IN_BOTH_PLANS: Record<PlanOwnerKind, string> = {
  business:
    "Work orders, scheduling, customers, invoices, card payments, inventory, the technician's app and every export are in both plans, for as many members as you like.",
  household: "The tracker, calendar, budgets, bank connections, imports and every export are in both plans.",
};

export interface PlanSession {
  id: string;
  /** Null once the page is closed. */
  url: string | null;
  status: "open" | "complete" | "expired";
  /** Set once it is complete. */
  subscriptionId: string | null;
}

/** The content of a plan's payment page. */
export interface PlanCheckoutRequest {
  /** The same id opens the same page again. */
  checkoutId: string;
  owner: PlanOwner;
  period: PlanPeriod;
  amountMinor: number;
  /** The description on the bill. */
  description: string;
  /** The email of the person who started it; null once their account is deleted. */
  email: string | null;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
}

interface PlanPeriodChange {
  period: PlanPeriod;
  amountMinor: number;
  /** Repeating the same key changes nothing more. */
  key: string;
}

/** Sells the installation's plans on its own pages. Every call throws PaymentError. */
export interface PlanBilling {
  kind: ProcessorKind;
  /** Verifies its webhooks. */
  webhookSecret: string;
  openCheckout: (request: PlanCheckoutRequest) => Promise<PlanSession>;
  checkout: (sessionId: string) => Promise<PlanSession>;
  /** Closes an unpaid page and returns its final state. */
  closeCheckout: (sessionId: string) => Promise<PlanSession>;
  subscription: (id: string) => Promise<KnownSubscription>;
  setCancelAtPeriodEnd: (id: string, cancels: boolean) => Promise<void>;
  /** Switches to the other period, crediting the rest of the paid one. Does nothing if it already has that period. */
  setPeriod: (id: string, change: PlanPeriodChange) => Promise<void>;
  /** Ends it immediately; does nothing if it has ended. */
  endNow: (id: string) => Promise<void>;
  /** The URL of a page for changing the card and paying open invoices. */
  portal: (customerId: string, returnUrl: string) => Promise<string>;
}
