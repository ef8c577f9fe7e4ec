import { useEffect, useRef, useState } from "react";
import { toast } from "~/components/ui/toast-store";
import { STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { useWorkOrder } from "~/routes/work-orders/shared/use-work-order";

/**
 * The work order whose status a dialog changes. If the change is not possible, perhaps because someone else was faster,
 * the dialog closes with a message. If it was possible when the dialog opened and someone else's change rules it out
 * later, the dialog stays, keeps its input and shows the refusal.
 */
export function useTransition(to: WorkOrderStatus | null) {
  const workOrder = useWorkOrder();
  const [isPossible] = useState(to !== null && workOrder.allowed.includes(to));
  const close = useCloseDialog();
  const now = useRef({ workOrder, close });
  now.current = { workOrder, close };

  // Toasts and navigation are outside the dialog.
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
