/**
 * How to handle a processor error. `retry`: the processor is down or busy, or the same request is in progress. `refused`: it
 * declined this payment or refund, with a message for the user. `gone`: it does not know the object. `operator`: our keys or
 * calls are wrong.
 */
const PAYMENT_ERROR_KINDS = ["retry", "refused", "gone", "operator"] as const;
type PaymentErrorKind = (typeof PAYMENT_ERROR_KINDS)[number];

interface ErrorFacts {
  status: number;
  type: string;
  code: string;
}

/** Codes that decline this particular refund or payment, although their type would suggest a faulty call. */
const REFUSALS = [
  "charge_already_refunded",
  "charge_disputed",
  "amount_too_small",
  "amount_too_large",
  "insufficient_funds",
  "balance_insufficient",
];

/** Decides by code, then by type; unknown errors by HTTP status. */
export function paymentErrorKind({ status, type, code }: ErrorFacts): PaymentErrorKind {
  if (status === 409 || status === 429 || status >= 500 || code === "lock_timeout") return "retry";
  if (code === "resource_missing" || status === 404) return "gone";
  if (type === "card_error" || REFUSALS.includes(code)) return "refused";
  return "operator";
}

/** Thrown by a payment processor: its code, how to handle it, and a message if users may see one. */
export class PaymentError extends Error {
  readonly kind: PaymentErrorKind;
  readonly code: string;
  readonly displayMessage: string | null;

  constructor(kind: PaymentErrorKind, code: string, displayMessage: string | null = null) {
    super(code);
    this.name = "PaymentError";
    this.kind = kind;
    this.code = code;
    this.displayMessage = displayMessage;
  }
}

/** Null for an object unknown to the processor. */
export async function orNullIfGone<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof PaymentError && error.kind === "gone") return null;
    throw error;
  }
}
