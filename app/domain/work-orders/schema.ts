import { z } from "zod";
import { OptionalPlace } from "~/domain/addresses/schema";
import { ArrivalWindow, Duration, helperList, NotifiedBy, windowText } from "~/domain/scheduling/schema";
import {
  blankToNull,
  deviceTime,
  id,
  line,
  optionalLine,
  optionalText,
  paging,
  scheduleDate,
  scheduleDateOr,
  scheduleInstant,
  several,
  version,
  wallTime,
  wallTimeOr,
  withoutNul,
} from "~/domain/shared/fields";
import { PRIORITIES } from "~/domain/work-order-basics/priority";
import { CANCEL_REASONS, HOLD_REASONS, WORK_ORDER_STATUSES } from "~/domain/work-order-basics/status";
import { LIST_SORTS, PARTS_OUTCOMES, REQUIRED } from "./work-order";

/** For the count of other jobs while booking: `job` is the number of the job being booked. */
export const OtherJobsQuery = z.object({
  technicianId: id("Please choose a technician"),
  date: scheduleDate,
  job: z.coerce.number().int().optional(),
});
export type OtherJobsQuery = z.infer<typeof OtherJobsQuery>;

/** The promised window as entered in a form, in the site's zone on the day of the start. */
const windowTimes = {
  windowFrom: blankToNull(wallTime),
  windowTo: blankToNull(wallTime),
  customerNotified: blankToNull(NotifiedBy),
};

/** Start and technician. The API sends an instant, a form the date and time in the site's zone. */
const schedule = {
  scheduledStart: blankToNull(scheduleInstant),
  startDate: blankToNull(scheduleDate),
  startTime: blankToNull(wallTime),
  durationMinutes: Duration,
  technicianId: blankToNull(id("Choose a technician from the list")),
  helperIds: helperList(id("Choose helpers from the list")),
  /** Books despite conflicts that a reason can override. */
  overrideReason: optionalLine(500),
};

const Fields = z.object({
  title: line(REQUIRED.title, 200),
  description: optionalText(),
  priority: z.enum(PRIORITIES, { error: "Unknown priority" }),
  customerId: id(REQUIRED.customerId),
  siteAddressId: id(REQUIRED.siteAddressId),
  /** The customer's equipment that the job concerns. */
  equipmentIds: z.array(id("Choose equipment from the list")).max(20, "A job can have at most 20 pieces of equipment"),
  /** Counted from the start as of this change; `arrivalWindow` gives the same as instants. */
  arrivalWindowMinutes: blankToNull(z.number().int(windowText).min(0, windowText).max(1440, windowText)),
  arrivalWindow: blankToNull(ArrivalWindow),
  signatureRequired: z.boolean(),
  noCharge: z.boolean(),
  ...schedule,
  ...windowTimes,
});

/**
 * A new work order. Without an address it goes to the customer's primary service address; with a start it is scheduled
 * at once.
 */
export const CreateWorkOrder = Fields.partial().extend({
  title: Fields.shape.title,
  customerId: Fields.shape.customerId,
  /** The initial checklist. */
  tasks: z.array(line("Enter a name for the task", 200)).max(50, "A work order can have at most 50 tasks").optional(),
  /** A new address of the customer, added with the job and used for it. */
  newSite: OptionalPlace.optional(),
  /** Gives the job its playbook: signature, checklist, skills, and the duration unless one is given. */
  serviceTypeId: blankToNull(id("Choose a service type from the list")).optional(),
  /** The failed task of an earlier work order that this one follows up. */
  followUpOf: z.object({ workOrderId: id("Unknown work order"), taskId: id("Unknown task") }).optional(),
});
export type CreateWorkOrder = z.output<typeof CreateWorkOrder>;

/** Omitted fields keep their values; null clears them. */
export const UpdateWorkOrder = Fields.partial().extend({ version });
export type UpdateWorkOrder = z.output<typeof UpdateWorkOrder>;

/** The edit form sends every field: an unchecked box means off, an empty line clears. */
export const EditWorkOrder = Fields.omit({ arrivalWindow: true, arrivalWindowMinutes: true }).extend({
  equipmentIds: Fields.shape.equipmentIds.default([]),
  helperIds: schedule.helperIds.default([]),
  signatureRequired: z.boolean().default(false),
  noCharge: z.boolean().default(false),
  version,
});

export const ChangeStatus = z.object({
  to: z.enum(WORK_ORDER_STATUSES, { error: "Unknown status" }),
  reason: optionalLine(500).optional(),
  holdReason: blankToNull(z.enum(HOLD_REASONS, { error: "Unknown reason" })).optional(),
  cancelReason: blankToNull(z.enum(CANCEL_REASONS, { error: "Unknown reason" })).optional(),
  /** When canceling a job on which parts were used: return them to stock or bill them. */
  partsOutcome: blankToNull(z.enum(PARTS_OUTCOMES, { error: "Choose what happens to the parts" })).optional(),
  /** When closing: nothing is charged. Without it and without a paid invoice, closing requires a reason. */
  noCharge: z.boolean().optional(),
  /** By the device's clock; defaults to now. An impossible time is replaced by the server's. */
  ...deviceTime,
  /** Refuses the change if the work order has changed since this version. */
  version: version.optional(),
  ...z.object(schedule).partial().shape,
  arrivalWindow: Fields.shape.arrivalWindow.optional(),
  ...z.object(windowTimes).partial().shape,
});
export type ChangeStatus = z.output<typeof ChangeStatus>;

const startText = "Choose when the job starts.";

/** The booking dialog lists everyone: unchecked people are not helpers. */
export const ScheduleForm = z.object({
  startDate: scheduleDateOr(startText),
  startTime: wallTimeOr(startText),
  durationMinutes: Duration,
  technicianId: schedule.technicianId,
  helperIds: schedule.helperIds.default([]),
  overrideReason: schedule.overrideReason,
  ...windowTimes,
});
export type ScheduleForm = z.input<typeof ScheduleForm>;

export const HoldForm = z.object({
  holdReason: z.enum(HOLD_REASONS, { error: "Choose why the job is on hold." }),
  reason: optionalLine(500),
});
export type HoldForm = z.input<typeof HoldForm>;

export const CancelForm = z.object({
  cancelReason: z.enum(CANCEL_REASONS, { error: "Choose why the job is canceled." }),
  reason: optionalLine(500),
  partsOutcome: ChangeStatus.shape.partsOutcome,
});
export type CancelForm = z.input<typeof CancelForm>;

/** A canceled work order becomes unscheduled, a completed one in progress. */
export const ReopenForm = z.object({
  to: z.enum(["unscheduled", "in_progress"], { error: "Unknown status" }),
  reason: line("Enter a reason.", 500),
});
export type ReopenForm = z.input<typeof ReopenForm>;

export const CloseForm = z.object({ noCharge: z.boolean().default(false), reason: optionalLine(500) });
export type CloseForm = z.input<typeof CloseForm>;

/** Assigns technicians without changing the time. */
export const AssignWorkOrder = z.object({
  technicianId: schedule.technicianId,
  helperIds: schedule.helperIds.default([]),
  overrideReason: schedule.overrideReason,
  version,
});
export type AssignWorkOrder = z.input<typeof AssignWorkOrder>;

const note = {
  body: z
    .string({ error: "Write a note" })
    .overwrite(withoutNul)
    .trim()
    .min(1, "Write a note")
    .max(4000, "Please use at most 4000 characters"),
  customerVisible: z.boolean({ error: "Choose whether the customer can see it" }).default(false),
};
export const NoteInput = z.object({ ...note, ...deviceTime });
export type NoteInput = z.output<typeof NoteInput>;

export const NoteChange = z.object({
  body: NoteInput.shape.body.optional(),
  customerVisible: z.boolean().optional(),
  version: version.optional(),
});
export type NoteChange = z.output<typeof NoteChange>;

/** The form of a note: an unchecked box hides it from the customer. */
export const NoteForm = z.object({ ...note, noteId: z.guid(), version });
export const NoteChoice = z.object({ noteId: z.guid() });

export const TaskInput = z.object({
  title: line("Enter a name for the task", 200),
  required: z.boolean().default(true),
});
export type TaskInput = z.output<typeof TaskInput>;
export const TaskForm = TaskInput.extend({ required: z.boolean().default(false) });
export const TaskChoice = z.object({ taskId: z.guid() });
export const TaskTick = TaskChoice.extend({
  done: z.boolean().default(false),
  version: version.optional(),
  ...deviceTime,
});
export const TaskPlace = TaskChoice.extend({ direction: z.enum(["up", "down"]) });

export const SignatureInput = z.object({
  signerName: line("Enter the name of the person who signs", 120),
  /** SVG path data of the strokes. */
  strokes: blankToNull(
    z
      .string()
      .max(60_000, "The signature is too long")
      .regex(/^[ML0-9 .,-]*$/, "The signature could not be read"),
  ).optional(),
  ...deviceTime,
});
export type SignatureInput = z.output<typeof SignatureInput>;

const day = blankToNull(scheduleDate).optional();

/** Filters of the list, shared by its URL and the API. */
export const WorkOrderFilter = z.object({
  search: z.string().trim().max(200, "Please use at most 200 characters").optional(),
  status: several(z.enum(WORK_ORDER_STATUSES, { error: "Unknown status" }), 9).optional(),
  priority: several(z.enum(PRIORITIES, { error: "Unknown priority" }), 9).optional(),
  /** An id, or `none` for unassigned work orders. */
  technicianId: blankToNull(z.union([z.literal("none"), z.guid()], { error: "Unknown technician" })).optional(),
  customerId: blankToNull(z.guid({ error: "Unknown customer" })).optional(),
  /** Days of the scheduled start in the business's zone, both included. */
  from: day,
  to: day,
  /** Only jobs that should have started by now and have not. */
  late: z.stringbool("late must be true or false").optional(),
  /** Only jobs that are completed, chargeable and not invoiced. */
  toBill: z.stringbool("toBill must be true or false").optional(),
  /** Ignored with a search, days or a customer, which have their own order. */
  sort: z.enum(LIST_SORTS, { error: "Unknown order" }).optional(),
  ...paging,
});
export type WorkOrderFilter = z.output<typeof WorkOrderFilter>;
