import { hasRole, type Rights } from "~/domain/shared/permissions";
import { addDays, addMonths, type CivilDate, daysBetween, MINUTE_MS } from "~/domain/shared/time/dates";
import { instantOf } from "~/domain/shared/time/time-zones";

export const TODO_LISTS = ["mine", "unassigned", "team", "done"] as const;
export type TodoList = (typeof TODO_LISTS)[number];

export const REPEAT_UNITS = ["day", "week", "month", "year"] as const;
export type RepeatUnit = (typeof REPEAT_UNITS)[number];

export const REPEAT_FROM = ["due", "completion"] as const;
type RepeatFrom = (typeof REPEAT_FROM)[number];

export interface Repetition {
  every: number;
  unit: RepeatUnit;
  /** Whether to count from the due date or from completion. */
  from: RepeatFrom;
}

/** The kinds of records a to-do can be about, and the field with the record's id. A to-do is about one record at most. */
export const SUBJECT_FIELDS = {
  customer: "customerId",
  workOrder: "workOrderId",
  equipment: "equipmentId",
  invoice: "invoiceId",
  lead: "leadId",
  site: "siteAddressId",
  estimate: "estimateId",
  item: "itemId",
  purchaseOrder: "purchaseOrderId",
  supplier: "supplierId",
  location: "locationId",
  technician: "technicianId",
  serviceType: "serviceTypeId",
  issue: "issueId",
  design: "designId",
  receipt: "receiptId",
  thread: "threadId",
  cylinder: "cylinderId",
  count: "countId",
  movement: "movementId",
  reservation: "reservationId",
  analysis: "analysisId",
} as const;
export type SubjectKind = keyof typeof SUBJECT_FIELDS;
export type SubjectIds = Record<(typeof SUBJECT_FIELDS)[SubjectKind], string | null>;

export const SUBJECT_KINDS = [
  ...(["customer", "workOrder", "equipment", "invoice", "lead", "site", "estimate", "item", "purchaseOrder"] as const),
  ...(["supplier", "location", "technician", "serviceType", "issue", "design", "receipt", "thread"] as const),
  ...(["cylinder", "count", "movement", "reservation", "analysis"] as const),
] as const satisfies readonly SubjectKind[];

/** The fields of a to-do that is about no record. */
export const ABOUT_NOTHING: SubjectIds = {
  ...{ customerId: null, workOrderId: null, equipmentId: null, invoiceId: null, leadId: null, siteAddressId: null },
  ...{ estimateId: null, itemId: null, purchaseOrderId: null, supplierId: null, locationId: null, technicianId: null },
  ...{ serviceTypeId: null, issueId: null, designId: null, receiptId: null, threadId: null, cylinderId: null },
  ...{ countId: null, movementId: null, reservationId: null, analysisId: null },
};

/** The record a to-do is about; null if it is about none. */
export function subjectIn(fields: Partial<SubjectIds>): { kind: SubjectKind; id: string } | null {
  for (const kind of SUBJECT_KINDS) {
    const id = fields[SUBJECT_FIELDS[kind]];
    if (id) return { kind, id };
  }
  return null;
}

/** Higher counts are shown as this number and a plus sign. */
export const MAX_COUNTED = 99;

/** The office sees everyone's to-dos; others see their own, those they created, and unassigned ones. */
export function seesEveryTodo(member: Rights): boolean {
  return hasRole(member, "Admin", "Manager");
}

export const MAX_TITLE = 200;

/** Minutes before the due time at which a reminder is sent. */
export const REMINDER_MINUTES = [0, 60, 1440] as const;
export type ReminderMinutes = (typeof REMINDER_MINUTES)[number];

export const REMINDER_LABELS: Record<ReminderMinutes, string> = {
  0: "When it is due",
  60: "1 hour before",
  1440: "1 day before",
};

/** To-dos with a date but no time count as due at this time for reminders. */
const MORNING = "08:00";

interface Reminded {
  dueOn: CivilDate | null;
  dueAt: string | null;
  reminderMinutes: number | null;
}

/**
 * The instant of a reminder in the time zone `zone`, as ISO text: now if its time has passed but the to-do is not due yet. Null
 * if there is no reminder, or it is too late.
 */
export function reminderAt({ dueOn, dueAt, reminderMinutes }: Reminded, { now, zone }: { now: Date; zone: string }) {
  if (reminderMinutes === null || dueOn === null) return null;
  const due = instantOf({ date: dueOn, time: dueAt ?? MORNING }, zone).instant;
  if (due <= now.getTime()) return null;
  return new Date(Math.max(due - reminderMinutes * MINUTE_MS, now.getTime())).toISOString();
}

interface Due {
  dueOn: CivilDate;
  /** The date from which repetitions are counted: a series on the 31st stays one through shorter months. */
  anchorOn: CivilDate;
  repeat: Repetition;
}

/**
 * The next due date of a repeating to-do completed on `doneOn`. If counted from the due date, missed occurrences are skipped: the
 * next date is after both.
 */
export function nextDue({ dueOn, anchorOn, repeat }: Due, doneOn: CivilDate): CivilDate {
  if (repeat.from === "completion") return stepFrom(doneOn, repeat, 1);
  const after = doneOn > dueOn ? doneOn : dueOn;
  // Starts at the first step that could match, instead of going through the years.
  let step = Math.max(1, Math.floor(daysBetween(anchorOn, after) / (MAX_DAYS[repeat.unit] * repeat.every)));
  while (stepFrom(anchorOn, repeat, step) <= after) step += 1;
  return stepFrom(anchorOn, repeat, step);
}

/** Maximum days in a unit. */
const MAX_DAYS: Record<RepeatUnit, number> = { day: 1, week: 7, month: 31, year: 366 };

function stepFrom(anchor: CivilDate, { every, unit }: Repetition, steps: number): CivilDate {
  const count = every * steps;
  switch (unit) {
    case "day":
      return addDays(anchor, count);
    case "week":
      return addDays(anchor, count * 7);
    case "month":
      return addMonths(anchor, count);
    case "year":
      return addMonths(anchor, count * 12);
  }
}

/** 'Every week', 'Every 2 months, counted from when it is done'. */
export function repetitionText({ every, unit, from }: Repetition): string {
  const each = every === 1 ? `Every ${unit}` : `Every ${every} ${unit}s`;
  return from === "due" ? each : `${each}, counted from when it is done`;
}

/** Group headings of a list, in order. */
export const DUE_GROUPS = ["Overdue", "Today", "Tomorrow", "Next 7 days", "Later", "No date"] as const;
export type DueGroup = (typeof DUE_GROUPS)[number];

export function dueGroup(dueOn: CivilDate | null, today: CivilDate): DueGroup {
  if (dueOn === null) return "No date";
  const ahead = daysBetween(today, dueOn);
  if (ahead < 0) return "Overdue";
  if (ahead === 0) return "Today";
  if (ahead === 1) return "Tomorrow";
  return ahead <= 7 ? "Next 7 days" : "Later";
}
