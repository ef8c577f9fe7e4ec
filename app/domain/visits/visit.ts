import { MINUTE_MS } from "~/domain/shared/time/dates";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";

/** The progress of a visit as its customer sees it; never includes a location. */
export const VISIT_STEPS = ["scheduled", "on_the_way", "arrived", "done"] as const;
type VisitStep = (typeof VISIT_STEPS)[number];

export const STEP_LABELS: Record<VisitStep, string> = {
  scheduled: "Scheduled",
  on_the_way: "On the way",
  arrived: "Arrived and working",
  done: "Done",
};

/** The steps, and what is shown instead of them if none applies. */
export const VISIT_STATES = [...VISIT_STEPS, "unscheduled", "on_hold", "cancelled"] as const;
type VisitState = (typeof VISIT_STATES)[number];

export function visitState(status: WorkOrderStatus): VisitState {
  switch (status) {
    case "unscheduled":
      return "unscheduled";
    case "scheduled":
    case "dispatched":
      return "scheduled";
    case "en_route":
      return "on_the_way";
    case "in_progress":
      return "arrived";
    case "completed":
    case "closed":
      return "done";
    case "on_hold":
      return "on_hold";
    case "cancelled":
      return "cancelled";
  }
}

/** Minutes until arrival, rounded to five, from the departure time and the drive; null if not known. */
export function minutesLeft(setOutAt: number, driveMinutes: number | null, now: number): number | null {
  if (driveMinutes === null) return null;
  const left = driveMinutes - (now - setOutAt) / MINUTE_MS;
  return Math.max(5, Math.ceil(left / 5) * 5);
}

/** Days after which a completed visit can no longer be rated. */
export const RATES_FOR_DAYS = 60;

export const isMovable = (state: VisitState): boolean => state === "scheduled" || state === "unscheduled";
