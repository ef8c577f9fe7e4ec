import { z } from "zod";
import { calculateDriveTime, calculateDriveTimes } from "~/domain/scheduling/drive-times.server";
import { placeWorkOrder } from "~/domain/scheduling/place.server";
import { proposeRescue } from "~/domain/scheduling/rescue.queries.server";
import { applyRescue, undoRescue } from "~/domain/scheduling/rescue.server";
import { schedulerScreen } from "~/domain/scheduling/scheduler.server";
import {
  ApplyRescue,
  DriveTimeBatch,
  DriveTimeRequest,
  PlaceWorkOrder,
  RescueQuery,
  SlotQuery,
} from "~/domain/scheduling/schema";
import { suggestedSlots } from "~/domain/scheduling/suggestions.server";
import { unplaceWorkOrder } from "~/domain/scheduling/unplace.server";
import { version } from "~/domain/shared/fields";
import { WORK_ORDER_STATUSES } from "~/domain/work-orders/rules";
import { type Endpoint, endpoint } from "./endpoint";

const tag = "Scheduling";
const ref = z.object({ id: z.string().max(64) });

const Warning = z.object({ kind: z.string(), severity: z.string(), technicianId: z.string(), message: z.string() });
const Placed = z.object({
  id: z.string(),
  number: z.number().int(),
  status: z.enum(WORK_ORDER_STATUSES),
  version: z.number().int(),
  scheduledStart: z.string(),
  scheduledEnd: z.string(),
  technicianIds: z.array(z.string()),
  notice: z.string().nullable(),
  warnings: z.array(Warning),
});
const Slots = z.object({
  workOrderId: z.string(),
  zone: z.string(),
  days: z.number().int(),
  items: z.array(
    z.object({
      technicianId: z.string(),
      start: z.number(),
      addedMinutes: z.number().nullable(),
      reason: z.string(),
    }),
  ),
});
const Change = z.object({ technicianIds: z.array(z.string()), start: z.number() });
const Proposal = z.object({
  technicianId: z.string(),
  name: z.string(),
  date: z.string(),
  at: z.number(),
  fingerprint: z.string(),
  changes: z.array(
    z.object({
      jobId: z.string(),
      label: z.string(),
      version: z.number(),
      from: Change,
      to: Change,
      message: z.string(),
    }),
  ),
  leftOver: z.array(z.object({ jobId: z.string(), label: z.string(), reason: z.string() })),
  driveMinutes: z.object({ before: z.number(), after: z.number() }),
  driveBasis: z.enum(["estimate", "partly_measured"]),
});
const Drive = z.object({
  originWorkOrderId: z.string(),
  destinationWorkOrderId: z.string(),
  minutes: z.number().int().nullable().describe("Null where it is unknown, never 0 for a lack of knowledge"),
  basis: z.enum(["same_address", "measured", "estimate", "unknown"]),
  label: z.string(),
  departureTime: z.string().optional(),
  arrivalTime: z.string().optional(),
});
const DriveError = z.object({ originWorkOrderId: z.string(), destinationWorkOrderId: z.string(), error: z.string() });
const Rescued = z.object({ id: z.string(), jobs: z.number().int() });
const Day = z.object({
  date: z.string(),
  dates: z.array(z.string()),
  zone: z.string(),
  technicians: z.array(z.object({ id: z.string(), name: z.string() }).loose()),
  jobs: z.array(z.object({ id: z.string(), number: z.number(), start: z.number(), minutes: z.number() }).loose()),
  tray: z.array(z.object({ id: z.string(), number: z.number() }).loose()),
});

export const scheduling: Endpoint[] = [
  endpoint({
    method: "get",
    path: "/scheduling/days/{date}",
    tag,
    summary: "Everybody's jobs of a day or of the week around it, and what waits for a place",
    params: z.object({ date: z.string() }),
    query: z.object({ view: z.enum(["day", "week"]).default("day") }),
    answer: Day,
    run: ({ ctx, params, query }) => schedulerScreen(ctx, { date: params.date, view: query.view }),
  }),
  endpoint({
    method: "put",
    path: "/work-orders/{id}/schedule",
    tag,
    summary:
      "Give a work order a place in somebody's day; a 409 says in `conflicts` what speaks against it and in `fixes` the two cheapest ways out",
    params: ref,
    body: PlaceWorkOrder,
    answer: Placed,
    run: ({ ctx, params, body }) => placeWorkOrder(ctx, params.id, body),
  }),
  endpoint({
    method: "post",
    path: "/work-orders/calculate-drive-time",
    tag,
    summary: "The drive from one work order's site to another's: measured, a labelled estimate, or unknown",
    body: DriveTimeRequest,
    answer: Drive,
    run: ({ ctx, body }) => calculateDriveTime(ctx, body),
  }),
  endpoint({
    method: "post",
    path: "/work-orders/calculate-batch-drive-time",
    tag,
    summary: "Up to a hundred drives, answered in the order asked, each with its own error",
    body: DriveTimeBatch,
    answer: z.object({ results: z.array(z.union([Drive, DriveError])) }),
    run: async ({ ctx, body }) => ({ results: await calculateDriveTimes(ctx, body.requests) }),
  }),
  endpoint({
    method: "get",
    path: "/work-orders/{id}/suggested-slots",
    tag,
    summary: "Places with nothing against them in the next days, the fewest added minutes of driving first",
    params: ref,
    query: SlotQuery,
    answer: Slots,
    run: ({ ctx, params, query }) => suggestedSlots(ctx, params.id, query),
  }),
  endpoint({
    method: "delete",
    path: "/work-orders/{id}/schedule",
    tag,
    summary: "Take a scheduled or dispatched work order out of the day again",
    params: ref,
    query: z.object({ version: version.optional() }),
    status: 204,
    run: ({ ctx, params, query }) => unplaceWorkOrder(ctx, params.id, query),
  }),
  endpoint({
    method: "get",
    path: "/scheduling/rescue-proposal",
    tag,
    summary: "Who would take over the day of a technician who is out; nothing is changed by looking",
    query: RescueQuery,
    answer: Proposal,
    run: ({ ctx, query }) => proposeRescue(ctx, query),
  }),
  endpoint({
    method: "post",
    path: "/scheduling/rescues",
    tag,
    summary: "Give the day away as it was proposed, whole or not at all",
    body: ApplyRescue,
    status: 201,
    answer: Rescued,
    run: ({ ctx, body }) => applyRescue(ctx, body),
  }),
  endpoint({
    method: "post",
    path: "/scheduling/rescues/{id}/undo",
    tag,
    summary: "Take a rescue back, whole or not at all",
    params: ref,
    answer: Rescued,
    run: ({ ctx, params }) => undoRescue(ctx, params.id),
  }),
];
