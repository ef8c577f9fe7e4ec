import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { estimateUrl } from "~/domain/estimates/send.server";
import { invoiceUrl } from "~/domain/invoices/pdf.server";
import type { Ctx } from "~/domain/shared/context";
import { toDecimal } from "~/domain/shared/money";
import {
  type CustomerVisit,
  customerSays,
  customerVisit,
  otherTimes,
  rateVisit,
  requestReschedule,
  visitPreview,
} from "~/domain/visits/customer-page.server";
import { revokeVisitPage, visitLinks, visitPage } from "~/domain/visits/links.server";
import { CustomerWords, Rating, RescheduleRequest } from "~/domain/visits/schema";
import { VISIT_STATES } from "~/domain/visits/visit";
import { json, jsonRequest, noContent, operation, whole } from "./operation";

const tags = ["Visit pages"];
const params = z.object({ id: z.string() });
const tokenParams = z.object({ token: z.string() });
const nullable = z.string().nullable();
const instant = z.string().describe("ISO 8601, UTC");

const VisitAnswer = z.object({
  business: z.object({ name: z.string(), phone: nullable, email: nullable }),
  reference: z.string().describe("WO-12"),
  title: z.string(),
  customer: nullable,
  address: z.string(),
  timeZone: z.string().describe("The time zone of the property"),
  state: z.enum(VISIT_STATES),
  technician: nullable.describe("First name of who comes"),
  window: z.object({ start: instant, end: instant }).nullable().describe("The promised arrival window"),
  scheduledStart: instant.nullable(),
  minutesAway: z.int().nullable().describe("Rounded to five; null unless the technician is on the way"),
  completedAt: instant.nullable(),
  notes: z.array(z.object({ id: z.string(), body: z.string(), createdAt: instant })),
  photoIds: z.array(z.string()).describe("Photos shown to the customer: `/s/visit/{token}/photos/{id}`"),
  messages: z
    .array(
      z.object({
        ...{ seq: z.int(), body: z.string(), createdAt: instant, isCustomer: z.boolean(), author: nullable },
        photoId: nullable.describe("Photo sent with it: `/s/visit/{token}/photos/{id}`"),
      }),
    )
    .describe("Oldest first"),
  estimates: z
    .array(z.object({ title: z.string(), total: z.number(), validUntil: z.string(), url: z.string() }))
    .describe("Estimates that can be approved; totals in dollars"),
  invoice: z
    .object({ number: z.int(), balance: z.number().describe("Dollars"), url: nullable })
    .nullable()
    .describe("`url` is null until the invoice is sent"),
  rating: z.object({ stars: z.int(), comment: nullable }).nullable(),
  canRate: z.boolean(),
  canReschedule: z.boolean(),
});

function answerOf(ctx: Ctx, visit: CustomerVisit): z.output<typeof VisitAnswer> {
  const { business, reference, title, customer, address, zone, state, technician, window, scheduledStart } = visit;
  const { minutes, completedAt, notes, photos, messages, estimates, invoice, rating, canRate, canMove } = visit;
  return {
    business: { name: business.name, phone: business.phone ? business.phone.text : null, email: business.email },
    ...{ reference, title, customer, address, timeZone: zone, state, technician, window, scheduledStart },
    ...{ minutesAway: minutes, completedAt, notes, photoIds: photos },
    messages: messages.map(({ seq, body, photoId, createdAt, isCustomer, by }) => ({
      ...{ seq, body, photoId, createdAt, isCustomer, author: by },
    })),
    estimates: estimates.map((estimate) => ({
      ...{ title: estimate.title, total: toDecimal(estimate.totalMinor), validUntil: estimate.validUntil },
      url: estimateUrl(ctx, estimate.token),
    })),
    invoice: invoice && {
      ...{ number: invoice.number, balance: toDecimal(invoice.balanceMinor) },
      url: invoice.token === null ? null : invoiceUrl(ctx, { token: invoice.token }),
    },
    ...{ rating, canRate, canReschedule: canMove },
  };
}

export const visits = new OpenAPIHono<HonoEnv>();

visits.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/work-orders/{id}/visit-page",
    tags,
    summary: "Get the link to a work order's customer page",
    description: "Creates a link if there is none.",
    request: { params },
    responses: { 201: json(z.object({ url: z.string() })) },
  }),
  async (c) => c.json(await visitPage(c.var.ctx, c.req.valid("param").id), 201),
);

visits.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/{id}/visit-page",
    tags,
    summary: "Get what a work order's customer page shows",
    description: "Does not count as a view.",
    request: { params },
    responses: { 200: json(VisitAnswer) },
  }),
  async (c) => c.json(answerOf(c.var.ctx, await visitPreview(c.var.ctx, c.req.valid("param").id)), 200),
);

visits.openapi(
  operation("work_orders.read", {
    method: "delete",
    path: "/work-orders/{id}/visit-page",
    tags,
    summary: "Revoke all links to a work order's customer page",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await revokeVisitPage(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

const LinkAnswer = z.object({
  id: z.string(),
  createdAt: instant,
  expiresAt: instant,
  revokedAt: instant.nullable(),
  firstViewedAt: instant.nullable(),
  lastViewedAt: instant.nullable(),
  works: z.boolean().describe("Neither revoked nor expired"),
});

visits.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/{id}/visit-links",
    tags,
    summary: "List the links to a work order's customer page",
    description: "Newest first, at most 50.",
    request: { params },
    responses: {
      200: json(z.object({ items: z.array(LinkAnswer), nextCursor: z.null(), total: z.int() })),
    },
  }),
  async (c) => c.json(whole(await visitLinks(c.var.ctx, c.req.valid("param").id)), 200),
);

visits.openapi(
  operation("anyone", {
    method: "get",
    path: "/signed/visits/{token}",
    tags,
    summary: "Get a visit as its customer sees it",
    description: "Who comes and when, how far along they are, notes, photos, messages, and what to approve and pay.",
    request: { params: tokenParams },
    responses: { 200: json(VisitAnswer) },
  }),
  async (c) => c.json(answerOf(c.var.ctx, await customerVisit(c.var.ctx, c.req.valid("param").token)), 200),
);

visits.openapi(
  operation("anyone", {
    method: "get",
    path: "/signed/visits/{token}/times",
    tags,
    summary: "List times a visit could be moved to",
    description: "Empty if it can no longer be moved.",
    request: { params: tokenParams },
    responses: {
      200: json(
        z.object({
          items: z.array(z.object({ start: instant, label: z.string() })),
          nextCursor: z.null(),
          total: z.int(),
        }),
      ),
    },
  }),
  async (c) => c.json(whole(await otherTimes(c.var.ctx, c.req.valid("param").token)), 200),
);

visits.openapi(
  operation("anyone", {
    method: "post",
    path: "/signed/visits/{token}/messages",
    tags,
    summary: "Send the office a message about a visit",
    description: "A retry with the same `key` has no further effect.",
    request: { params: tokenParams, body: jsonRequest(CustomerWords) },
    responses: { 204: noContent },
  }),
  async (c) => {
    await customerSays(c.var.ctx, c.req.valid("param").token, c.req.valid("json"));
    return c.body(null, 204);
  },
);

visits.openapi(
  operation("anyone", {
    method: "post",
    path: "/signed/visits/{token}/reschedule",
    tags,
    summary: "Request a different time for a visit",
    description:
      "The office gets a message and a to-do; nothing is rescheduled. `start` is a time or `other`. A retry with the same `key` has no further effect.",
    request: { params: tokenParams, body: jsonRequest(RescheduleRequest) },
    responses: { 204: noContent },
  }),
  async (c) => {
    await requestReschedule(c.var.ctx, c.req.valid("param").token, c.req.valid("json"));
    return c.body(null, 204);
  },
);

visits.openapi(
  operation("anyone", {
    method: "post",
    path: "/signed/visits/{token}/rating",
    tags,
    summary: "Record a rating of a completed visit",
    description: "Replaces an earlier rating.",
    request: { params: tokenParams, body: jsonRequest(Rating) },
    responses: { 204: noContent },
  }),
  async (c) => {
    await rateVisit(c.var.ctx, c.req.valid("param").token, c.req.valid("json"));
    return c.body(null, 204);
  },
);
