import { findCustomer } from "~/domain/customers/detail.server";
import { estimateDetail } from "~/domain/estimates/list.server";
import { findItem } from "~/domain/inventory/items/items.server";
import { invoiceDetail } from "~/domain/invoices/detail.server";
import { leadDetail } from "~/domain/leads/detail.server";
import type { WebhookRecords } from "~/domain/webhooks/deliver.server";
import { workOrderDetail } from "~/domain/work-orders/detail.server";
import { answerOf as estimateOf } from "./estimates";
import { itemOf } from "./inventory";
import { invoiceOf } from "./invoices";
import { answerOf as leadOf } from "./leads";
import { workOrderOf } from "./work-orders";

/** The record of an event, in the format of the operation that returns it. */
export const webhookRecords: WebhookRecords = {
  work_order: async (ctx, id) => workOrderOf(await workOrderDetail(ctx, id)),
  customer: findCustomer,
  lead: async (ctx, id) => leadOf(await leadDetail(ctx, id)),
  estimate: async (ctx, id) => estimateOf(await estimateDetail(ctx, id)),
  invoice: async (ctx, id) => invoiceOf(await invoiceDetail(ctx, id)),
  inventory_item: async (ctx, id) => itemOf(await findItem(ctx, id)),
};
