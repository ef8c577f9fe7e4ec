import { addDays } from "~/domain/shared/time/dates";

export const MAX_LOT_NUMBER = 64;

/** Days before its last day from which a lot is shown as expiring. */
const EXPIRING_DAYS = 30;

/** How far ahead the list of lots looks, in days. */
export const EXPIRY_WINDOWS = [30, 60, 90] as const;

export const LOT_STATES = ["good", "expiring", "expired", "unknown"] as const;
export type LotState = (typeof LOT_STATES)[number];

export const LOT_STATE_LABELS: Record<LotState, string> = {
  good: "Good",
  expiring: "Expires soon",
  expired: "Expired",
  unknown: "No expiration date",
};

/** Civil dates; a lot is good through its expiration date. */
export function lotState(expiresOn: string | null, today: string): LotState {
  if (expiresOn === null) return "unknown";
  if (expiresOn < today) return "expired";
  return expiresOn <= addDays(today, EXPIRING_DAYS) ? "expiring" : "good";
}

interface LotHeld {
  id: string;
  receivedOn: string;
  expiresOn: string | null;
  /** At one location, thousandths of the base unit. */
  onHandMilli: number;
}

interface Shelf<L extends LotHeld> {
  /** On hand without a lot. */
  looseMilli: number;
  lots: readonly L[];
}

interface Taking {
  quantityMilli: number;
  /** A civil date. */
  on: string;
  takesExpired: boolean;
}

/**
 * Splits a quantity taken without naming a lot: first stock without a lot, which has been there the longest, then the first to
 * expire; expired lots come last and only if accepted. `missingMilli` is the uncovered rest. The ledger's trigger applies the
 * same rule.
 */
export function takeFirstExpiring<L extends LotHeld>(
  { looseMilli, lots }: Shelf<L>,
  { quantityMilli, on, takesExpired }: Taking,
) {
  const isExpired = ({ expiresOn }: L) => expiresOn !== null && expiresOn < on;
  const order = (lot: L) => [Number(isExpired(lot)), lot.expiresOn ?? "9999-12-31", lot.receivedOn, lot.id].join(" ");
  const inOrder = lots
    .filter((lot) => takesExpired || !isExpired(lot))
    .toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
  const fromLooseMilli = Math.min(looseMilli, quantityMilli);
  let missingMilli = quantityMilli - fromLooseMilli;
  const taken: { lot: L; quantityMilli: number }[] = [];
  for (const lot of inOrder) {
    const part = Math.min(lot.onHandMilli, missingMilli);
    if (part > 0) taken.push({ lot, quantityMilli: part });
    missingMilli -= part;
  }
  return { fromLooseMilli, taken, missingMilli };
}
