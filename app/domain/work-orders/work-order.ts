import { WORK_ORDER_STATUSES, type WorkOrderStatus } from "~/domain/work-order-basics/status";

/** Order of the board's columns: a job's progress from the call to closing, with canceled last. */
export const BOARD_COLUMNS: readonly WorkOrderStatus[] = WORK_ORDER_STATUSES;

/** Orders of the list: by number, by start from today, or most urgent first. */
export const LIST_SORTS = ["newest", "oldest", "start", "priority"] as const;

/** Tasks of a work order beyond which no more can be added. A playbook's may take it past that. */
export const MAX_TASKS = 200;

/** No tab counts more rows than this; above it, the count reads 99+. */
export const MAX_TAB_COUNT = 100;

/** What happens to the parts that were used on a canceled job. */
export const PARTS_OUTCOMES = ["returned", "billed"] as const;
export type PartsOutcome = (typeof PARTS_OUTCOMES)[number];

export const VIEW_ONLY = "You can view this work order but not move it.";

/** Fields a work order cannot be created without. */
export const REQUIRED = {
  customerId: "Choose a customer",
  siteAddressId: "Choose the job's address",
  title: "Enter a job summary",
} as const;

/** Helpers belong to an appointment: without a time there is none to add them to. */
export const HELPERS_NEED_TIME = "Schedule the job to add helpers";

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
