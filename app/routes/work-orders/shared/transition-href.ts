import type { WorkOrderStatus } from "~/domain/work-orders/work-order";
import { paths, type TransitionDialog } from "~/paths";

/** Null: the transition needs no input. */
const TRANSITION_DIALOGS: Record<WorkOrderStatus, TransitionDialog | null> = {
  scheduled: "schedule",
  on_hold: "hold",
  cancelled: "cancel",
  completed: "complete",
  closed: "close",
  unscheduled: "reopen",
  in_progress: "reopen",
  en_route: "en-route",
  dispatched: null,
};

/** The form that sends a change of status which needs nothing more. */
export const TRANSITION_FORM_ID = "change-status";

/** The dialog over the board that asks for what this change of status needs. */
export function boardTransitionHref(
  number: number | string,
  to: WorkOrderStatus,
  query: Parameters<typeof paths.board>[0],
): string {
  const dialog = TRANSITION_DIALOGS[to];
  return dialog ? paths.boardDialog(number, dialog, query) : paths.board(query);
}

/** The dialog over its own screen that asks for what this change of status needs. */
export function transitionHref(number: number | string, to: WorkOrderStatus): string {
  const dialog = TRANSITION_DIALOGS[to];
  return dialog ? paths.workOrderDialog(number, dialog) : paths.workOrder(number);
}
