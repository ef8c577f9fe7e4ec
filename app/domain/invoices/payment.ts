export const PAYMENT_METHODS = ["cash", "check", "card", "bank", "other"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_METHOD_LABELS: Record<PaymentMethod, string> = {
  cash: "Cash",
  check: "Check",
  card: "Card",
  bank: "Bank transfer",
  other: "Other",
};

/** A payment that is not fully applied. */
export interface OpenPayment {
  id: string;
  openMinor: number;
}

/** Splits an amount over payments in order, as far as they suffice. */
export function allocate(payments: readonly OpenPayment[], amountMinor: number): OpenPayment[] {
  let left = amountMinor;
  return payments.flatMap(({ id, openMinor }) => {
    const taken = Math.min(openMinor, left);
    left -= taken;
    return taken > 0 ? [{ id, openMinor: taken }] : [];
  });
}

/** What of a payment is unapplied, and what is applied to which invoice, latest last. Amounts in cents. */
export interface PaymentUse {
  creditMinor: number;
  applied: readonly { invoiceId: string; amountMinor: number }[];
}

/** A refund; `invoiceId`: the invoice it is made from, if any. */
export interface RefundedPart {
  amountMinor: number;
  invoiceId: string | null;
}

/**
 * What a refund releases from invoices, which is owed again: first the payment's unapplied part is used, then what it paid of the
 * invoice the refund is made from, then what it paid of the others, latest first.
 */
export function releasedBy(
  { creditMinor, applied }: PaymentUse,
  { amountMinor, invoiceId }: RefundedPart,
): { invoiceId: string; amountMinor: number }[] {
  const own = applied.filter((each) => each.invoiceId === invoiceId);
  const others = applied.filter((each) => each.invoiceId !== invoiceId).toReversed();
  const inOrder = [...own, ...others].map((each) => ({ id: each.invoiceId, openMinor: each.amountMinor }));
  const released = allocate(inOrder, Math.max(0, amountMinor - creditMinor));
  return released.map(({ id, openMinor }) => ({ invoiceId: id, amountMinor: openMinor }));
}

/** The payment after refunds that are on their way. */
function afterRefunds(use: PaymentUse, refunds: readonly RefundedPart[]): PaymentUse {
  return refunds.reduce((left, refund) => {
    const released = releasedBy(left, refund);
    return {
      creditMinor: Math.max(0, left.creditMinor - refund.amountMinor),
      applied: left.applied.map(({ invoiceId, amountMinor }) => {
        const taken = released.find((each) => each.invoiceId === invoiceId)?.amountMinor ?? 0;
        return { invoiceId, amountMinor: amountMinor - taken };
      }),
    };
  }, use);
}

/** Where a refund may take its money: an invoice (and what is unapplied), only what is unapplied, or all of the payment. */
export type RefundSource = { invoiceId: string } | "unapplied" | "anywhere";

/** What can be refunded of a payment, apart from refunds on their way. */
export function refundableMinor(use: PaymentUse, pending: readonly RefundedPart[], source: RefundSource): number {
  const { creditMinor, applied } = afterRefunds(use, pending);
  if (source === "unapplied") return creditMinor;
  return applied.reduce(
    (sum, { invoiceId, amountMinor }) =>
      source === "anywhere" || invoiceId === source.invoiceId ? sum + amountMinor : sum,
    creditMinor,
  );
}

/** Card processors: Stripe, or the simulated processor if no key is configured. */
export const PROCESSORS = ["stripe", "simulated"] as const;
export type ProcessorKind = (typeof PROCESSORS)[number];

/** `processing`: the customer has paid and the money is not confirmed yet. */
export const CHECKOUT_STATUSES = ["open", "processing", "paid", "failed", "expired"] as const;
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];

export const DEPOSIT_STATES = ["open", "paid", "withdrawn"] as const;

export const ONLINE_REFUND_STATUSES = ["pending", "succeeded", "failed"] as const;
export type OnlineRefundStatus = (typeof ONLINE_REFUND_STATUSES)[number];

export const DISPUTE_STATUSES = ["open", "won", "lost"] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

export const PAYOUT_STATUSES = ["pending", "in_transit", "paid", "failed", "canceled"] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** The minimum and maximum of one card payment, in cents. */
export const MIN_CARD_MINOR = 50;
export const MAX_CARD_MINOR = 99_999_999;
