import type { SubmissionResult } from "@conform-to/react";
import type { WorkOrderStatus } from "~/domain/work-orders/work-order";
import { CloseDialog } from "./close-dialog";
import { CompleteSheet } from "./complete-sheet";
import { ReasonDialog } from "./reason-dialog";
import { ScheduleDialog } from "./schedule-dialog";
import type { DetailView } from "./view";

export type MoveDialogProps = {
  of: DetailView;
  to: WorkOrderStatus;
  formKey: string;
  /** The refusal of this very form. */
  lastResult: SubmissionResult<string[]> | undefined;
  details: Record<string, unknown> | undefined;
  onClose: () => void;
};

/** Asks for what a move needs before it is made. */
export function MoveDialog(props: MoveDialogProps) {
  switch (props.to) {
    case "scheduled":
      return <ScheduleDialog {...props} />;
    case "completed":
      return <CompleteSheet {...props} />;
    case "closed":
      return <CloseDialog {...props} />;
    case "on_hold":
    case "cancelled":
    case "unscheduled":
    case "in_progress":
    case "dispatched":
    case "en_route":
      return <ReasonDialog {...props} />;
  }
}
