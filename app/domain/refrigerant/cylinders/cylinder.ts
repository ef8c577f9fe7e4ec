/** Weights are thousandths of a pound; the gross weight is the scale reading, including the cylinder. */

export const CYLINDER_KINDS = ["virgin", "reclaimed", "recovery"] as const;
export type CylinderKind = (typeof CYLINDER_KINDS)[number];

export const CYLINDER_KIND_LABELS: Record<CylinderKind, string> = {
  virgin: "Virgin",
  reclaimed: "Reclaimed",
  recovery: "Recovery",
};

export const CYLINDER_ENTRY_KINDS = ["received", "charged", "recovered", "weighed", "handed_over", "returned"] as const;
export type CylinderEntryKind = (typeof CYLINDER_ENTRY_KINDS)[number];

export const CYLINDER_ENTRY_LABELS: Record<CylinderEntryKind, string> = {
  received: "Received",
  charged: "Charged",
  recovered: "Recovered",
  weighed: "Weighed",
  handed_over: "Handed over",
  returned: "Returned",
};

/** Kinds that can be reversed by hand. A use is reversed with its reading, a handover by another one, a receipt by a weighing. */
const REVERSIBLE_KINDS = ["weighed", "returned"] as const;
export const isReversible = (kind: CylinderEntryKind): boolean => REVERSIBLE_KINDS.some((one) => one === kind);

export const CYLINDER_ISSUES = ["short", "over_capacity", "other_refrigerant", "not_recovery", "returned"] as const;
export type CylinderIssue = (typeof CYLINDER_ISSUES)[number];

export const CYLINDER_ISSUE_LABELS: Record<CylinderIssue, string> = {
  short: "More than it held",
  over_capacity: "More than it may hold",
  other_refrigerant: "Another refrigerant",
  not_recovery: "Not a recovery cylinder",
  returned: "Already returned",
};

export const CYLINDER_STATUSES = ["in_use", "empty", "returned"] as const;
export type CylinderStatus = (typeof CYLINDER_STATUSES)[number];

export const CYLINDER_STATUS_LABELS: Record<CylinderStatus, string> = {
  in_use: "In use",
  empty: "Empty",
  returned: "Returned",
};

/** For a charge or recovery reported from the field. */
export const NO_CERTIFICATE = "No valid EPA 608 certification";

interface Weights {
  tareMilliLb: number;
  grossMilliLb: number;
}

export function cylinderStatus({ returnedAt, ...weights }: Weights & { returnedAt: string | null }): CylinderStatus {
  if (returnedAt !== null) return "returned";
  return netMilliLb(weights) === 0 ? "empty" : "in_use";
}

/** The weight of the refrigerant. */
export const netMilliLb = ({ tareMilliLb, grossMilliLb }: Weights): number => grossMilliLb - tareMilliLb;

/** "12.5 lb", to the thousandth. */
export const pounds = (milliLb: number): string => `${milliLb / 1000} lb`;

/** A technician's totals of a month, one row per cylinder kind. */
export interface MonthTotals {
  technicianId: string | null;
  technicianName: string | null;
  chargedMilliLb: number;
  recoveredMilliLb: number;
  weighings: number;
  /** Scale readings above the ledger; negative: refrigerant is missing. */
  varianceMilliLb: number;
  /** Uses that did not fit their cylinder. */
  issues: number;
  /** Uses without a valid certificate. */
  uncertified: number;
}
