import { findMove } from "~/domain/work-orders/check-move.rules";
import type { WorkOrderStatus } from "~/domain/work-orders/rules";
import type { DetailView } from "./view";

/** The form that sends a move which needs nothing more. */
export const moveFormId = "move";

/** True when the move opens a dialog first: for a time, a reason, or what is still missing to complete. */
export function asksFor(of: DetailView, to: WorkOrderStatus): boolean {
  if (to === "completed") return isIncomplete(of);
  return (findMove(of.status, to)?.inputs.length ?? 0) > 0;
}

export function isIncomplete({ tasks, signatureRequired, signatures }: DetailView): boolean {
  const open = tasks.some((task) => task.required && task.doneAt === null);
  return open || (signatureRequired && signatures.length === 0);
}
