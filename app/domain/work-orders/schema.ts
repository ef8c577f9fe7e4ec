import { z } from "zod";
import { OptionalPlace } from "~/domain/addresses/schema";
import { ArrivalWindow, Duration, NotifiedBy, windowText } from "~/domain/scheduling/schema";
import {
  blankToNull,
  clockOffsetMs,
  deviceInstant,
  line,
  optionalLine,
  optionalText,
  paging,
  scheduleDate,
  scheduleDateOr,
  scheduleInstant,
  several,
  version,
} from "~/domain/shared/fields";
import {
  CANCEL_REASONS,
  HOLD_REASONS,
  LIST_SORTS,
  PARTS_OUTCOMES,
  PRIORITIES,
  REQUIRED,
  WORK_ORDER_STATUSES,
} from "./work-order";

const id = (error: string) => z.guid({ error }).toLowerCase();

/** Of a look-up beside the schedule of a job: `job` is the number of the one that is booked. */
export const OtherJobsQuery = z.object({
  technicianId: id("Please choose a technician"),
  date: scheduleDate,
  job: z.coerce.number().int().optional(),
});
export type OtherJobsQuery = z.infer<typeof OtherJobsQuery>;

const TIME_PATTERN = /^([01]\d|2[0-3]):[0-5]\d$/;

/** The promise as a form has it, on the clocks of the site and the day of the start. */
const windowTimes = {
  windowFrom: blankToNull(z.string().regex(TIME_PATTERN, "Please enter a valid time")),
  windowTo: blankToNull(z.string().regex(TIME_PATTERN, "Please enter a valid time")),
  customerNotified: blankToNull(NotifiedBy),
};

/** When and by whom. The API gives an instant, a form the date and time on the clocks of the site. */
const schedule = {
  scheduledStart: blankToNull(scheduleInstant),
  startDate: blankToNull(scheduleDate),
  startTime: blankToNull(z.string().regex(TIME_PATTERN, "Please enter a valid time")),
  durationMinutes: Duration,
  technicianId: blankToNull(id("Choose a technician from the list")),
  helperIds: z.array(id("Choose helpers from the list")).max(8, "A job can have at most 8 helpers"),
  /** Lets a booking stand in spite of what a reason overrides. */
  overrideReason: optionalLine(500),
};

const Fields = z.object({
  title: line(REQUIRED.title, 200),
  description: optionalText(),
  priority: z.enum(PRIORITIES, { error: "Unknown priority" }),
  customerId: id(REQUIRED.customerId),
  siteAddressId: id(REQUIRED.siteAddressId),
  /** The customer's equipment that the job is about. */
  equipmentIds: z.array(id("Choose equipment from the list")).max(20, "A job can have at most 20 pieces of equipment"),
  /** Counted from the start, as it is when this is set; `arrivalWindow` says the same in instants. */
  arrivalWindowMinutes: blankToNull(z.number().int(windowText).min(0, windowText).max(1440, windowText)),
  arrivalWindow: blankToNull(ArrivalWindow),
  signatureRequired: z.boolean(),
  noCharge: z.boolean(),
  ...schedule,
  ...windowTimes,
});

/** A new work order. Without an address the customer's primary service address is meant; with a start it is scheduled at once. */
export const CreateWorkOrder = Fields.partial().extend({
  title: Fields.shape.title,
  customerId: Fields.shape.customerId,
  /** The checklist to begin with. */
  tasks: z.array(line("Enter a name for the task", 200)).max(50, "A work order can have at most 50 tasks").optional(),
  /** An address that the customer does not have yet: added with the job, which goes there. */
  newSite: OptionalPlace.optional(),
  /** Gives the job its playbook: duration unless one is given, signature, checklist, skills. */
  serviceTypeId: blankToNull(id("Choose a service type from the list")).optional(),
  /** The task of an earlier work order that failed: this one is its follow-up. */
  followUpOf: z.object({ workOrderId: id("Unknown work order"), taskId: id("Unknown task") }).optional(),
});
export type CreateWorkOrder = z.output<typeof CreateWorkOrder>;

/** What is left out stays as it is; null clears. */
export const UpdateWorkOrder = Fields.partial().extend({ version });
export type UpdateWorkOrder = z.output<typeof UpdateWorkOrder>;

/** The edit form sends every field: a box that is not ticked is off, an empty line clears. */
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
  /** Canceling a job on which parts were used: they go back into stock, or are billed. */
  partsOutcome: blankToNull(z.enum(PARTS_OUTCOMES, { error: "Choose what happens to the parts" })).optional(),
  /** Closing: nothing is charged. Without it and without a paid invoice closing takes a reason. */
  noCharge: z.boolean().optional(),
  /** By the device's clock; defaults to now. A time that cannot be is replaced by the office's. */
  occurredAt: deviceInstant.optional(),
  clockOffsetMs: clockOffsetMs.optional(),
  /** Refuses the change when somebody changed the work order since this version. */
  version: version.optional(),
  ...z.object(schedule).partial().shape,
  arrivalWindow: Fields.shape.arrivalWindow.optional(),
  ...z.object(windowTimes).partial().shape,
});
export type ChangeStatus = z.output<typeof ChangeStatus>;

const startText = "Choose when the job starts.";

/** The dialog that books a job shows everybody: whoever is not ticked does not help. */
export const ScheduleForm = z.object({
  startDate: scheduleDateOr(startText),
  startTime: z.string({ error: startText }).regex(TIME_PATTERN, "Please enter a valid time"),
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

/** A canceled work order waits to be scheduled again, a completed one goes back to work. */
export const ReopenForm = z.object({
  to: z.enum(["unscheduled", "in_progress"], { error: "Unknown status" }),
  reason: line("Enter a reason.", 500),
});
export type ReopenForm = z.input<typeof ReopenForm>;

export const CloseForm = z.object({ noCharge: z.boolean().default(false), reason: optionalLine(500) });
export type CloseForm = z.input<typeof CloseForm>;

/** Who is sent, without a change of time. */
export const AssignWorkOrder = z.object({
  technicianId: schedule.technicianId,
  helperIds: schedule.helperIds.default([]),
  overrideReason: schedule.overrideReason,
  version,
});
export type AssignWorkOrder = z.input<typeof AssignWorkOrder>;

export const NoteInput = z.object({
  body: z
    .string({ error: "Write a note" })
    .trim()
    .min(1, "Write a note")
    .max(4000, "Please use at most 4000 characters"),
  customerVisible: z.boolean({ error: "Choose whether the customer can see it" }).default(false),
});
export type NoteInput = z.output<typeof NoteInput>;

export const NoteChange = z.object({
  body: NoteInput.shape.body.optional(),
  customerVisible: z.boolean().optional(),
  version: version.optional(),
});
export type NoteChange = z.output<typeof NoteChange>;

/** A note's own form: a box that is not ticked hides it from the customer. */
export const NoteForm = NoteInput.extend({ noteId: z.guid(), version });
export const NoteChoice = z.object({ noteId: z.guid() });

export const TaskInput = z.object({
  title: line("Enter a name for the task", 200),
  required: z.boolean().default(true),
});
export type TaskInput = z.output<typeof TaskInput>;
export const TaskForm = TaskInput.extend({ required: z.boolean().default(false) });
export const TaskChoice = z.object({ taskId: z.guid() });
export const TaskTick = TaskChoice.extend({ done: z.boolean().default(false), version: version.optional() });
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
});
export type SignatureInput = z.output<typeof SignatureInput>;

/** A form that says nothing but what it is for. */
export const Nothing = z.object({});

const day = blankToNull(scheduleDate).optional();

/** Filters of the list, for its URL and the API alike. */
export const WorkOrderFilter = z.object({
  search: z.string().trim().max(200, "Please use at most 200 characters").optional(),
  status: several(z.enum(WORK_ORDER_STATUSES, { error: "Unknown status" }), 9).optional(),
  priority: several(z.enum(PRIORITIES, { error: "Unknown priority" }), 9).optional(),
  /** An id, or `none` for work orders nobody is assigned to. */
  technicianId: blankToNull(z.union([z.literal("none"), z.guid()], { error: "Unknown technician" })).optional(),
  customerId: blankToNull(z.guid({ error: "Unknown customer" })).optional(),
  /** Days of the scheduled start on the wall of the business, both included. */
  from: day,
  to: day,
  /** Only jobs that should have begun by now and have not. */
  late: z.stringbool("late must be true or false").optional(),
  /** Only jobs that are completed, are to be charged and have no invoice. */
  toBill: z.stringbool("toBill must be true or false").optional(),
  /** Without a search, days or a customer: those have their own order. */
  sort: z.enum(LIST_SORTS, { error: "Unknown order" }).optional(),
  ...paging,
});
export type WorkOrderFilter = z.output<typeof WorkOrderFilter>;
