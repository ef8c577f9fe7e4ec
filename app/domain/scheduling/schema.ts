import { z } from "zod";
import { blankToNull, optionalLine, scheduleDate, scheduleInstant, version, wallTime } from "~/domain/shared/fields";
import { DAY_MS } from "~/domain/shared/time/dates";
import { NOTIFICATION_CHANNELS } from "~/domain/technicians/arrival-window";
import { DURATION_MINUTES, durationText } from "~/domain/work-order-basics/duration";

const technician = z.guid({ error: "Choose a technician from the list" }).toLowerCase();

export const helperList = (helper: typeof technician) => z.array(helper).max(8, "A job can have at most 8 helpers");

export const Duration = z
  .number({ error: "Enter how long the job takes" })
  .int(durationText)
  .min(DURATION_MINUTES.min, durationText)
  .max(DURATION_MINUTES.max, durationText);

export const windowText = "The arrival window must be between 0 and 24 hours";

/** How the customer was notified. */
export const NotifiedBy = z.enum(NOTIFICATION_CHANNELS, { error: "Choose how the customer was notified" });

/** The promised arrival window: at most a day long, like the older input in minutes. */
export const ArrivalWindow = z
  .object({ start: scheduleInstant, end: scheduleInstant })
  .refine(({ start, end }) => start <= end && Date.parse(end) - Date.parse(start) <= DAY_MS, { error: windowText });

/**
 * A start. `start` is an instant; or `startDate` and `startTime` are local times of the site, where a repeated time means the
 * first unless `occurrence` says otherwise. Omitted fields keep their values.
 */
export const ScheduleWorkOrder = z.object({
  start: scheduleInstant.optional(),
  startDate: blankToNull(scheduleDate).optional(),
  startTime: blankToNull(wallTime).optional(),
  occurrence: z.enum(["first", "second"]).default("first"),
  durationMinutes: Duration.optional(),
  technicianId: technician.optional(),
  helperIds: helperList(technician).optional(),
  /** Books despite conflicts; blocking conflicts are still refused. */
  overrideReason: optionalLine(500).optional(),
  /** The window to promise; omitted: unchanged, unless the new start is outside it. */
  arrivalWindow: blankToNull(ArrivalWindow).optional(),
  customerNotified: blankToNull(NotifiedBy).optional(),
  /** Another work order that moves to another start to make room: both are changed or neither. */
  displaces: z.object({ workOrderId: z.guid(), version, start: scheduleInstant }).optional(),
  version,
});
export type ScheduleWorkOrder = z.output<typeof ScheduleWorkOrder>;

/** As submitted by the form. */
export const DropForm = ScheduleWorkOrder.extend({
  durationMinutes: z.coerce.number().pipe(Duration).optional(),
});

export const UnscheduleForm = z.object({ version });

/** `changeId` is returned by the change to undo. The reason books despite conflicts that have appeared since. */
export const UndoScheduleChange = ScheduleWorkOrder.pick({ overrideReason: true, customerNotified: true }).extend({
  changeId: z.guid(),
});
export type UndoScheduleChange = z.output<typeof UndoScheduleChange>;

export const SlotQuery = z.object({
  from: scheduleDate.optional(),
  days: z.coerce.number().int().min(1).max(14).default(5),
  limit: z.coerce.number().int().min(1).max(20).default(6),
});
export type SlotQuery = z.output<typeof SlotQuery>;

/** Civil days of the business, both included. */
export const LoadQuery = z.object({ from: scheduleDate, to: scheduleDate });
export type LoadQuery = z.output<typeof LoadQuery>;

const dayOut = { technicianId: technician, date: scheduleDate };
/** Validated after the permission check. */
export const ReassignmentQuery = z.object({
  technicianId: z.string().max(64).default(""),
  date: z.string().max(64).default(""),
  /** Whether other technicians' jobs may move too. */
  movesOthers: z.stringbool().default(false),
});
/** `at` and `fingerprint` from the proposal: only the proposal as shown is applied. */
export const ReassignDay = z.object({
  ...dayOut,
  at: z.coerce.number().int().positive(),
  fingerprint: z.string().length(64),
  movesOthers: z.boolean().default(false),
  /** Jobs of the proposal that are left unchanged. */
  leaveOut: z.array(z.guid()).max(200).default([]),
});
export type ReassignDay = z.output<typeof ReassignDay>;
export const ReassignmentChoice = z.object({ reassignmentId: z.guid() });

const ref = z.string().trim().min(1).max(64);
export const DriveTimeRequest = z.object({
  originWorkOrderId: ref,
  destinationWorkOrderId: ref,
  departureTime: scheduleInstant.optional(),
});
export const DriveTimeBatch = z.object({
  requests: z.array(DriveTimeRequest).min(1, "Request at least one drive").max(100, "Request at most 100 drives"),
});
