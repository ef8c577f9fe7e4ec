import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { CHECK_ANSWERS } from "~/domain/service-types/results";
import { TASK_KINDS } from "~/domain/service-types/service-type";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { paging } from "~/domain/shared/fields";
import { NOTIFICATION_CHANNELS, windowOf } from "~/domain/technicians/arrival-window";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { PRIORITIES } from "~/domain/work-order-basics/priority";
import { CANCEL_REASONS, HOLD_REASONS, WORK_ORDER_STATUSES } from "~/domain/work-order-basics/status";
import { DETAILS_UNREADABLE } from "~/domain/work-orders/archive/archive";
import { type BoardColumn, boardColumn, boardColumns, statusCountsOf } from "~/domain/work-orders/board.server";
import { changeWorkOrderStatus } from "~/domain/work-orders/change-status.server";
import { createWorkOrder } from "~/domain/work-orders/create.server";
import { deleteWorkOrder } from "~/domain/work-orders/delete.server";
import { type WorkOrderDetail, workOrderDetail, workOrderTimeline } from "~/domain/work-orders/detail.server";
import { listWorkOrders, type WorkOrderRow } from "~/domain/work-orders/list.server";
import { ChangeStatus, CreateWorkOrder, UpdateWorkOrder, WorkOrderFilter } from "~/domain/work-orders/schema";
import { updateWorkOrder } from "~/domain/work-orders/update.server";
import { json, jsonRequest, noContent, operation } from "./operation";
import { NoteAnswer, noteOf } from "./work-order-notes";

const Status = z.enum(WORK_ORDER_STATUSES);

const Named = z.object({ id: z.string(), name: z.string() });

const Summary = z.object({
  id: z.string(),
  number: z.number().int(),
  reference: z.string().describe("The number as shown, such as WO-012"),
  title: z.string(),
  status: Status,
  priority: z.enum(PRIORITIES),
  customerId: z.string(),
  customer: Named,
  siteAddressId: z.string(),
  technicianId: z.string().nullable(),
  technician: Named.nullable(),
  scheduledStart: z.string().nullable(),
  scheduledEnd: z.string().nullable(),
  durationMinutes: z.number().int(),
  arrivalWindow: z
    .object({ start: z.string(), end: z.string() })
    .nullable()
    .describe("The window promised to the customer"),
  holdReason: z.enum(HOLD_REASONS).nullable(),
  unsafe: z.boolean().describe("True if a reading shows that the equipment must not run"),
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const Card = Summary.pick({
  id: true,
  number: true,
  reference: true,
  title: true,
  status: true,
  priority: true,
  technician: true,
  scheduledStart: true,
  durationMinutes: true,
  arrivalWindow: true,
  holdReason: true,
  unsafe: true,
  version: true,
  customerId: true,
}).extend({ customerName: z.string(), city: z.string(), cancelReason: z.enum(CANCEL_REASONS).nullable() });

const TaskResult = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("check"), answer: z.enum(CHECK_ANSWERS), remark: z.string().nullable() }),
    z.object({ kind: z.literal("measurement"), value: z.number() }),
    z.object({ kind: z.literal("photo"), photoIds: z.array(z.string()).readonly() }),
    z.object({ kind: z.literal("signature"), signatureId: z.string() }),
    z.object({ kind: z.literal("reading"), readingId: z.string(), withinLimits: z.boolean().nullable() }),
    z.object({ kind: z.literal("note"), text: z.string() }),
  ])
  .describe("The recorded result");

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? "" });

const WorkOrderList = z.object({
  items: z.array(Summary),
  nextCursor: z.string().nullable(),
  total: z.number().int().nullable(),
});

const WorkOrderColumn = z.object({
  status: Status,
  items: z.array(Card),
  nextCursor: z.string().nullable(),
  total: z.number().int(),
});

export const WorkOrderAnswer = Summary.extend({
  customer: z.object({ id: z.string(), name: z.string(), phone: z.string().nullable() }),
  description: z.string().nullable(),
  site: z.object({
    id: z.string(),
    line1: z.string(),
    line2: z.string().nullable(),
    city: z.string(),
    state: z.string(),
    postalCode: z.string(),
    timeZone: z.string().nullable(),
  }),
  helpers: z.array(Named),
  arrivalWindowMinutes: z.number().int().nullable(),
  arrivalWindow: z
    .object({
      start: z.string(),
      end: z.string(),
      notified: z
        .object({ at: z.string(), how: z.enum(NOTIFICATION_CHANNELS) })
        .nullable()
        .describe("When the customer was notified; null if they have not been"),
    })
    .nullable()
    .describe("The window promised to the customer; the start is within it"),
  cancelReason: z.enum(CANCEL_REASONS).nullable(),
  signatureRequired: z.boolean(),
  noCharge: z.boolean(),
  completedAt: z.string().nullable(),
  equipment: z.array(Named).describe("Equipment the work order is for"),
  allowed: z.array(Status).describe("Statuses you may change it to"),
  serviceTypeId: z.string().nullable(),
  playbookVersion: z
    .number()
    .int()
    .nullable()
    .describe("Version of the service type's playbook when the work order was created"),
  tasks: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      kind: z.enum(TASK_KINDS),
      required: z.boolean(),
      unit: z.string().nullable(),
      min: z.number().nullable(),
      max: z.number().nullable(),
      sequence: z.number().int(),
      instructions: z.string().nullable(),
      skills: z.array(z.string()),
      serviceTaskId: z.string().nullable().describe("The service type's task it was copied from"),
      result: TaskResult.nullable(),
      doneAt: z.string().nullable(),
      outcome: z.enum(["pass", "fail"]).nullable(),
      followUpId: z.string().nullable().describe("The follow-up work order for a failed result"),
    }),
  ),
  notes: z.array(NoteAnswer).describe("The latest six notes"),
  detailsUnreadable: z.boolean().describe("True if its tasks are archived and could not be read; try again later"),
});

function summaryOf(row: WorkOrderRow): z.output<typeof Summary> {
  const { customerName, line1: _, city: __, timeZone: ___, technicianName, windowStart, windowEnd, ...facts } = row;
  return {
    ...facts,
    arrivalWindow: windowOf({ windowStart, windowEnd }),
    reference: formatWorkOrderNumber(row.number),
    customer: { id: row.customerId, name: customerName },
    technician: named(row.technicianId, technicianName),
  };
}

function columnOf({ status, items, nextCursor, total }: BoardColumn): z.output<typeof WorkOrderColumn> {
  const cards = items.map((item) => {
    const { rank: _, timeZone: __, late: ___, line1: ____, createdAt: _____, customerPhone: ______, ...shown } = item;
    const { technicianId, technicianName, windowStart, windowEnd, ...card } = shown;
    return {
      ...card,
      arrivalWindow: windowOf({ windowStart, windowEnd }),
      reference: formatWorkOrderNumber(card.number),
      technician: named(technicianId, technicianName),
    };
  });
  return { status, items: cards, nextCursor, total };
}

function promised(found: WorkOrderDetail): z.output<typeof WorkOrderAnswer>["arrivalWindow"] {
  const { windowNotifiedAt: at, windowNotifiedHow: how } = found;
  const window = windowOf(found);
  return window && { ...window, notified: at && how ? { at, how } : null };
}

export function workOrderOf(found: WorkOrderDetail): z.output<typeof WorkOrderAnswer> {
  const { line1, line2, city, state, postalCode, timeZone } = found;
  const technicianName = `${found.technicianFirstName} ${found.technicianLastName}`;
  return {
    id: found.id,
    number: found.number,
    reference: found.reference,
    title: found.title,
    description: found.description,
    status: found.status,
    priority: found.priority,
    customerId: found.customerId,
    customer: { id: found.customerId, name: found.customerName, phone: found.customerPhone },
    siteAddressId: found.siteAddressId,
    site: { id: found.siteAddressId, line1, line2, city, state, postalCode, timeZone },
    technicianId: found.technicianId,
    technician: named(found.technicianId, technicianName),
    helpers: found.helpers,
    scheduledStart: found.scheduledStart,
    scheduledEnd: found.scheduledEnd,
    durationMinutes: found.durationMinutes,
    arrivalWindowMinutes: found.arrivalWindowMinutes,
    arrivalWindow: promised(found),
    holdReason: found.holdReason,
    unsafe: found.unsafe,
    cancelReason: found.cancelReason,
    signatureRequired: found.signatureRequired,
    noCharge: found.noCharge,
    version: found.version,
    createdAt: found.createdAt,
    updatedAt: found.updatedAt,
    completedAt: found.completedAt,
    equipment: found.equipment.map(({ id, equipmentName: name }) => ({ id, name })),
    allowed: found.allowed,
    serviceTypeId: found.serviceTypeId,
    playbookVersion: found.playbook?.version ?? null,
    tasks: found.tasks.map(({ version: _, ...task }) => task),
    notes: found.notes.map(noteOf),
    detailsUnreadable: found.detailsUnreadable,
  };
}

const tags = ["Work orders"];

const params = z.object({ id: z.string().describe("Id, number or reference, such as WO-012") });

const { to: _, ...given } = ChangeStatus.shape;

const StatusChange = z.object({ status: ChangeStatus.shape.to, ...given });

const StatusChanged = WorkOrderAnswer.extend({
  changed: z.boolean().describe("False if it had the status already"),
  notice: z
    .string()
    .nullable()
    .describe("Notice to show to the user: a technician has not accepted the invitation yet"),
});

const Share = z.object({ status: z.enum(WORK_ORDER_STATUSES), seconds: z.number(), percent: z.number() });

const Stay = z.object({
  status: z.enum(WORK_ORDER_STATUSES),
  enteredAt: z.string(),
  leftAt: z.string().nullable(),
  seconds: z.number(),
  skewed: z.boolean().describe("True if the device's clock was off by more than 5 minutes; the office's time is used"),
});

const Change = z.object({
  id: z.string(),
  from: z.enum(WORK_ORDER_STATUSES).nullable(),
  to: z.enum(WORK_ORDER_STATUSES),
  reason: z.string().nullable(),
  by: z.string().nullable(),
  occurredAt: z.string().describe("According to the office's clock"),
  recordedAt: z.string(),
  deviceAt: z.string().nullable().describe("According to the device's clock, if the office's time is used instead"),
});

export const workOrders = new OpenAPIHono<HonoEnv>();

workOrders.openapi(
  operation("work_orders.write", {
    method: "post",
    path: "/work-orders",
    tags,
    summary: "Create a work order",
    description: "With a start, it is scheduled.",
    request: { body: jsonRequest(CreateWorkOrder) },
    responses: { 201: json(WorkOrderAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await createWorkOrder(ctx, c.req.valid("json"));
    return c.json(workOrderOf(await workOrderDetail(ctx, id)), 201);
  },
);

workOrders.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders",
    tags,
    summary: "List work orders",
    description: "Newest first, or by start if dates are given.",
    request: { query: WorkOrderFilter },
    responses: { 200: json(WorkOrderList) },
  }),
  async (c) => {
    const { items, nextCursor, total } = await listWorkOrders(c.var.ctx, c.req.valid("query"));
    return c.json({ items: items.map(summaryOf), nextCursor, total }, 200);
  },
);

workOrders.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/status-counts",
    tags,
    summary: "Count work orders by status",
    responses: {
      200: json(
        z.object({ items: z.array(z.object({ status: z.enum(WORK_ORDER_STATUSES), count: z.number().int() })) }),
      ),
    },
  }),
  async (c) => c.json({ items: await statusCountsOf(c.var.ctx) }, 200),
);

workOrders.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/board",
    tags,
    summary: "Get the work order board",
    description: "The most urgent work orders of each status. With a status and its cursor, more of that column.",
    request: { query: z.object({ status: z.enum(WORK_ORDER_STATUSES).optional(), cursor: paging.cursor }) },
    responses: { 200: json(z.object({ columns: z.array(WorkOrderColumn) })) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { status, cursor } = c.req.valid("query");
    const columns = status ? [await boardColumn(ctx, status, { cursor })] : await boardColumns(ctx);
    return c.json({ columns: columns.map(columnOf) }, 200);
  },
);

workOrders.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/{id}",
    tags,
    summary: "Get a work order",
    request: { params },
    responses: { 200: json(WorkOrderAnswer) },
  }),
  async (c) => c.json(workOrderOf(await workOrderDetail(c.var.ctx, c.req.valid("param").id)), 200),
);

workOrders.openapi(
  operation("work_orders.write", {
    method: "patch",
    path: "/work-orders/{id}",
    tags,
    summary: "Update a work order",
    description:
      "Omitted fields stay unchanged. The status is changed by PATCH /work-orders/{id}/status. The customer can't be changed while an estimate for the job is open or approved, or while it has an invoice.",
    request: { params, body: jsonRequest(UpdateWorkOrder) },
    responses: { 200: json(WorkOrderAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updateWorkOrder(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(workOrderOf(await workOrderDetail(ctx, id)), 200);
  },
);

workOrders.openapi(
  operation("work_orders.write", {
    method: "delete",
    path: "/work-orders/{id}",
    tags,
    summary: "Delete a work order",
    description: "Only a work order without any activity. Cancel others instead.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteWorkOrder(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

workOrders.openapi(
  operation("work_orders.read", {
    method: "patch",
    path: "/work-orders/{id}/status",
    tags,
    summary: "Change a work order's status",
    description:
      "A refused change is 409 with `from`, `to`, `allowed` and `missing`. Closing without a paid invoice needs `noCharge` or a reason.",
    request: { params, body: jsonRequest(StatusChange) },
    responses: { 200: json(StatusChanged) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { status, ...given } = c.req.valid("json");
    const change = await changeWorkOrderStatus(ctx, c.req.valid("param").id, { ...given, to: status });
    const { id, changed, notice } = change;
    return c.json({ ...workOrderOf(await workOrderDetail(ctx, id)), changed, notice }, 200);
  },
);

/**
 * The API returns the whole timeline or an error.
 * @throws DomainError not_found; forbidden; unavailable if it is archived and cannot be read
 */
async function wholeTimeline(ctx: Ctx, id: string) {
  const timeline = await workOrderTimeline(ctx, id);
  if (timeline.detailsUnreadable) throw new DomainError("unavailable", DETAILS_UNREADABLE);
  return timeline;
}

workOrders.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/{id}/status-history",
    tags,
    summary: "List a work order's status changes",
    description: "Oldest first.",
    request: { params },
    responses: { 200: json(z.object({ items: z.array(Change), nextCursor: z.null(), total: z.number().int() })) },
  }),
  async (c) => {
    const { history } = await wholeTimeline(c.var.ctx, c.req.valid("param").id);
    const items = history.flatMap(({ id, from, to, reason, occurredAt, recordedAt, deviceAt, firstName, lastName }) => {
      if (to === null) return [];
      const by = firstName === null ? null : `${firstName} ${lastName}`;
      return [{ id, from, to, reason, by, occurredAt, recordedAt, deviceAt }];
    });
    return c.json({ items, nextCursor: null, total: items.length }, 200);
  },
);

workOrders.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/{id}/status-history/durations",
    tags,
    summary: "List the time a work order spent in each status",
    request: { params },
    responses: { 200: json(z.object({ items: z.array(Stay), nextCursor: z.null(), total: z.number().int() })) },
  }),
  async (c) => {
    const { stays } = await wholeTimeline(c.var.ctx, c.req.valid("param").id);
    const iso = (at: number) => new Date(at).toISOString();
    const items = stays.map((stay) => ({
      ...stay,
      enteredAt: iso(stay.enteredAt),
      leftAt: stay.leftAt === null ? null : iso(stay.leftAt),
    }));
    return c.json({ items, nextCursor: null, total: items.length }, 200);
  },
);

workOrders.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/{id}/status-distribution",
    tags,
    summary: "List the share of time a work order spent in each status",
    request: { params },
    responses: { 200: json(z.object({ items: z.array(Share), nextCursor: z.null(), total: z.number().int() })) },
  }),
  async (c) => {
    const { distribution } = await wholeTimeline(c.var.ctx, c.req.valid("param").id);
    return c.json({ items: distribution, nextCursor: null, total: distribution.length }, 200);
  },
);
