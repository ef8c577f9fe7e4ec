import { formatMoney } from "~/domain/shared/money";
import { formatFullDate } from "~/domain/shared/time/date-format";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { PERIOD_LABELS, PLAN_OWNER_LABELS, type PlanOwnerKind, type PlanPeriod } from "./plan";

interface Facts {
  kind: PlanOwnerKind;
  amountMinor: number;
  period: PlanPeriod;
  periodEnd: string;
  /** When Pro ends, if it is not paid. */
  proUntil: string;
  /** Since when its payment has been failing; null if it is not. */
  failedAt: string | null;
  /** Pro has ended already, because it is not paid. */
  isOff: boolean;
  /** The URL of the plan's screen. */
  url: string;
  /** The time zone of the plan's dates. */
  zone: string;
}

const day = (instant: string, zone: string) => formatFullDate(wallTimeOf(Date.parse(instant), zone).date);
const bye = (url: string) => `\n\nYour plan and its invoices: ${url}\n`;

const unpaid = ({ kind, amountMinor, proUntil, isOff, zone }: Facts) =>
  `The payment of ${formatMoney(amountMinor)} for ${PLAN_OWNER_LABELS[kind]} Pro has not gone through, so Pro ${isOff ? "is off" : `stays on only until ${day(proUntil, zone)}`}.`;

/** The emails sent when a plan changes state. */
export const planMails = {
  started: ({ kind, amountMinor, period, periodEnd, url, zone }: Facts) => ({
    subject: "Pro is on",
    text: `${PLAN_OWNER_LABELS[kind]} Pro is on. ${formatMoney(amountMinor)} was charged; it renews on ${day(periodEnd, zone)}, every ${period}, until you cancel. You can cancel at any time and keep Pro until then.${bye(url)}`,
  }),
  failed: ({ kind, amountMinor, proUntil, url, zone }: Facts) => ({
    subject: "Your payment for Pro did not go through",
    text: `The payment of ${formatMoney(amountMinor)} for ${PLAN_OWNER_LABELS[kind]} Pro did not go through. Pro stays on until ${day(proUntil, zone)}. Update your card before then to keep it; nothing you saved is lost either way.${bye(url)}`,
  }),
  recovered: ({ kind, periodEnd, url, zone }: Facts) => ({
    subject: "Your payment for Pro went through",
    text: `${PLAN_OWNER_LABELS[kind]} Pro is paid until ${day(periodEnd, zone)}.${bye(url)}`,
  }),
  canceled: (facts: Facts) => {
    const { kind, periodEnd, url, zone } = facts;
    const until =
      facts.failedAt === null
        ? `${PLAN_OWNER_LABELS[kind]} Pro stays on until ${day(periodEnd, zone)} and then ends. Nothing more will be charged.`
        : `${unpaid(facts)} Once it is paid, Pro is on until ${day(periodEnd, zone)}. Nothing else will be charged.`;
    return {
      subject: "Pro is canceled",
      text: `${until} If you change your mind before then, choose Keep Pro.${bye(url)}`,
    };
  },
  resumed: (facts: Facts) => {
    const { kind, failedAt, periodEnd, url, zone } = facts;
    const next =
      failedAt === null
        ? `It renews on ${day(periodEnd, zone)}.`
        : `${unpaid(facts)} Update your card to keep it; it then renews on ${day(periodEnd, zone)}.`;
    return { subject: "Pro continues", text: `${PLAN_OWNER_LABELS[kind]} Pro continues. ${next}${bye(url)}` };
  },
  period: ({ kind, amountMinor, period, periodEnd, url, zone }: Facts) => ({
    subject: `Pro is now billed ${PERIOD_LABELS[period]}`,
    text: `${PLAN_OWNER_LABELS[kind]} Pro is now billed ${PERIOD_LABELS[period]}: ${formatMoney(amountMinor)} a ${period}. It renews on ${day(periodEnd, zone)}. The unused time you had already paid for was credited.${bye(url)}`,
  }),
  ended: ({ kind, url }: Facts) => ({
    subject: "Pro has ended",
    text: `${PLAN_OWNER_LABELS[kind]} Pro has ended and nothing more will be charged. Everything you saved is still there: you can see, change and export all of it.${bye(url)}`,
  }),
};

type PlanMailKind = keyof typeof planMails;

interface Standing {
  status: "active" | "past_due" | "canceled";
  period: PlanPeriod;
  cancelAtPeriodEnd: boolean;
}

/** The email to send for a change; null for none. */
export function planMailOf(before: Standing | null, after: Standing): PlanMailKind | null {
  if (!before) return after.status === "canceled" ? null : "started";
  if (before.status !== "canceled" && after.status === "canceled") return "ended";
  if (before.status === "active" && after.status === "past_due") return "failed";
  if (before.status === "past_due" && after.status === "active") return "recovered";
  if (before.period !== after.period && after.status === "active") return "period";
  if (before.cancelAtPeriodEnd === after.cancelAtPeriodEnd || after.status === "canceled") return null;
  return after.cancelAtPeriodEnd ? "canceled" : "resumed";
}
