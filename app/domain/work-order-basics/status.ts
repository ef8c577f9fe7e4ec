/** The nine stored states. Billing is not among them: it is derived from the invoices. */
export const WORK_ORDER_STATUSES = [
  "unscheduled",
  "scheduled",
  "dispatched",
  "en_route",
  "in_progress",
  "on_hold",
  "completed",
  "closed",
  "cancelled",
] as const;
export type WorkOrderStatus = (typeof WORK_ORDER_STATUSES)[number];

/** A technician has at most one work order in one of these. */
export const UNDER_WAY_STATUSES = ["en_route", "in_progress"] as const satisfies readonly WorkOrderStatus[];

/** Booked and not started: what is still to come today. */
export const BOOKED_STATUSES = ["scheduled", "dispatched"] as const satisfies readonly WorkOrderStatus[];

/** Booked and not started. */
export function isBooked(status: WorkOrderStatus): boolean {
  return BOOKED_STATUSES.some((one) => one === status);
}

/** Statuses in which a work order blocks its technician's calendar. */
export const CALENDAR_BLOCKING_STATUSES = [
  "scheduled",
  "dispatched",
  "en_route",
  "in_progress",
  "completed",
  "closed",
] as const satisfies readonly WorkOrderStatus[];

/** Whether the work is over, so that its record hardly changes anymore. */
export function isOver(status: WorkOrderStatus): boolean {
  return status === "completed" || status === "closed" || status === "cancelled";
}

/** Statuses that still require work. */
export const OPEN_STATUSES = WORK_ORDER_STATUSES.filter(
  (status) => status !== "completed" && status !== "closed" && status !== "cancelled",
);

/** Statuses in which a work order without a technician is unassigned. */
export const UNASSIGNED_STATUSES = [
  "unscheduled",
  "scheduled",
  "on_hold",
] as const satisfies readonly WorkOrderStatus[];

export const HOLD_REASONS = ["parts", "customer_absent", "weather", "approval", "unsafe", "other"] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

export const CANCEL_REASONS = ["customer", "company", "duplicate"] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** Default labels; a business may rename a label, never the underlying status. */
export const STATUS_LABELS: Record<WorkOrderStatus, string> = {
  unscheduled: "Unscheduled",
  scheduled: "Scheduled",
  dispatched: "Dispatched",
  en_route: "En route",
  in_progress: "In progress",
  on_hold: "On hold",
  completed: "Completed",
  closed: "Closed",
  cancelled: "Canceled",
};

export const HOLD_REASON_LABELS: Record<HoldReason, string> = {
  parts: "Waiting for parts",
  customer_absent: "Customer not home",
  weather: "Weather",
  approval: "Waiting for approval",
  unsafe: "Unsafe to work",
  other: "Other",
};

export const CANCEL_REASON_LABELS: Record<CancelReason, string> = {
  customer: "Customer canceled",
  company: "Company canceled",
  duplicate: "Duplicate",
};
