/**
 * What an error of the processor asks for. `retry`: it is down or busy, or the same is under way. `refused`: it says no to this
 * payment or refund, in words that a person can read. `gone`: it does not know what is meant. `operator`: our own keys or calls
 * are wrong.
 */
const PAYMENT_ERROR_KINDS = ["retry", "refused", "gone", "operator"] as const;
export type PaymentErrorKind = (typeof PAYMENT_ERROR_KINDS)[number];

interface ErrorFacts {
  status: number;
  type: string;
  code: string;
}

/** Codes that say no to the very refund or payment, where the type alone would blame our call. */
const REFUSALS = [
  "charge_already_refunded",
  "charge_disputed",
  "amount_too_small",
  "amount_too_large",
  "insufficient_funds",
  "balance_insufficient",
];

/** Branches on the code, then on the type; an unknown one by its HTTP status. */
export function paymentErrorKind({ status, type, code }: ErrorFacts): PaymentErrorKind {
  if (status === 409 || status === 429 || status >= 500 || code === "lock_timeout") return "retry";
  if (code === "resource_missing" || status === 404) return "gone";
  if (type === "card_error" || REFUSALS.includes(code)) return "refused";
  return "operator";
}

/** Thrown by a payment processor: its code, what it asks for, and its own words where a person may read them. */
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
