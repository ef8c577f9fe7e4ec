import type { WorkOrderStatus } from "~/domain/work-orders/work-order";

/** Whether the work is over, so that its record no longer changes. */
export function isOver(status: WorkOrderStatus): boolean {
  return status === "completed" || status === "closed" || status === "cancelled";
}
