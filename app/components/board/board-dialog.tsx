import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { FormConstraint } from "~/components/forms/use-action-form";
import type { Choice } from "~/components/ui/select";
import { toast } from "~/components/ui/toast-store";
import { CancelDialog } from "~/components/work-orders/dialogs/cancel-dialog";
import { CloseDialog } from "~/components/work-orders/dialogs/close-dialog";
import { CompleteSheet } from "~/components/work-orders/dialogs/complete-sheet";
import { HoldDialog } from "~/components/work-orders/dialogs/hold-dialog";
import { ReopenDialog } from "~/components/work-orders/dialogs/reopen-dialog";
import { ScheduleDialog } from "~/components/work-orders/dialogs/schedule-dialog";
import type { WorkOrderDetail } from "~/domain/work-orders/detail.server";
import type { CancelForm, CloseForm, HoldForm, ReopenForm, ScheduleForm } from "~/domain/work-orders/schema";
import { STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-orders/work-order";
import { paths } from "~/paths";

interface BoardDialogProps {
  /** Number or id of the work order. */
  job: string;
  to: WorkOrderStatus;
  onClose: () => void;
}

/** What the board looks up before it opens a dialog: its cards know less. */
interface BoardJob {
  workOrder: WorkOrderDetail;
  technicians: Choice[];
  constraints: {
    schedule: FormConstraint<ScheduleForm>;
    hold: FormConstraint<HoldForm>;
    cancel: FormConstraint<CancelForm>;
    reopen: FormConstraint<ReopenForm>;
    close: FormConstraint<CloseForm>;
  };
}

/** What a change of status asks for, or what is missing to complete a job: the dialogs of the work order's own screen, over the board. */
export function BoardDialog({ job, to, onClose }: BoardDialogProps) {
  const { load, data: found } = useFetcher<BoardJob | null>();
  const [formKey] = useState(() => crypto.randomUUID());
  const now = useRef(onClose);
  now.current = onClose;

  useEffect(() => load(paths.boardJob(job)), [load, job]);

  const trouble = found === null ? "Check the connection and try again." : found && reasonAgainst(found.workOrder, to);
  // The job is looked up outside of React; without it, or without such a change, there is nothing to ask.
  useEffect(() => {
    if (!trouble) return;
    toast({ title: "Not moved", text: trouble, tone: "bad" });
    now.current();
  }, [trouble]);
  if (!found || trouble) return null;
  return <TransitionDialog {...found} to={to} formKey={formKey} onClose={onClose} />;
}

type TransitionDialogProps = BoardJob & { to: WorkOrderStatus; formKey: string; onClose: () => void };

function TransitionDialog({ workOrder, technicians, constraints, to, ...dialog }: TransitionDialogProps) {
  switch (to) {
    case "scheduled":
      return <ScheduleDialog {...{ workOrder, technicians }} constraint={constraints.schedule} {...dialog} />;
    case "on_hold":
      return <HoldDialog workOrder={workOrder} constraint={constraints.hold} {...dialog} />;
    case "cancelled":
      return <CancelDialog constraint={constraints.cancel} {...dialog} />;
    case "completed": {
      const { tasks, signatures, equipment } = workOrder;
      return <CompleteSheet {...{ workOrder, tasks, signatures, equipment }} {...dialog} />;
    }
    case "closed":
      return <CloseDialog workOrder={workOrder} constraint={constraints.close} {...dialog} />;
    case "unscheduled":
    case "in_progress":
      return <ReopenDialog to={to} constraint={constraints.reopen} {...dialog} />;
    // Nothing is asked for these.
    case "dispatched":
    case "en_route":
      return null;
  }
}

/** Somebody else may have been faster. */
function reasonAgainst({ allowed, reference, status }: WorkOrderDetail, to: WorkOrderStatus): string | undefined {
  return allowed.includes(to) ? undefined : `${reference} is ${STATUS_LABELS[status]} now.`;
}
