import type { WorkOrderStatus } from "~/domain/work-orders/work-order";

/** Work that is over: what was done stays as it is. */
export function isOver(status: WorkOrderStatus): boolean {
  return status === "completed" || status === "closed" || status === "cancelled";
}
