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

/** Order of the columns on the board: the way of a job from the call to the books, with what was given up last. */
export const BOARD_COLUMNS: readonly WorkOrderStatus[] = WORK_ORDER_STATUSES;

/** A technician has at most one work order in one of these. */
export const UNDER_WAY_STATUSES = ["en_route", "in_progress"] as const satisfies readonly WorkOrderStatus[];

/** Booked and not begun: what the day still has to bring. */
export const BOOKED_STATUSES = ["scheduled", "dispatched"] as const satisfies readonly WorkOrderStatus[];

/** Booked and still to begin. */
export function isBooked(status: WorkOrderStatus): boolean {
  return BOOKED_STATUSES.some((one) => one === status);
}

/** States in which a work order holds its place in a technician's day. */
export const CALENDAR_BLOCKING_STATUSES = [
  "scheduled",
  "dispatched",
  "en_route",
  "in_progress",
  "completed",
  "closed",
] as const satisfies readonly WorkOrderStatus[];

/** States that still need somebody to do something. */
export const OPEN_STATUSES = WORK_ORDER_STATUSES.filter(
  (status) => status !== "completed" && status !== "closed" && status !== "cancelled",
);

/** States in which a work order without a technician waits for one. */
export const UNASSIGNED_STATUSES = [
  "unscheduled",
  "scheduled",
  "on_hold",
] as const satisfies readonly WorkOrderStatus[];

/** Orders of the list: by number, by start from today on, or the most urgent first. */
export const LIST_SORTS = ["newest", "oldest", "start", "priority"] as const;

/** No count of the list's tabs reads more rows than this; such a one reads 99+. */
export const MAX_TAB_COUNT = 100;

export const PRIORITIES = ["low", "normal", "high", "emergency"] as const;
export type Priority = (typeof PRIORITIES)[number];

export const HOLD_REASONS = ["parts", "customer_absent", "weather", "approval", "unsafe", "other"] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** What becomes of the parts that were used on a job that is canceled. */
export const PARTS_OUTCOMES = ["returned", "billed"] as const;
export type PartsOutcome = (typeof PARTS_OUTCOMES)[number];

export const CANCEL_REASONS = ["customer", "company", "duplicate"] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

export const VIEW_ONLY = "You can view this work order but not move it.";

/** What a work order cannot be created without. */
export const REQUIRED = {
  customerId: "Choose a customer",
  siteAddressId: "Choose the job's address",
  title: "Enter a job summary",
} as const;

/** Default labels; a business may rename a label, never the state behind it. */
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

/** Higher is more urgent; sorts and weighs work orders. */
export function priorityRank(priority: Priority): number {
  return PRIORITIES.indexOf(priority);
}

/** The notice to whoever dispatches about technicians who have not accepted their invitations; null where all have. */
export function invitationNotice(firstNames: readonly string[]): string | null {
  const [first, ...others] = firstNames;
  if (first === undefined) return null;
  if (others.length === 0) {
    return `${first} has not accepted the invitation yet: the job will be on their phone when they do.`;
  }
  const names = `${[first, ...others.slice(0, -1)].join(", ")} and ${others.at(-1)}`;
  return `${names} have not accepted their invitations yet: the job will be on their phones when they do.`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NUMBERED = /^(?:WO-)?(\d{1,9})$/i;

type WorkOrderRef = { by: "number"; number: number } | { by: "id"; id: string };

/** 12 -> "WO-012"; the number grows beyond three digits without a limit. */
export function formatWorkOrderNumber(number: number): string {
  return `WO-${String(number).padStart(3, "0")}`;
}

/** Reads what people put into a URL or a search box: "12", "WO-012", "wo-12" or an id; null when it is none of them. */
export function parseWorkOrderRef(text: string): WorkOrderRef | null {
  const trimmed = text.trim();
  if (UUID.test(trimmed)) return { by: "id", id: trimmed.toLowerCase() };
  const digits = NUMBERED.exec(trimmed)?.[1];
  if (digits === undefined || Number(digits) === 0) return null;
  return { by: "number", number: Number(digits) };
}
