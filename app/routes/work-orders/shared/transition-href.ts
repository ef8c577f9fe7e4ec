import type { WorkOrderStatus } from "~/domain/work-orders/work-order";
import { paths } from "~/paths";

/** The form that sends a change of status which needs nothing more. */
export const TRANSITION_FORM_ID = "change-status";

/** The dialog that asks for what this change of status needs. */
export function transitionHref(number: number | string, to: WorkOrderStatus): string {
  switch (to) {
    case "scheduled":
      return paths.scheduleWorkOrder(number);
    case "on_hold":
      return paths.holdWorkOrder(number);
    case "cancelled":
      return paths.cancelWorkOrder(number);
    case "completed":
      return paths.completeWorkOrder(number);
    case "closed":
      return paths.closeWorkOrder(number);
    case "unscheduled":
    case "in_progress":
      return paths.reopenWorkOrder(number);
    // Nothing is asked for these.
    case "dispatched":
    case "en_route":
      return paths.workOrder(number);
  }
}
