export const MOVEMENT_KINDS = ["receipt", "issue", "transfer", "adjustment", "return", "consumption", "count"] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** Kinds that a person posts; consumption comes from work orders. */
export const POSTED_KINDS = ["receipt", "issue", "transfer", "adjustment", "return", "count"] as const;
export type PostedKind = (typeof POSTED_KINDS)[number];

export const MOVEMENT_KIND_LABELS: Record<MovementKind, string> = {
  receipt: "Receipt",
  issue: "Issue",
  transfer: "Transfer",
  adjustment: "Adjustment",
  return: "Return",
  consumption: "Used on a job",
  count: "Count",
};

/** 'Receipt of Run capacitor', 'Run capacitor used on a job'. */
export function movementTitle(kind: MovementKind, itemName: string): string {
  return kind === "consumption" ? `${itemName} used on a job` : `${MOVEMENT_KIND_LABELS[kind]} of ${itemName}`;
}

export const ADJUSTMENT_REASONS = ["found", "damaged", "expired", "lost", "stolen", "correction", "other"] as const;
type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number];

export const ADJUSTMENT_REASON_LABELS: Record<AdjustmentReason, string> = {
  found: "Found",
  damaged: "Damaged",
  expired: "Expired",
  lost: "Lost",
  stolen: "Stolen",
  correction: "Correction",
  other: "Other",
};

/** Unit cost of a movement, in minor units with up to four decimals; null if its cost is not fully known. */
export function unitCostOf(movement: {
  quantityMilli: number;
  totalCostMinor: number;
  uncostedMilli: number;
}): number | null {
  if (movement.uncostedMilli > 0) return null;
  return Math.round((movement.totalCostMinor / movement.quantityMilli) * 1000 * 10_000) / 10_000;
}
