import type { WorkOrderStatus } from "~/domain/work-orders/work-order";

/** How far a visit is, as its customer sees it: steps without a place. */
export const VISIT_STEPS = ["scheduled", "on_the_way", "arrived", "done"] as const;
export type VisitStep = (typeof VISIT_STEPS)[number];

export const STEP_LABELS: Record<VisitStep, string> = {
  scheduled: "Scheduled",
  on_the_way: "On the way",
  arrived: "Arrived and working",
  done: "Done",
};

/** What stands in place of steps where there are none. */
export type VisitState = VisitStep | "unscheduled" | "on_hold" | "cancelled";

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

/** Minutes until the arrival in fives, from when the technician set out and how long the drive takes; null where it is not known. */
export function minutesLeft(setOutAt: number, driveMinutes: number | null, now: number): number | null {
  if (driveMinutes === null) return null;
  const left = driveMinutes - (now - setOutAt) / 60_000;
  return Math.max(5, Math.ceil(left / 5) * 5);
}

/** After so many days a done visit is no longer rated. */
export const RATES_FOR_DAYS = 60;

export const isMovable = (state: VisitState): boolean => state === "scheduled" || state === "unscheduled";
