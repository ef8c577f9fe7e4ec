import { ADJUSTMENT_REASON_LABELS, ADJUSTMENT_REASONS, type PostedKind } from "~/domain/inventory/movement";
import { choicesOf } from "~/domain/shared/choices";

export const movementKinds: readonly { value: PostedKind; label: string }[] = [
  { value: "receipt", label: "Receive" },
  { value: "transfer", label: "Transfer to another location" },
  { value: "issue", label: "Take out" },
  { value: "return", label: "Put back" },
  { value: "adjustment", label: "Adjust" },
  { value: "count", label: "Count" },
];

export const adjustmentReasons = choicesOf(ADJUSTMENT_REASONS, ADJUSTMENT_REASON_LABELS);
