import { z } from "zod";
import { paging } from "~/domain/shared/fields";
import { boardColumn, boardColumns, statusCountsOf } from "~/domain/work-orders/board.server";
import { createWorkOrder } from "~/domain/work-orders/create.server";
import { deleteWorkOrder } from "~/domain/work-orders/delete.server";
import { workOrderDetail } from "~/domain/work-orders/detail.server";
import { workOrderTimeline } from "~/domain/work-orders/history.server";
import { WorkOrderFilter } from "~/domain/work-orders/list.schema";
import { listWorkOrders } from "~/domain/work-orders/list.server";
import { moveWorkOrder } from "~/domain/work-orders/move.server";
import { WORK_ORDER_STATUSES } from "~/domain/work-orders/rules";
import { CreateWorkOrder, MoveWorkOrder, UpdateWorkOrder } from "~/domain/work-orders/schema";
import { updateWorkOrder } from "~/domain/work-orders/update.server";
import { type Endpoint, endpoint } from "./endpoint";
import { columnOf, summaryOf, WorkOrderAnswer, WorkOrderColumn, WorkOrderList, workOrderOf } from "./work-order-shapes";

const tag = "Work orders";
const params = z.object({ id: z.string().describe("Id, number or WO-012") });
const { to: _, ...move } = MoveWorkOrder.shape;
const StatusChange = z.object({ status: MoveWorkOrder.shape.to, ...move });

const Share = z.object({ status: z.enum(WORK_ORDER_STATUSES), seconds: z.number(), percent: z.number() });
const Stay = z.object({
  status: z.enum(WORK_ORDER_STATUSES),
  enteredAt: z.string(),
  leftAt: z.string().nullable(),
  seconds: z.number(),
  skewed: z.boolean().describe("The device's clock was more than five minutes wrong"),
});
const Change = z.object({
  id: z.string(),
  from: z.enum(WORK_ORDER_STATUSES).nullable(),
  to: z.enum(WORK_ORDER_STATUSES),
  reason: z.string().nullable(),
  by: z.string().nullable(),
  occurredAt: z.string(),
  recordedAt: z.string(),
});

export const workOrders: Endpoint[] = [
  endpoint({
    method: "post",
    path: "/work-orders",
    tag,
    summary: "Create a work order; with a start it is scheduled at once",
    body: CreateWorkOrder,
    status: 201,
    answer: WorkOrderAnswer,
    run: async ({ ctx, body }) => {
      const { id } = await createWorkOrder(ctx, body);
      return workOrderOf(await workOrderDetail(ctx, id));
    },
  }),
  endpoint({
    method: "get",
    path: "/work-orders",
    tag,
    summary: "List work orders, newest first, or by start where days are given",
    query: WorkOrderFilter,
    answer: WorkOrderList,
    run: async ({ ctx, query }) => {
      const { items, nextCursor, total } = await listWorkOrders(ctx, query);
      return { items: items.map(summaryOf), nextCursor, total };
    },
  }),
  endpoint({
    method: "get",
    path: "/work-orders/status-counts",
    tag,
    summary: "How many work orders are in each state",
    answer: z.object({ items: z.array(z.object({ status: z.enum(WORK_ORDER_STATUSES), count: z.number().int() })) }),
    run: async ({ ctx }) => ({ items: await statusCountsOf(ctx) }),
  }),
  endpoint({
    method: "get",
    path: "/work-orders/board",
    tag,
    summary: "The board: each state's most urgent work orders; with a status and its cursor, more of that column",
    query: z.object({ status: z.enum(WORK_ORDER_STATUSES).optional(), cursor: paging.cursor }),
    answer: z.object({ columns: z.array(WorkOrderColumn) }),
    run: async ({ ctx, query: { status, cursor } }) => {
      const columns = status ? [await boardColumn(ctx, status, { cursor })] : await boardColumns(ctx);
      return { columns: columns.map(columnOf) };
    },
  }),
  endpoint({
    method: "get",
    path: "/work-orders/{id}",
    tag,
    summary: "One work order",
    params,
    answer: WorkOrderAnswer,
    run: async ({ ctx, params }) => workOrderOf(await workOrderDetail(ctx, params.id)),
  }),
  endpoint({
    method: "patch",
    path: "/work-orders/{id}",
    tag,
    summary: "Change what is given; the status has an endpoint of its own",
    params,
    body: UpdateWorkOrder,
    answer: WorkOrderAnswer,
    run: async ({ ctx, params, body }) => {
      const { id } = await updateWorkOrder(ctx, params.id, body);
      return workOrderOf(await workOrderDetail(ctx, id));
    },
  }),
  endpoint({
    method: "delete",
    path: "/work-orders/{id}",
    tag,
    summary: "Delete a work order on which nothing has happened yet; others are cancelled",
    params,
    status: 204,
    run: ({ ctx, params }) => deleteWorkOrder(ctx, params.id),
  }),
  endpoint({
    method: "patch",
    path: "/work-orders/{id}/status",
    tag,
    summary: "Move to another state; a refused move is 409 with from, to, allowed and missing",
    params,
    body: StatusChange,
    answer: WorkOrderAnswer,
    run: async ({ ctx, params, body: { status, ...given } }) => {
      const { id } = await moveWorkOrder(ctx, params.id, { ...given, to: status });
      return workOrderOf(await workOrderDetail(ctx, id));
    },
  }),
  endpoint({
    method: "get",
    path: "/work-orders/{id}/status-history",
    tag,
    summary: "Every change of state, oldest first",
    params,
    answer: z.object({ items: z.array(Change), nextCursor: z.null(), total: z.number().int() }),
    run: async ({ ctx, params }) => {
      const { history } = await workOrderTimeline(ctx, params.id);
      const items = history.map(({ firstName, lastName, ...change }) => ({
        ...change,
        by: firstName === null ? null : `${firstName} ${lastName}`,
      }));
      return { items, nextCursor: null, total: items.length };
    },
  }),
  endpoint({
    method: "get",
    path: "/work-orders/{id}/status-history/durations",
    tag,
    summary: "How long it stayed in each state",
    params,
    answer: z.object({ items: z.array(Stay), nextCursor: z.null(), total: z.number().int() }),
    run: async ({ ctx, params }) => {
      const { stays } = await workOrderTimeline(ctx, params.id);
      const iso = (at: number) => new Date(at).toISOString();
      const items = stays.map((stay) => ({
        ...stay,
        enteredAt: iso(stay.enteredAt),
        leftAt: stay.leftAt === null ? null : iso(stay.leftAt),
      }));
      return { items, nextCursor: null, total: items.length };
    },
  }),
  endpoint({
    method: "get",
    path: "/work-orders/{id}/status-distribution",
    tag,
    summary: "Each state's share of its life so far",
    params,
    answer: z.object({ items: z.array(Share), nextCursor: z.null(), total: z.number().int() }),
    run: async ({ ctx, params }) => {
      const { distribution } = await workOrderTimeline(ctx, params.id);
      return { items: distribution, nextCursor: null, total: distribution.length };
    },
  }),
];
