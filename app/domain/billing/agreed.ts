import type { ChargeLine, Flag, LineKind } from "./charges";
import { type Discount, type PricedLine, totals } from "./totals";

/** A line that a customer approved, with its estimate's terms. */
export interface AgreedLine extends Omit<PricedLine, "taxable" | "discountAmountMinor"> {
  estimateId: string;
  /** 1: added to the rest of the bill; 0: replaces it. */
  addsToJob: number;
  /** The discount on the whole estimate: a rate, an amount or neither. */
  wholeDiscountPpm: number | null;
  wholeDiscountMinor: number | null;
  taxState: "known" | "unknown" | "exempt";
  taxNote: string | null;
  kind: LineKind;
  description: string;
  unit: string;
  taxable: number;
}

interface Bill {
  lines: ChargeLine[];
  flags: Flag[];
  /** The discount on the whole bill; 0 for none. */
  discountMinor: number;
  /** Why the whole bill is exempt from tax; null if it is not. */
  exempt: string | null;
}

const MAX_NOTE = 200;

/**
 * Approved work is billed at its own prices: in place of clocked time and parts used, or in addition to them if it adds to the
 * job. An estimate's discount and exemption are for its own lines only: they are the bill's if it has no other lines.
 */
export function withAgreed(charged: Pick<Bill, "lines" | "flags">, agreed: readonly AgreedLine[]): Bill {
  const estimates = [...new Set(agreed.map(({ estimateId }) => estimateId))].map((id) =>
    agreed.filter(({ estimateId }) => estimateId === id),
  );
  const isWhole = agreed.some(({ addsToJob }) => addsToJob === 0);
  const isExempt = isWhole && agreed.every(({ taxState }) => taxState === "exempt");
  const hasOneDiscount = isWhole && estimates.length === 1;
  const discounts = estimates.map(discountShares);
  const lines = estimates.flatMap((own, index) =>
    own.map(({ kind, description, quantityMilli, unit, unitPriceMinor, discountPpm, ...line }, at): ChargeLine => {
      return {
        ...{ kind, description, equipment: null, quantityMilli, unit, unitPriceMinor, discountPpm, costMinor: null },
        discountAmountMinor: hasOneDiscount ? 0 : (discounts[index]?.[at] ?? 0),
        taxable: line.taxable === 1 && (isExempt || line.taxState !== "exempt"),
      };
    }),
  );
  const notes = [...new Set(agreed.map(({ taxNote }) => taxNote ?? "Exempt"))];
  return {
    lines: isWhole ? lines : [...charged.lines, ...lines],
    flags: isWhole ? [] : charged.flags,
    discountMinor: hasOneDiscount ? (discounts[0] ?? []).reduce((sum, share) => sum + share, 0) : 0,
    exempt: isExempt ? notes.join(", ").slice(0, MAX_NOTE) : null,
  };
}

/** Each line's share of its estimate's discount, as on the estimate. */
function discountShares(own: readonly AgreedLine[]): number[] {
  const priced = own.map((line) => ({ ...line, taxable: line.taxable === 1 }));
  const before = totals(priced, { discount: null, rates: [] });
  const after = totals(priced, { discount: wholeDiscount(own), rates: [] });
  return before.lines.map(({ netMinor }, at) => netMinor - (after.lines[at]?.netMinor ?? 0));
}

function wholeDiscount([line]: readonly AgreedLine[]): Discount {
  const { wholeDiscountPpm: ppm = null, wholeDiscountMinor: minor = null } = line ?? {};
  if (ppm !== null) return { ppm };
  return minor === null ? null : { minor };
}
