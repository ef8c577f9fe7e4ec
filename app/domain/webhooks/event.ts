/** The records that events are about, by their API names. */
export const WEBHOOK_OBJECTS = ["work_order", "customer", "lead", "estimate", "invoice", "inventory_item"] as const;
export type WebhookObject = (typeof WEBHOOK_OBJECTS)[number];

/** The events an endpoint can subscribe to. The records' triggers write these names. */
export const WEBHOOK_EVENTS = [
  ...(["work_order.created", "work_order.status_changed", "work_order.completed", "work_order.scheduled"] as const),
  ...(["customer.created", "customer.updated"] as const),
  ...(["lead.created", "lead.won", "lead.lost"] as const),
  ...(["estimate.sent", "estimate.approved", "estimate.declined"] as const),
  ...(["invoice.issued", "invoice.paid", "invoice.voided"] as const),
  "inventory_item.low_stock",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The event sent by 'Send test event'. */
export const TEST_EVENT = "webhook.test";

export const webhookEventLabels: Record<WebhookEvent | typeof TEST_EVENT, string> = {
  "work_order.created": "Work order created",
  "work_order.status_changed": "Work order changed status",
  "work_order.completed": "Work order completed",
  "work_order.scheduled": "Work order scheduled",
  "customer.created": "Customer created",
  "customer.updated": "Customer updated",
  "lead.created": "Lead created",
  "lead.won": "Lead won",
  "lead.lost": "Lead lost",
  "estimate.sent": "Estimate sent",
  "estimate.approved": "Estimate approved",
  "estimate.declined": "Estimate declined",
  "invoice.issued": "Invoice issued",
  "invoice.paid": "Invoice paid",
  "invoice.voided": "Invoice voided",
  "inventory_item.low_stock": "Item low in stock",
  "webhook.test": "Test event",
};

/** When each event is sent, for developers of receivers. */
export const webhookEventDescriptions: Record<WebhookEvent, string> = {
  "work_order.created": "A work order was created, in any way.",
  "work_order.status_changed": "The status of a work order changed. `changes` has the new status and the previous one.",
  "work_order.completed":
    "A work order was completed. An endpoint that also subscribes to status changes gets both events.",
  "work_order.scheduled":
    "The start, the end or the lead technician of a scheduled work order changed. `changes` has the start and the technician, new and previous. A work order taken off the schedule sends `work_order.status_changed` instead.",
  "customer.created": "A customer was created by hand, by an import or from a lead.",
  "customer.updated": "A customer's own fields changed, or the customer was archived or restored.",
  "lead.created": "A lead was created by hand or by the form on the business's website.",
  "lead.won": "A lead was won.",
  "lead.lost": "A lead was lost.",
  "estimate.sent": "An estimate got its number, and the customer can approve or decline it.",
  "estimate.approved": "The customer approved an estimate.",
  "estimate.declined": "The customer declined an estimate.",
  "invoice.issued": "A draft was issued as an invoice and got its number.",
  "invoice.paid":
    "A payment brought the balance of an invoice to zero. An invoice that credit notes alone bring to zero does not count as paid.",
  "invoice.voided": "An invoice was voided.",
  "inventory_item.low_stock":
    "The available quantity of an item fell to its reorder point or below, or to its minimum if it has no reorder point. Sent again only after the quantity was above it.",
};

/** The kind of record an event is about; null for the test event. */
export function objectOf(event: string): WebhookObject | null {
  const [name] = event.split(".");
  return WEBHOOK_OBJECTS.find((object) => object === name) ?? null;
}

export function eventLabel(event: string): string {
  return isKnown(event) ? webhookEventLabels[event] : event;
}

function isKnown(event: string): event is keyof typeof webhookEventLabels {
  return Object.hasOwn(webhookEventLabels, event);
}
