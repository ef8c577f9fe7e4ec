import type { WorkOrderStatus } from "~/domain/work-order-basics/status";

/** Label of a status button: "Dispatch to Luis". `technician` is the lead's first name, null if unassigned. */
export function transitionLabel(from: WorkOrderStatus, to: WorkOrderStatus, technician: string | null = null): string {
  switch (to) {
    case "unscheduled":
      return from === "cancelled" ? "Reopen" : "Unschedule";
    case "scheduled":
      if (from === "dispatched") return "Recall from technician";
      return from === "on_hold" ? "Schedule return visit" : "Schedule";
    case "dispatched":
      if (from === "en_route") return "Cancel trip";
      return technician ? `Dispatch to ${technician}` : "Dispatch";
    case "en_route":
      return technician ? `Mark ${technician} en route` : "Mark en route";
    case "in_progress":
      if (from === "on_hold") return "Resume work";
      return from === "completed" ? "Reopen" : "Start work";
    case "on_hold":
      return "Put on hold";
    case "completed":
      return "Complete";
    case "closed":
      return "Close";
    case "cancelled":
      return "Cancel work order";
  }
}

interface Labeled {
  status: WorkOrderStatus;
  asking: readonly WorkOrderStatus[];
  technicianFirstName: string | null;
}

/** Like `transitionLabel`, for the current viewer: the assigned technician, who needs no dialog, sees "On my way". */
export function ownTransitionLabel({ status, asking, technicianFirstName }: Labeled, to: WorkOrderStatus): string {
  if (to === "en_route" && !asking.includes(to)) return "On my way";
  return transitionLabel(status, to, technicianFirstName);
}

/** The usual next statuses from each status, likeliest first. */
const usual: Record<WorkOrderStatus, readonly WorkOrderStatus[]> = {
  unscheduled: ["scheduled"],
  scheduled: ["dispatched", "en_route"],
  dispatched: ["en_route"],
  en_route: ["in_progress", "on_hold"],
  in_progress: ["completed"],
  on_hold: ["in_progress", "scheduled", "completed"],
  // Billing comes next; closing is final and never suggested.
  completed: [],
  closed: [],
  cancelled: ["unscheduled"],
};

interface Standing {
  status: WorkOrderStatus;
  allowed: readonly WorkOrderStatus[];
  asking: readonly WorkOrderStatus[];
  isDue: boolean;
}

/**
 * The suggested next step among those this person may take; null if none fits. Setting out is up to the technician: for
 * anyone else it is suggested only on the day of the job.
 */
export function nextStep({ status, allowed, asking, isDue }: Standing): WorkOrderStatus | null {
  const isNext = (to: WorkOrderStatus) => allowed.includes(to) && (to !== "en_route" || isDue || !asking.includes(to));
  return usual[status].find(isNext) ?? null;
}
