import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { scheduleLoad } from "~/domain/scheduling/load.server";
import { calculateDriveTime, calculateDriveTimes } from "~/domain/scheduling/routing/drive-times.server";
import { schedulerScreen } from "~/domain/scheduling/scheduler.server";
import {
  DriveTimeBatch,
  DriveTimeRequest,
  LoadQuery,
  ReassignDay,
  ReassignmentQuery,
  ScheduleWorkOrder,
  SlotQuery,
  UndoScheduleChange,
} from "~/domain/scheduling/schema";
import { version } from "~/domain/shared/fields";
import { SKILL_LEVELS, TECHNICIAN_STATUSES } from "~/domain/technicians/technician";
import { PRIORITIES } from "~/domain/work-order-basics/priority";
import { HOLD_REASONS, WORK_ORDER_STATUSES } from "~/domain/work-order-basics/status";
import { proposeReassignment, reassignDay, undoReassignment } from "~/domain/work-orders/schedule/reassign-day.server";
import { scheduleWorkOrder, suggestedSlots, unscheduleWorkOrder } from "~/domain/work-orders/schedule/schedule.server";
import { undoScheduleChange } from "~/domain/work-orders/schedule/undo-schedule.server";
import { json, jsonRequest, operation } from "./operation";

const tags = ["Scheduling"];
const ref = z.object({ id: z.string().max(64) });

const Warning = z.object({
  kind: z.string(),
  severity: z.string(),
  technicianId: z.string().nullable().describe("Null if the warning is about the time and applies to any technician"),
  otherWorkOrderId: z.string().nullable(),
  message: z.string(),
});
const technicianIds = z.array(z.string()).readonly().describe("Ids of the technicians, lead first");
const changeId = z.string().nullable().describe("Pass it to the undo; null if nothing was changed");
const Placed = z.object({
  id: z.string(),
  number: z.number().int(),
  status: z.enum(WORK_ORDER_STATUSES),
  version: z.number().int(),
  scheduledStart: z.string(),
  scheduledEnd: z.string(),
  technicianIds,
  notice: z.string().nullable(),
  warnings: z.array(Warning).readonly(),
  changeId,
});
const Unscheduled = z.object({ id: z.string(), version: z.number().int(), notice: z.string().nullable(), changeId });
const Undone = Placed.extend({ scheduledStart: z.string().nullable(), scheduledEnd: z.string().nullable() });
const Slots = z.object({
  workOrderId: z.string(),
  zone: z.string(),
  days: z.number().int(),
  keepsPromise: z.boolean().describe("False if no opening is within the promised arrival window"),
  helperIds: z.array(z.string()).describe("Helpers who stay on the job; every opening suits them too"),
  items: z.array(
    z.object({
      technicianId: z.string(),
      start: z.number(),
      addedMinutes: z.number().nullable(),
      reason: z.string(),
    }),
  ),
});
const Change = z.object({ technicianIds, start: z.number() });
const Proposal = z.object({
  technicianId: z.string(),
  name: z.string(),
  date: z.string(),
  movesOthers: z.boolean(),
  zone: z.string(),
  at: z.number(),
  names: z.record(z.string(), z.string()).describe("Technician names by id"),
  fingerprint: z.string(),
  changes: z.array(
    z.object({
      workOrderId: z.string(),
      label: z.string(),
      isOwn: z.boolean().describe("True if it is a job of the technician who is out"),
      title: z.string(),
      priority: z.enum(PRIORITIES),
      customerName: z.string(),
      customerPhone: z.string().nullable(),
      zone: z.string().describe("Time zone of the site"),
      window: z.object({ start: z.number(), end: z.number() }).nullable(),
      version: z.number(),
      from: Change,
      to: Change,
      message: z.string(),
    }),
  ),
  leftOver: z.array(z.object({ workOrderId: z.string(), label: z.string(), reason: z.string() })),
  driveMinutes: z.object({ before: z.number(), after: z.number() }),
  driveBasis: z.enum(["estimate", "partly_measured"]),
});
const Drive = z.object({
  originWorkOrderId: z.string(),
  destinationWorkOrderId: z.string(),
  minutes: z.number().int().nullable().describe("Null if unknown, never 0"),
  basis: z.enum(["same_address", "measured", "estimate", "unknown"]),
  label: z.string(),
  departureTime: z.string().optional(),
  arrivalTime: z.string().optional(),
});
const DriveError = z.object({ originWorkOrderId: z.string(), destinationWorkOrderId: z.string(), error: z.string() });
const Reassigned = z.object({ id: z.string(), jobs: z.number().int() });
const instant = z.number().describe("Milliseconds since 1970 (Unix time)");
const Hours = z.object({ start: z.string(), end: z.string() });
const DayHours = Hours.extend({ available: z.boolean(), breaks: z.array(Hours).readonly().optional() });
const text = z.string().nullable();

const DayTechnician = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(TECHNICIAN_STATUSES),
  skillLevel: z.enum(SKILL_LEVELS).nullable(),
  team: z.object({ id: z.string(), name: z.string() }).nullable(),
  startsIn: text.describe(
    "City of the depot, otherwise of the home; null if there is neither, or if you may not see it",
  ),
  skills: z.array(z.string()).readonly(),
  certifications: z.array(z.object({ name: z.string(), expiresOn: text })).readonly(),
  week: z
    .object({
      sunday: DayHours,
      monday: DayHours,
      tuesday: DayHours,
      wednesday: DayHours,
      thursday: DayHours,
      friday: DayHours,
      saturday: DayHours,
    })
    .nullable(),
  timeOff: z.array(z.object({ start: instant, end: instant, reason: z.string() })).readonly(),
});

const point = { addressId: z.string(), latitude: z.number().nullable(), longitude: z.number().nullable() };
const dayWorkOrder = {
  id: z.string(),
  number: z.int(),
  title: z.string(),
  status: z.enum(WORK_ORDER_STATUSES),
  priority: z.enum(PRIORITIES),
  customerName: z.string(),
  shortName: z.string().describe("Last name of a person, full name of a company"),
  city: z.string(),
  street: z.string(),
  phone: text.describe("The customer's phone number, in E.164 format"),
  serviceName: text.describe("Name of the service type the work order was booked with"),
  minutes: z.int(),
  window: z
    .object({ start: instant, end: instant, isNotified: z.boolean() })
    .nullable()
    .describe("The arrival window promised to the customer"),
  zone: text,
  version: z.int(),
};

const Day = z.object({
  date: z.string(),
  dates: z.array(z.string()),
  view: z.enum(["day", "week"]),
  today: z.string(),
  now: instant,
  zone: z.string(),
  mayPlan: z.boolean(),
  before: z.string().describe("The day before the first day returned"),
  after: z.string().describe("The day after the last day returned"),
  holidays: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })),
  technicians: z.array(DayTechnician),
  jobs: z.array(
    z.object({
      ...dayWorkOrder,
      technicianIds,
      start: instant,
      place: z.object(point),
      overrideReason: text,
      demands: z
        .object({
          skills: z.array(z.string()).readonly(),
          certifications: z.array(z.string()).readonly(),
          refrigerantWork: z.boolean(),
        })
        .nullable(),
      startedAt: instant.nullable().describe("When work began; null unless the job is in progress"),
      finishedAt: instant.nullable(),
    }),
  ),
  drives: z
    .array(z.object({ from: z.string(), to: z.string(), minutes: z.int() }))
    .describe("Drive times measured recently"),
  tray: z
    .array(
      z.object({
        ...dayWorkOrder,
        ...point,
        createdAt: instant,
        start: text,
        holdReason: z.enum(HOLD_REASONS).nullable(),
      }),
    )
    .describe("Unscheduled work orders"),
  trayIsPartial: z.boolean(),
});

const Load = z.object({
  days: z.array(
    z.object({
      date: z.string(),
      jobs: z.int().describe("Number of jobs with a lead technician that start on the day"),
      bookedMinutes: z.int(),
      shiftMinutes: z.int().describe("Shift minutes of all technicians, without breaks, time off and holidays"),
    }),
  ),
});

export const scheduling = new OpenAPIHono<HonoEnv>();

scheduling.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/scheduling/days/{date}",
    tags,
    summary: "Get the schedule of a day or a week",
    description: "Everyone's jobs on the day or in its week, and the unscheduled work orders.",
    request: {
      params: z.object({ date: z.string() }),
      query: z.object({ view: z.enum(["day", "week"]).default("day") }),
    },
    responses: { 200: json(Day) },
  }),
  async (c) =>
    c.json(await schedulerScreen(c.var.ctx, { date: c.req.valid("param").date, view: c.req.valid("query").view }), 200),
);

scheduling.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/scheduling/load",
    tags,
    summary: "Get how booked each day is",
    description: "For a range of at most 62 days.",
    request: { query: LoadQuery },
    responses: { 200: json(Load) },
  }),
  async (c) => c.json(await scheduleLoad(c.var.ctx, c.req.valid("query")), 200),
);

scheduling.openapi(
  operation("work_orders.write", {
    method: "put",
    path: "/work-orders/{id}/schedule",
    tags,
    summary: "Schedule a work order",
    description:
      "A booking with conflicts is refused with 409, which lists `conflicts` and up to three `resolutions`, those on the same day first.",
    request: { params: ref, body: jsonRequest(ScheduleWorkOrder) },
    responses: { 200: json(Placed) },
  }),
  async (c) => c.json(await scheduleWorkOrder(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200),
);

scheduling.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/work-orders/calculate-drive-time",
    tags,
    summary: "Calculate the drive time between two work orders",
    description: "Between their properties: measured, estimated or unknown.",
    request: { body: jsonRequest(DriveTimeRequest) },
    responses: { 200: json(Drive) },
  }),
  async (c) => c.json(await calculateDriveTime(c.var.ctx, c.req.valid("json")), 200),
);

scheduling.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/work-orders/calculate-batch-drive-time",
    tags,
    summary: "Calculate up to 100 drive times",
    description: "In the order of the request, each with its own error.",
    request: { body: jsonRequest(DriveTimeBatch) },
    responses: { 200: json(z.object({ results: z.array(z.union([Drive, DriveError])) })) },
  }),
  async (c) => c.json({ results: await calculateDriveTimes(c.var.ctx, c.req.valid("json").requests) }, 200),
);

scheduling.openapi(
  operation("work_orders.write", {
    method: "get",
    path: "/work-orders/{id}/suggested-slots",
    tags,
    summary: "List suggested openings for a work order",
    description: "Free times without conflicts in the coming days, least added drive time first.",
    request: { params: ref, query: SlotQuery },
    responses: { 200: json(Slots) },
  }),
  async (c) => c.json(await suggestedSlots(c.var.ctx, c.req.valid("param").id, c.req.valid("query")), 200),
);

scheduling.openapi(
  operation("work_orders.write", {
    method: "delete",
    path: "/work-orders/{id}/schedule",
    tags,
    summary: "Unschedule a work order",
    description: "Its status must be scheduled or dispatched.",
    request: { params: ref, query: z.object({ version: version.optional() }) },
    responses: { 200: json(Unscheduled) },
  }),
  async (c) => c.json(await unscheduleWorkOrder(c.var.ctx, c.req.valid("param").id, c.req.valid("query")), 200),
);

scheduling.openapi(
  operation("work_orders.write", {
    method: "post",
    path: "/work-orders/{id}/schedule/undo",
    tags,
    summary: "Undo a change of a work order's schedule",
    description:
      "Restores the status, hold reason, time, technicians and reserved parts from before the change. Refused with 409 if they have changed since.",
    request: { params: ref, body: jsonRequest(UndoScheduleChange) },
    responses: { 200: json(Undone) },
  }),
  async (c) => c.json(await undoScheduleChange(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200),
);

scheduling.openapi(
  operation("work_orders.write", {
    method: "get",
    path: "/scheduling/reassignment-proposal",
    tags,
    summary: "Preview the reassignment of a technician's day",
    description: "For the day of a technician who is out.",
    request: { query: ReassignmentQuery },
    responses: { 200: json(Proposal) },
  }),
  async (c) => c.json(await proposeReassignment(c.var.ctx, c.req.valid("query")), 200),
);

scheduling.openapi(
  operation("work_orders.write", {
    method: "post",
    path: "/scheduling/reassignments",
    tags,
    summary: "Reassign a technician's day",
    description: "As previewed, all jobs or none.",
    request: { body: jsonRequest(ReassignDay) },
    responses: { 201: json(Reassigned) },
  }),
  async (c) => c.json(await reassignDay(c.var.ctx, c.req.valid("json")), 201),
);

scheduling.openapi(
  operation("work_orders.write", {
    method: "post",
    path: "/scheduling/reassignments/{id}/undo",
    tags,
    summary: "Undo the reassignment of a technician's day",
    description: "All jobs or none.",
    request: { params: ref },
    responses: { 200: json(Reassigned) },
  }),
  async (c) => c.json(await undoReassignment(c.var.ctx, c.req.valid("param").id), 200),
);
