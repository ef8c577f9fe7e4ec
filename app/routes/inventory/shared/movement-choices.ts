import { ADJUSTMENT_REASON_LABELS, ADJUSTMENT_REASONS, type PostedKind } from "~/domain/inventory/movement";

export const movementKinds: readonly { value: PostedKind; label: string }[] = [
  { value: "receipt", label: "Receive" },
  { value: "transfer", label: "Transfer to another location" },
  { value: "issue", label: "Take out" },
  { value: "return", label: "Put back" },
  { value: "adjustment", label: "Adjust" },
  { value: "count", label: "Count" },
];

export const adjustmentReasons = ADJUSTMENT_REASONS.map((value) => ({ value, label: ADJUSTMENT_REASON_LABELS[value] }));
