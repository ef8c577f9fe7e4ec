import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { type Dashboard, readDashboard } from "~/domain/dashboard/blocks.server";
import { paymentsReceived } from "~/domain/invoices/money.server";
import { PAYMENT_METHODS } from "~/domain/invoices/payment";
import { scheduleDate } from "~/domain/shared/fields";
import { toDecimal } from "~/domain/shared/money";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { WORK_ORDER_STATUSES } from "~/domain/work-order-basics/status";
import { json, operation } from "./operation";

const tags = ["Dashboard"];
const count = z.int();
const money = z.number().describe("Dollars");
const day = z.string().describe("YYYY-MM-DD, in the business's time zone");
const unseen = "Null if you may not see it";

const DashboardAnswer = z.object({
  today: z
    .object({
      date: day,
      byStatus: z
        .array(z.object({ status: z.enum(WORK_ORDER_STATUSES), count }))
        .describe("Work orders that start today, by status"),
      waiting: z
        .object({ late: count, unassigned: count, unscheduled: count, onHold: count, toBill: count })
        .nullable()
        .describe("`late` is counted up to 100; null if you do not schedule, as your own work orders are counted"),
    })
    .nullable()
    .describe(unseen),
  dispatch: z
    .object({
      problems: z.array(
        z.object({
          kind: z.enum(["conflict", "at_risk"]),
          workOrder: z.string(),
          technician: z.string().nullable(),
          message: z.string(),
        }),
      ),
    })
    .nullable()
    .describe(unseen),
  money: z
    .object({
      overdue: z.object({ count, balance: money }),
      received: z.object({ from: day, to: day, count, amount: money }),
    })
    .nullable()
    .describe(unseen),
  quality: z
    .object({
      completedToday: count,
      spans: z.array(
        z.object({
          days: count,
          from: day,
          to: day,
          jobs: count,
          secondVisits: count,
          firstTimeFix: z.number().nullable().describe("Share from 0 to 1"),
          callbackJobs: count,
        }),
      ),
    })
    .nullable()
    .describe(unseen),
  capacity: z
    .array(z.object({ date: day, jobs: count, bookedMinutes: count, shiftMinutes: count }))
    .nullable()
    .describe("The next 14 days"),
  stock: z.object({ low: count, out: count }).nullable().describe("Items to reorder, each counted up to 100"),
  leaks: z.object({ overdue: count, soon: count }).nullable().describe("Deadlines of leak repairs"),
  maintenance: z
    .object({ due: count, overdue: count })
    .nullable()
    .describe("Equipment due for maintenance, counted up to 100"),
  memos: z
    .object({ toReview: count })
    .nullable()
    .describe("Spoken memos left to the office to review, counted up to 100"),
  todos: z.object({ overdue: count, today: count }).nullable().describe("Your own to-dos"),
});

function dashboardAnswer({ today, dispatch, money, quality, ...rest }: Dashboard): z.output<typeof DashboardAnswer> {
  const { capacity, stock, leaks, maintenance, memos, todos } = rest;
  const [day, problems, sums, held] = [today?.data, dispatch?.data?.problems, money?.data, quality?.data];
  return {
    today: day
      ? {
          date: day.date,
          byStatus: day.byStatus,
          waiting: day.waiting && {
            ...{ late: day.waiting.late, unassigned: day.waiting.unassigned, unscheduled: day.waiting.unscheduled },
            ...{ onHold: day.waiting.onHold, toBill: day.waiting.toBill },
          },
        }
      : null,
    dispatch: problems
      ? {
          problems: problems.map(({ kind, number, technicianName, message }) => ({
            ...{ kind, workOrder: formatWorkOrderNumber(number), technician: technicianName, message },
          })),
        }
      : null,
    money: sums
      ? {
          overdue: { count: sums.overdue.count, balance: toDecimal(sums.overdue.minor) },
          received: {
            ...{ from: sums.received.from, to: sums.received.to, count: sums.received.count },
            amount: toDecimal(sums.received.minor),
          },
        }
      : null,
    quality: held
      ? {
          completedToday: held.completedToday,
          spans: held.spans.map(({ days, from, to, jobs, secondVisits, firstTimeFix, callbackJobs }) => ({
            ...{ days, from, to, jobs, secondVisits, firstTimeFix, callbackJobs },
          })),
        }
      : null,
    capacity: capacity?.data?.days ?? null,
    stock: stock?.data ? { low: stock.data.low, out: stock.data.out } : null,
    leaks: leaks?.data ? { overdue: leaks.data.overdue, soon: leaks.data.soon } : null,
    maintenance: maintenance?.data ? { due: maintenance.data.due, overdue: maintenance.data.overdue } : null,
    memos: memos?.data ? { toReview: memos.data.toReview } : null,
    todos: todos?.data ?? null,
  };
}

export const dashboard = new OpenAPIHono<HonoEnv>();

dashboard.openapi(
  operation("member", {
    method: "get",
    path: "/dashboard",
    tags,
    summary: "Get the business dashboard",
    description: "What it contains depends on your role.",
    responses: { 200: json(DashboardAnswer) },
  }),
  async (c) => {
    const whole = await readDashboard(c.var.ctx, async (load) => ({ ...(await load()), failed: false }));
    return c.json(dashboardAnswer(whole), 200);
  },
);

dashboard.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/payments-received",
    tags,
    summary: "List payments received",
    description: "Of a range of at most 92 days. Lists the latest 200 and counts them all.",
    request: { query: z.object({ from: scheduleDate, to: scheduleDate }) },
    responses: {
      200: json(
        z.object({
          count,
          amount: money,
          items: z.array(
            z.object({
              id: z.string(),
              receivedOn: day,
              method: z.enum(PAYMENT_METHODS),
              reference: z.string().nullable(),
              amount: money,
              customer: z.string(),
            }),
          ),
        }),
      ),
    },
  }),
  async (c) => {
    const { count: all, minor, items } = await paymentsReceived(c.var.ctx, c.req.valid("query"));
    const answers = items.map(({ id, receivedOn, method, reference, minor: amount, customerName }) => ({
      ...{ id, receivedOn, method, reference, amount: toDecimal(amount), customer: customerName },
    }));
    return c.json({ count: all, amount: toDecimal(minor), items: answers }, 200);
  },
);
