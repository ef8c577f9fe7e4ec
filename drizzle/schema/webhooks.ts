import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import { DELIVERY_STATUSES, DISABLED_BY, ENDPOINT_STATUSES } from "~/domain/webhooks/endpoint";
import { WEBHOOK_EVENTS } from "~/domain/webhooks/event";

/** Webhook endpoints: where a business's own systems listen for changes. */
export const webhookEndpoints = sqliteTable(
  "webhook_endpoints",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    url: text("url").notNull(),
    description: text("description"),
    status: text("status", { enum: ENDPOINT_STATUSES }).notNull(),
    /** Null while it is enabled. */
    disabledBy: text("disabled_by", { enum: DISABLED_BY }),
    disabledAt: instant("disabled_at"),
    /** Encrypted. */
    secret: text("secret").notNull(),
    /** Encrypted; also signs until then. */
    previousSecret: text("previous_secret"),
    previousSecretUntil: instant("previous_secret_until"),
    /** Null while deliveries succeed. */
    failingSince: instant("failing_since"),
    /** Uses a separate queue, so that it does not delay other endpoints. */
    slow: integer("slow", { mode: "boolean" }).notNull().default(false),
    /** When something is due; null while nothing is waiting. */
    nextDeliveryAt: instant("next_delivery_at"),
    lease: text("lease"),
    leaseUntil: instant("lease_until"),
    version: integer("version").notNull().default(1),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("webhook_endpoints_url").on(t.orgId, t.url),
    index("webhook_endpoints_due").on(t.nextDeliveryAt).where(sql`next_delivery_at IS NOT NULL`),
  ],
);

export const webhookSubscriptions = sqliteTable(
  "webhook_subscriptions",
  {
    orgId: text("org_id").notNull(),
    event: text("event", { enum: WEBHOOK_EVENTS }).notNull(),
    endpointId: text("endpoint_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.event, t.endpointId] }),
    index("webhook_subscriptions_endpoint").on(t.orgId, t.endpointId),
    foreignKey({
      columns: [t.orgId, t.endpointId],
      foreignColumns: [webhookEndpoints.orgId, webhookEndpoints.id],
    }).onDelete("cascade"),
  ],
);

/** An event for one endpoint, written by the triggers of the records it is about. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    orgId: text("org_id").notNull(),
    endpointId: text("endpoint_id").notNull(),
    /** In chronological order. */
    id: text("id").notNull(),
    event: text("event").notNull(),
    recordId: text("record_id").notNull(),
    /** JSON of the change, in addition to the record itself. */
    changes: text("changes").notNull(),
    occurredAt: instant("occurred_at").notNull(),
    status: text("status", { enum: DELIVERY_STATUSES }).notNull(),
    /** Attempts of the current schedule. */
    attempts: integer("attempts").notNull().default(0),
    /** Null unless it is pending. */
    nextAttemptAt: instant("next_attempt_at"),
    /** The body as sent; null before the first attempt. */
    body: text("body"),
    /** Of the last attempt; null if there was no response. */
    responseStatus: integer("response_status"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.endpointId, t.id] }),
    index("webhook_deliveries_due").on(t.orgId, t.endpointId, t.nextAttemptAt).where(sql`status = 'pending'`),
    index("webhook_deliveries_status").on(t.orgId, t.endpointId, t.status, t.id),
    index("webhook_deliveries_age").on(t.occurredAt),
  ],
);

export const webhookAttempts = sqliteTable(
  "webhook_attempts",
  {
    orgId: text("org_id").notNull(),
    endpointId: text("endpoint_id").notNull(),
    deliveryId: text("delivery_id").notNull(),
    id: text("id").notNull(),
    at: instant("at").notNull(),
    durationMs: integer("duration_ms").notNull(),
    url: text("url").notNull(),
    /** Null if there was no response. */
    responseStatus: integer("response_status"),
    /** The first kilobyte. */
    responseBody: text("response_body"),
    /** Null on success. */
    problem: text("problem"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.endpointId, t.deliveryId, t.id] }),
    foreignKey({
      columns: [t.orgId, t.endpointId, t.deliveryId],
      foreignColumns: [webhookDeliveries.orgId, webhookDeliveries.endpointId, webhookDeliveries.id],
    }).onDelete("cascade"),
  ],
);
