import { parseRecordRef, type RecordRef } from "~/domain/shared/record-ref";

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

/** Order of the board's columns: a job's progress from the call to closing, with canceled last. */
export const BOARD_COLUMNS: readonly WorkOrderStatus[] = WORK_ORDER_STATUSES;

/** A technician has at most one work order in one of these. */
export const UNDER_WAY_STATUSES = ["en_route", "in_progress"] as const satisfies readonly WorkOrderStatus[];

/** Booked and not started: what is still to come today. */
const BOOKED_STATUSES = ["scheduled", "dispatched"] as const satisfies readonly WorkOrderStatus[];

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

/** Orders of the list: by number, by start from today, or most urgent first. */
export const LIST_SORTS = ["newest", "oldest", "start", "priority"] as const;

/** No tab counts more rows than this; above it, the count reads 99+. */
export const MAX_TAB_COUNT = 100;

export const PRIORITIES = ["low", "normal", "high", "emergency"] as const;
export type Priority = (typeof PRIORITIES)[number];

export const HOLD_REASONS = ["parts", "customer_absent", "weather", "approval", "unsafe", "other"] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** What happens to the parts that were used on a canceled job. */
export const PARTS_OUTCOMES = ["returned", "billed"] as const;
export type PartsOutcome = (typeof PARTS_OUTCOMES)[number];

export const CANCEL_REASONS = ["customer", "company", "duplicate"] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

export const VIEW_ONLY = "You can view this work order but not move it.";

/** Fields a work order cannot be created without. */
export const REQUIRED = {
  customerId: "Choose a customer",
  siteAddressId: "Choose the job's address",
  title: "Enter a job summary",
} as const;

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

export const PRIORITY_LABELS: Record<Priority, string> = {
  low: "Low",
  normal: "Normal",
  high: "High",
  emergency: "Emergency",
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

/** Higher is more urgent; used for sorting and weighing work orders. */
export function priorityRank(priority: Priority): number {
  return PRIORITIES.indexOf(priority);
}

/** The notice to the dispatcher about technicians who have not accepted their invitations; null if all have. */
export function invitationNotice(firstNames: readonly string[]): string | null {
  if (firstNames.length === 0) return null;
  return firstNames.length === 1
    ? `${firstNames[0]} has not accepted the invitation yet: the job will be on their phone when they do.`
    : `${listed(firstNames)} have not accepted their invitations yet: the job will be on their phones when they do.`;
}

/** The notice to the dispatcher about technicians whose access was turned off, or who left; null if there are none. */
function accessNotice(firstNames: readonly string[]): string | null {
  if (firstNames.length === 0) return null;
  return firstNames.length === 1
    ? `${firstNames[0]} has no access: the job will not reach their phone.`
    : `${listed(firstNames)} have no access: the job will not reach their phones.`;
}

const listed = (names: readonly string[]) => `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** First names of technicians whose phones a job does not reach. */
export interface Unreachable {
  /** They have not accepted their invitations. */
  invited: readonly string[];
  /** Their access was turned off, or they left. */
  withoutAccess: readonly string[];
}

/** Both notices; null if the job reaches everyone. */
export function reachNotice({ invited, withoutAccess }: Unreachable): string | null {
  return [invitationNotice(invited), accessNotice(withoutAccess)].filter(Boolean).join(" ") || null;
}

/** 12 -> "WO-012"; higher numbers simply get more digits. */
export function formatWorkOrderNumber(number: number): string {
  return `WO-${String(number).padStart(3, "0")}`;
}

/** Parses what people enter in a URL or a search box: "12", "WO-012", "wo-12" or an id; null for anything else. */
export function parseWorkOrderRef(text: string): RecordRef | null {
  return parseRecordRef(text, /^(?:WO-)?(\d{1,9})$/i);
}
