import { STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import { usePossibleDialog } from "~/lib/use-possible-dialog";
import { useWorkOrder } from "~/routes/work-orders/shared/use-work-order";

/** The work order whose status a dialog changes, and whether that was possible when the dialog opened. */
export function useTransitionDialog(to: WorkOrderStatus | null) {
  const workOrder = useWorkOrder();
  const isPossible = usePossibleDialog(
    to !== null && workOrder.allowed.includes(to),
    `${workOrder.reference} is ${STATUS_LABELS[workOrder.status]} now.`,
  );
  return { workOrder, isPossible };
}
