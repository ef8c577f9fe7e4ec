import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import {
  CANCEL_REASON_LABELS,
  HOLD_REASON_LABELS,
  STATUS_LABELS,
  type WorkOrderStatus,
} from "~/domain/work-order-basics/status";
import type { Card, Drop } from "~/domain/work-orders/board";
import type { TransitionInput } from "~/domain/work-orders/transitions";
import { transitionLabel } from "~/routes/work-orders/shared/transition-labels";

/** 'Sofia L.' */
export function shortName(name: string): string {
  const [first = "", ...others] = name.split(" ");
  const last = others.at(-1);
  return last ? `${first} ${last[0]}.` : first;
}

export function firstNameOf({ technicianName }: Card): string | null {
  return technicianName?.split(" ")[0] ?? null;
}

/** Why it is on hold or canceled; null in any other status. */
export function reasonOf({ holdReason, cancelReason }: Card): string | null {
  if (holdReason) return HOLD_REASON_LABELS[holdReason];
  return cancelReason ? CANCEL_REASON_LABELS[cancelReason] : null;
}

/** What dropping the card on a column does, or why it is not possible: "Dispatch to Luis", "Put on hold, asks why". */
export function dropLabel(card: Card, to: WorkOrderStatus, drop: Drop): string {
  switch (drop.kind) {
    case "stays":
      return "Stays here";
    case "moves":
      return transitionLabel(card.status, to, firstNameOf(card));
    case "asks":
      return `${transitionLabel(card.status, to, firstNameOf(card))}, ${question(drop.inputs)}`;
    case "refused":
      return drop.message;
  }
}

function question(inputs: readonly TransitionInput[]): string {
  if (inputs.length === 0) return "asks first";
  if (inputs.includes("settlement")) return "asks about the charge";
  return inputs.includes("schedule") ? "asks when" : "asks why";
}

/** "WO-012 is now Dispatched". */
export function movedLabel(card: Card, to: WorkOrderStatus): string {
  return `${formatWorkOrderNumber(card.number)} is now ${STATUS_LABELS[to]}`;
}
