import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { RecordId } from "~/domain/shared/fields";
import {
  createEndpoint,
  deleteEndpoint,
  type EndpointView,
  listEndpoints,
  readEndpoint,
  rotateSecret,
  updateEndpoint,
} from "~/domain/webhooks/change.server";
import { DELIVERY_STATUSES, DISABLED_BY } from "~/domain/webhooks/endpoint";
import { WEBHOOK_EVENTS } from "~/domain/webhooks/event";
import { listDeliveries, readDelivery, resendDelivery, sendTestEvent } from "~/domain/webhooks/log.server";
import { ConfirmRotation, DeliveryFilter, DeliveryRef, EndpointInput, EndpointPatch } from "~/domain/webhooks/schema";
import { clientInfo } from "./auth";
import { json, jsonRequest, noContent, operation, whole } from "./operation";

const tags = ["Webhooks"];
const text = z.string().nullable();

const Endpoint = z.object({
  id: z.string(),
  url: z.string(),
  description: text,
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  enabled: z.boolean(),
  disabledBy: z
    .enum(DISABLED_BY)
    .nullable()
    .describe("`gone`: the endpoint responded with 410; `failing`: it accepted nothing for days"),
  disabledAt: text,
  failingSince: text.describe("When deliveries began to fail; null while they succeed"),
  previousSignsUntil: text.describe("Until then, requests are also signed with the previous secret"),
  lastEventAt: text,
  version: z.int(),
  createdBy: text.describe("Null if the account was deleted"),
  createdAt: z.string(),
});

const endpointOf = (endpoint: EndpointView): z.output<typeof Endpoint> => endpoint;

const Secret = z.string().describe("`whsec_` followed by base64; returned this once only");

const Delivery = z.object({
  id: z.string().describe("The `webhook-id` of each attempt"),
  event: z.string(),
  recordId: z.string(),
  status: z
    .enum(DELIVERY_STATUSES)
    .describe("`failed` after the last attempt, `canceled` if the endpoint was turned off"),
  attempts: z.int().describe("Number of attempts since the event was last sent or resent"),
  occurredAt: z.string(),
  nextAttemptAt: text,
  responseStatus: z.int().nullable().describe("HTTP status of the last attempt; null if there was no response"),
});

const DeliveryDetail = Delivery.extend({
  body: text.describe("The body as it is sent; null before the first attempt"),
  history: z
    .array(
      z.object({
        id: z.string(),
        at: z.string(),
        durationMs: z.int(),
        url: z.string(),
        responseStatus: z.int().nullable(),
        responseBody: text.describe("The first kilobyte of the response"),
        problem: text.describe(
          "Null for a success; otherwise timeout, unreachable, redirect, gone, refused or unreadable",
        ),
      }),
    )
    .describe("The latest 50 attempts, newest first"),
});

export const webhookEndpoints = new OpenAPIHono<HonoEnv>();

webhookEndpoints.openapi(
  operation("admin", {
    method: "get",
    path: "/webhook-endpoints",
    tags,
    summary: "List webhook endpoints",
    responses: { 200: json(z.object({ items: z.array(Endpoint), nextCursor: z.null(), total: z.int() })) },
  }),
  async (c) => c.json(whole((await listEndpoints(c.var.ctx)).map(endpointOf)), 200),
);

webhookEndpoints.openapi(
  operation("admin", {
    method: "post",
    path: "/webhook-endpoints",
    tags,
    summary: "Create a webhook endpoint",
    description:
      "Each event it subscribes to is sent to it as a POST, signed according to Standard Webhooks (https://www.standardwebhooks.com). Respond with 2xx within 15 seconds; redirects are not followed. A failed delivery is attempted ten times within about three days. An event can arrive more than once and out of order: recognize repeats by `webhook-id`. The endpoint is turned off when it responds with 410 or has no success for five days.",
    request: { body: jsonRequest(EndpointInput) },
    responses: { 201: json(z.object({ id: z.string(), secret: Secret })) },
  }),
  async (c) => c.json(await createEndpoint(c.var.ctx, c.req.valid("json"), clientInfo(c)), 201),
);

webhookEndpoints.openapi(
  operation("admin", {
    method: "get",
    path: "/webhook-endpoints/{id}",
    tags,
    summary: "Get a webhook endpoint",
    request: { params: RecordId },
    responses: { 200: json(Endpoint) },
  }),
  async (c) => c.json(endpointOf(await readEndpoint(c.var.ctx, c.req.valid("param").id)), 200),
);

webhookEndpoints.openapi(
  operation("admin", {
    method: "patch",
    path: "/webhook-endpoints/{id}",
    tags,
    summary: "Update a webhook endpoint",
    description:
      "Omitted fields stay unchanged. Changing the address takes the password. Turning the endpoint off cancels its pending deliveries; events are not stored for it until it is on again.",
    request: { params: RecordId, body: jsonRequest(EndpointPatch) },
    responses: { 200: json(Endpoint) },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    await updateEndpoint(c.var.ctx, id, { patch: c.req.valid("json"), browser: clientInfo(c) });
    return c.json(endpointOf(await readEndpoint(c.var.ctx, id)), 200);
  },
);

webhookEndpoints.openapi(
  operation("admin", {
    method: "delete",
    path: "/webhook-endpoints/{id}",
    tags,
    summary: "Delete a webhook endpoint",
    request: { params: RecordId },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteEndpoint(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

webhookEndpoints.openapi(
  operation("admin", {
    method: "post",
    path: "/webhook-endpoints/{id}/rotate-secret",
    tags,
    summary: "Rotate a webhook endpoint's secret",
    description:
      "For 24 hours, each request is signed with both secrets; `webhook-signature` holds both signatures, separated by a space. A secret is returned only once, so a retry within that time gets 409; with `again` it replaces the new secret at once, and the one used before keeps signing.",
    request: { params: RecordId, body: jsonRequest(ConfirmRotation) },
    responses: { 200: json(z.object({ secret: Secret, previousSignsUntil: z.string() })) },
  }),
  async (c) =>
    c.json(
      await rotateSecret(c.var.ctx, c.req.valid("param").id, {
        confirmation: c.req.valid("json"),
        browser: clientInfo(c),
      }),
      200,
    ),
);

webhookEndpoints.openapi(
  operation("admin", {
    method: "post",
    path: "/webhook-endpoints/{id}/test",
    tags,
    summary: "Send a test event to a webhook endpoint",
    request: { params: RecordId },
    responses: { 202: json(z.object({ id: z.string() })) },
  }),
  async (c) => c.json(await sendTestEvent(c.var.ctx, c.req.valid("param").id), 202),
);

webhookEndpoints.openapi(
  operation("admin", {
    method: "get",
    path: "/webhook-endpoints/{id}/deliveries",
    tags,
    summary: "List a webhook endpoint's deliveries",
    description: "Of the last 30 days, newest first.",
    request: { params: RecordId, query: DeliveryFilter },
    responses: {
      200: json(z.object({ items: z.array(Delivery), nextCursor: z.string().nullable(), total: z.null() })),
    },
  }),
  async (c) => {
    const { deliveries } = await listDeliveries(c.var.ctx, c.req.valid("param").id, c.req.valid("query"));
    return c.json({ items: deliveries.items, nextCursor: deliveries.nextCursor, total: null }, 200);
  },
);

webhookEndpoints.openapi(
  operation("admin", {
    method: "get",
    path: "/webhook-endpoints/{id}/deliveries/{deliveryId}",
    tags,
    summary: "Get a webhook delivery",
    description: "Includes what was sent and what was answered.",
    request: { params: DeliveryRef },
    responses: { 200: json(DeliveryDetail) },
  }),
  async (c) => {
    const { id, deliveryId } = c.req.valid("param");
    const { endpoint: _, ...delivery } = await readDelivery(c.var.ctx, id, deliveryId);
    return c.json(delivery, 200);
  },
);

webhookEndpoints.openapi(
  operation("admin", {
    method: "post",
    path: "/webhook-endpoints/{id}/deliveries/{deliveryId}/send-again",
    tags,
    summary: "Resend a webhook delivery",
    description: "With the same id and body, and with the full number of attempts.",
    request: { params: DeliveryRef },
    responses: { 202: json(z.object({ id: z.string() })) },
  }),
  async (c) => {
    const { id, deliveryId } = c.req.valid("param");
    return c.json(await resendDelivery(c.var.ctx, id, deliveryId), 202);
  },
);
