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
