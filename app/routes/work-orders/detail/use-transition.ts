import { useState } from "react";
import type { WorkOrderStatus } from "~/domain/work-orders/work-order";
import { useWorkOrder } from "~/routes/work-orders/shared/use-work-order";

/**
 * The work order a dialog changes the status of. What was possible when the dialog opened stays so where somebody else's change
 * rules it out meanwhile: what was typed is kept, and the refusal is read.
 */
export function useTransition(to: WorkOrderStatus) {
  const workOrder = useWorkOrder();
  const [isPossible] = useState(workOrder.allowed.includes(to));
  return { workOrder, isPossible };
}
