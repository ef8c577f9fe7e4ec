import { useEffect, useRef, useState } from "react";
import { toast } from "~/components/ui/toast-store";
import { STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-orders/work-order";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { useWorkOrder } from "~/routes/work-orders/shared/use-work-order";

/**
 * The work order a dialog changes the status of; a change that is not possible closes the dialog and says so: somebody else may
 * have been faster. What was possible when the dialog opened stays so where somebody else's change rules it out meanwhile:
 * what was typed is retained, and the refusal is shown.
 */
export function useTransition(to: WorkOrderStatus | null) {
  const workOrder = useWorkOrder();
  const [isPossible] = useState(to !== null && workOrder.allowed.includes(to));
  const close = useCloseDialog();
  const now = useRef({ workOrder, close });
  now.current = { workOrder, close };

  // Messages and addresses are outside of the dialog.
  useEffect(() => {
    if (isPossible) return;
    const { workOrder, close } = now.current;
    toast({
      title: "Not possible",
      text: `${workOrder.reference} is ${STATUS_LABELS[workOrder.status]} now.`,
      tone: "bad",
    });
    close();
  }, [isPossible]);
  return { workOrder, isPossible };
}
