import { z } from "zod";
import { version } from "~/domain/fields";
import { placeWorkOrder } from "~/domain/scheduling/place.commands.server";
import { schedulerScreen } from "~/domain/scheduling/scheduler.queries.server";
import { PlaceWorkOrder, SlotQuery } from "~/domain/scheduling/schema";
import { suggestedSlots } from "~/domain/scheduling/suggestions.queries.server";
import { moveWorkOrder } from "~/domain/work-orders/move.commands.server";
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
    summary: "Take a scheduled work order out of the day again",
    params: ref,
    query: z.object({ version: version.optional() }),
    status: 204,
    run: ({ ctx, params, query }) => moveWorkOrder(ctx, params.id, { to: "unscheduled", version: query.version }),
  }),
];
