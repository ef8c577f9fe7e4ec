import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { Customer } from "~/domain/customers/schema";
import { LEAD_STAGES } from "~/domain/leads/lead";
import {
  objectOf,
  TEST_EVENT,
  WEBHOOK_EVENTS,
  WEBHOOK_OBJECTS,
  type WebhookEvent,
  type WebhookObject,
  webhookEventDescriptions,
  webhookEventLabels,
} from "~/domain/webhooks/event";
import { WORK_ORDER_STATUSES } from "~/domain/work-order-basics/status";
import { Answer as EstimateAnswer } from "./estimates";
import { ItemAnswer } from "./inventory";
import { InvoiceAnswer } from "./invoices";
import { LeadAnswer } from "./leads";
import { exampleRecords } from "./webhook-examples";
import { WorkOrderAnswer } from "./work-orders";

const recordSchemas: Record<WebhookObject, z.ZodType> = {
  ...{ work_order: WorkOrderAnswer, customer: Customer, lead: LeadAnswer },
  ...{ estimate: EstimateAnswer, invoice: InvoiceAnswer, inventory_item: ItemAnswer },
};

const status = z.enum(WORK_ORDER_STATUSES);
const stage = z.enum(LEAD_STAGES);
const text = z.string().nullable();
const statusChange = z.object({ status, previousStatus: status });
const stageChange = z.object({ stage, previousStage: stage });

/** The schema and an example of a change, for events whose record alone does not show it. */
const changes: Partial<Record<WebhookEvent, { schema: z.ZodType; example: object }>> = {
  "work_order.created": { schema: z.object({ status }), example: { status: "unscheduled" } },
  "work_order.status_changed": {
    schema: statusChange,
    example: { status: "completed", previousStatus: "in_progress" },
  },
  "work_order.completed": { schema: statusChange, example: { status: "completed", previousStatus: "in_progress" } },
  "work_order.scheduled": {
    schema: z.object({
      ...{ scheduledStart: z.string(), previousScheduledStart: text, technicianId: text, previousTechnicianId: text },
    }),
    example: {
      ...{ scheduledStart: "2026-11-25T19:30:00.000Z", previousScheduledStart: null },
      ...{ technicianId: "019a0882-f2b3-7845-8560-b0fc15b08a7c", previousTechnicianId: null },
    },
  },
  "lead.created": { schema: z.object({ stage }), example: { stage: "new" } },
  "lead.won": { schema: stageChange, example: { stage: "won", previousStage: "estimate_sent" } },
  "lead.lost": { schema: stageChange, example: { stage: "lost", previousStage: "contacted" } },
};

const headers = z.object({
  "webhook-id": z.string().describe("The same for each attempt; identifies an event that arrives again"),
  "webhook-timestamp": z.string().describe("Unix time of the attempt in seconds"),
  "webhook-signature": z
    .string()
    .describe(
      "`v1,` followed by the base64 of the HMAC-SHA256 of `id.timestamp.body`; after a rotation, two of them separated by a space",
    ),
});

/** The body of an event. */
export function messageOf(event: WebhookEvent): z.ZodType {
  const object = objectOf(event) ?? WEBHOOK_OBJECTS[0];
  return z.object({
    type: z.literal(event),
    timestamp: z.string().describe("When it happened, ISO 8601 in UTC"),
    data: z.object({
      id: z.string().describe("Id of the record"),
      object: z.literal(object),
      changes: changes[event]?.schema ?? z.object({}),
      record: recordSchemas[object]
        .nullable()
        .describe(
          "The record as the API returned it to a program at the first attempt; null if it was deleted before, or is too large",
        ),
    }),
  });
}

/** An example body. */
export function exampleOf(event: WebhookEvent): object {
  const object = objectOf(event) ?? WEBHOOK_OBJECTS[0];
  const record = exampleRecords[object];
  const id = "id" in record ? record.id : "";
  const timestamp = "2026-11-25T20:30:00.000Z";
  return { type: event, timestamp, data: { id, object, changes: changes[event]?.example ?? {}, record } };
}

const responses = {
  "2XX": { description: "Received. Any other response, or none within 15 seconds, is retried" },
  410: { description: "The endpoint wants no more events and is turned off" },
};

/** Every event as a webhook of the OpenAPI document. */
export function registerWebhooks({ openAPIRegistry: registry }: OpenAPIHono<HonoEnv>): void {
  for (const event of WEBHOOK_EVENTS) {
    const content = { "application/json": { schema: messageOf(event), example: exampleOf(event) } };
    registry.registerWebhook({
      ...{ method: "post", path: event, tags: ["Webhooks"], security: [], responses },
      ...{ summary: webhookEventLabels[event], description: webhookEventDescriptions[event] },
      request: { headers, body: { required: true, content } },
    });
  }
  const example = {
    ...{ type: TEST_EVENT, timestamp: "2026-11-25T20:30:00.000Z" },
    data: { id: "01a2143e-82ef-7eea-8643-97c543495c9a", object: "webhook_endpoint", changes: {}, record: null },
  };
  const data = z.object({
    ...{ id: z.string(), object: z.literal("webhook_endpoint"), changes: z.object({}), record: z.null() },
  });
  const schema = z.object({ type: z.literal(TEST_EVENT), timestamp: z.string(), data });
  registry.registerWebhook({
    ...{ method: "post", path: TEST_EVENT, tags: ["Webhooks"], security: [], responses },
    ...{ summary: webhookEventLabels[TEST_EVENT], description: "An Admin sent it to test the endpoint." },
    request: { headers, body: { required: true, content: { "application/json": { schema, example } } } },
  });
}
