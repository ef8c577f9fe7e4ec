import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
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

/** Id of the form that submits a status change without further input. */
export const TRANSITION_FORM_ID = "change-status";

/** URL of the dialog over the board that collects input for this status change. */
export function boardTransitionHref(
  number: number | string,
  to: WorkOrderStatus,
  query: Parameters<typeof paths.board>[0],
): string {
  const dialog = TRANSITION_DIALOGS[to];
  return dialog ? paths.boardDialog(number, dialog, query) : paths.board(query);
}

/** URL of the dialog over the work order's own screen that collects input for this status change. */
export function transitionHref(number: number | string, to: WorkOrderStatus): string {
  const dialog = TRANSITION_DIALOGS[to];
  return dialog ? paths.workOrderDialog(number, dialog) : paths.workOrder(number);
}
