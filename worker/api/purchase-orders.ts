import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { pdfAnswer } from "~/domain/export/pdf-answer.server";
import { BASE_UNITS } from "~/domain/inventory/items/item";
import { quantityOf } from "~/domain/inventory/quantity";
import {
  createFromSuggestions,
  createPurchaseOrder,
  deletePurchaseOrder,
  updatePurchaseOrder,
} from "~/domain/purchasing/draft-order.server";
import { type PurchaseOrder, purchaseOrderDetail } from "~/domain/purchasing/order-detail.server";
import { listPurchaseOrders, type PurchaseOrderListItem } from "~/domain/purchasing/order-list.server";
import { cancelPurchaseOrder, placePurchaseOrder } from "~/domain/purchasing/place-order.server";
import { formatPurchaseOrderNumber, ORDER_METHODS, PURCHASE_ORDER_STATUSES } from "~/domain/purchasing/purchase-order";
import { receivePurchaseOrder } from "~/domain/purchasing/receive-order.server";
import { reorderSuggestions } from "~/domain/purchasing/reorder.server";
import {
  CancelOrder,
  DeleteOrder,
  NewPurchaseOrder,
  PlaceOrder,
  PurchaseOrderChange,
  PurchaseOrderFilter,
  ReceiveOrder,
  Reorder,
  SendOrder,
} from "~/domain/purchasing/schema";
import { purchaseOrderPdf, sendPurchaseOrder } from "~/domain/purchasing/send-order.server";
import { decimalOrNull, pageSchema } from "./answer-fields";
import { json, jsonRequest, noContent, operation, whole } from "./operation";

const tags = ["Purchasing"];
const params = z.object({ id: z.string().max(100) });
const text = z.string().nullable();
const count = z.number().int();
const amount = z.number().nullable();
const summary = {
  id: z.string(),
  number: z.string(),
  status: z.enum(PURCHASE_ORDER_STATUSES),
  isOverdue: z.boolean().describe("True if it was expected before today and has not fully arrived"),
  supplierId: z.string(),
  supplierName: z.string(),
  expectedOn: text,
  orderedAt: text,
  supplierReference: text,
  total: amount.describe("Total of the lines whose price is known, in dollars; null if you may not see costs"),
  unpricedLines: count.describe("Number of lines without a price"),
  version: count,
  createdAt: z.string(),
};
const OrderSummary = z.object({ ...summary, lineCount: count, receivedLines: count });

const LineAnswer = z.object({
  position: count,
  itemId: z.string(),
  sku: z.string(),
  itemName: z.string(),
  baseUnit: z.enum(BASE_UNITS),
  locationId: z.string(),
  locationName: z.string(),
  partNumber: text.describe("The supplier's part number"),
  unitCost: amount.describe(
    "Price of one base unit when the line was saved, in dollars; null if unknown, or if you may not see costs",
  ),
  packSize: z.number().describe("Base units per pack when the line was saved; 1 if it is sold by the unit"),
  packPrice: amount.describe(
    "Price of one pack, in dollars, if the supplier prices by the pack; it then decides what the line costs",
  ),
  quantity: z.number().describe("Whole packs, in base units"),
  received: z.number(),
  canceled: z.number(),
  excess: z.number().describe("Quantity received beyond the order"),
  incoming: z.number().describe("Quantity ordered and neither received nor canceled"),
});

const OrderAnswer = z.object({
  ...summary,
  note: text,
  orderMethod: z.enum(ORDER_METHODS).nullable(),
  canceledAt: text,
  cancelReason: text,
  sentAt: text,
  sentTo: text,
  updatedAt: z.string(),
  lines: z.array(LineAnswer),
  receipts: z.array(
    z.object({
      movementId: z.string(),
      postingId: z.string(),
      position: count,
      quantity: z.number(),
      locationName: z.string(),
      receivedOn: z.string(),
      receivedAt: z.string(),
      receivedBy: text,
      note: text,
      isReversed: z.boolean(),
    }),
  ),
});

const SuggestionAnswer = z.object({
  itemId: z.string(),
  sku: z.string(),
  name: z.string(),
  baseUnit: z.enum(BASE_UNITS),
  available: z.number(),
  expired: z.number(),
  incoming: z.number(),
  drafted: z.number().describe("Quantity in drafts"),
  quantity: amount.describe("Whole packs, in base units; null without a maximum"),
  packSize: z.number().describe("Base units per pack of the preferred supplier"),
  supplierId: text.describe("The preferred supplier"),
});

function summaryOf(order: PurchaseOrderListItem | PurchaseOrder) {
  const { id, number, status, isOverdue, supplierId, supplierName, expectedOn, orderedAt, supplierReference } = order;
  return {
    ...{ id, number: formatPurchaseOrderNumber(number), status, isOverdue, supplierId, supplierName, expectedOn },
    ...{ orderedAt, supplierReference, total: decimalOrNull(order.totalMinor), unpricedLines: order.unpriced },
    ...{ version: order.version, createdAt: order.createdAt },
  };
}

function orderOf(order: PurchaseOrder) {
  const { note, canceledAt, cancelReason, sentAt, sentTo, updatedAt } = order;
  return {
    ...summaryOf(order),
    ...{ note, canceledAt, cancelReason, sentAt, sentTo, updatedAt, orderMethod: order.orderMethod },
    lines: order.lines.map(({ unitCostMinor, ...line }) => ({
      ...{ position: line.position, itemId: line.itemId, sku: line.sku, itemName: line.itemName },
      ...{ baseUnit: line.baseUnit, locationId: line.locationId, locationName: line.locationName },
      ...{ partNumber: line.partNumber, unitCost: decimalOrNull(unitCostMinor) },
      packSize: quantityOf(line.packSizeMilli),
      packPrice: decimalOrNull(line.packPriceMinor),
      ...{ quantity: quantityOf(line.quantityMilli), received: quantityOf(line.receivedMilli) },
      ...{ canceled: quantityOf(line.canceledMilli), excess: quantityOf(line.excessMilli) },
      incoming: quantityOf(line.incomingMilli),
    })),
    receipts: order.receipts.map(({ quantityMilli, ...receipt }) => ({
      ...receipt,
      quantity: quantityOf(quantityMilli),
    })),
  };
}

export const purchaseOrders = new OpenAPIHono<HonoEnv>();

purchaseOrders.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/purchase-orders",
    tags,
    summary: "List purchase orders",
    description: "Highest number first.",
    request: { query: PurchaseOrderFilter },
    responses: { 200: json(pageSchema(OrderSummary)) },
  }),
  async (c) => {
    const { items, nextCursor, total } = await listPurchaseOrders(c.var.ctx, c.req.valid("query"));
    return c.json(
      {
        items: items.map((row) => ({
          ...summaryOf(row),
          ...{ lineCount: row.lineCount, receivedLines: row.receivedLines },
        })),
        ...{ nextCursor, total },
      },
      200,
    );
  },
);

purchaseOrders.openapi(
  operation("inventory.write", {
    method: "post",
    path: "/inventory/purchase-orders",
    tags,
    summary: "Create a draft purchase order",
    description: "A line without a price takes the supplier's price of today.",
    request: { body: jsonRequest(NewPurchaseOrder) },
    responses: { 201: json(OrderAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await createPurchaseOrder(ctx, c.req.valid("json"));
    return c.json(orderOf(await purchaseOrderDetail(ctx, id)), 201);
  },
);

purchaseOrders.openapi(
  operation("inventory.write", {
    method: "get",
    path: "/inventory/reorder",
    tags,
    summary: "List items to reorder",
    description: "Each with its preferred supplier. At most 100.",
    request: {},
    responses: { 200: json(pageSchema(SuggestionAnswer)) },
  }),
  async (c) => {
    const { suggestions } = await reorderSuggestions(c.var.ctx);
    return c.json(
      whole(
        suggestions.map(({ id, sku, name, baseUnit, supplierId, quantityMilli, ...row }) => ({
          ...{ itemId: id, sku, name, baseUnit, supplierId },
          quantity: quantityMilli === null ? null : quantityOf(quantityMilli),
          ...{ available: quantityOf(row.availableMilli), expired: quantityOf(row.expiredMilli) },
          incoming: quantityOf(row.incomingMilli),
          packSize: quantityOf(row.packSizeMilli),
          drafted: quantityOf(row.draftedMilli),
        })),
      ),
      200,
    );
  },
);

purchaseOrders.openapi(
  operation("inventory.write", {
    method: "post",
    path: "/inventory/reorder",
    tags,
    summary: "Create draft purchase orders for items to reorder",
    description:
      "One draft for each supplier: the one given for an item, or its preferred one. Quantities are whole packs.",
    request: { body: jsonRequest(Reorder) },
    responses: { 201: json(z.object({ ids: z.array(z.string()) })) },
  }),
  async (c) => c.json(await createFromSuggestions(c.var.ctx, c.req.valid("json")), 201),
);

purchaseOrders.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/purchase-orders/{id}",
    tags,
    summary: "Get a purchase order",
    description: "Includes its lines and receipts.",
    request: { params },
    responses: { 200: json(OrderAnswer) },
  }),
  async (c) => c.json(orderOf(await purchaseOrderDetail(c.var.ctx, c.req.valid("param").id)), 200),
);

purchaseOrders.openapi(
  operation("inventory.write", {
    method: "put",
    path: "/inventory/purchase-orders/{id}",
    tags,
    summary: "Update a draft purchase order",
    description: "Replaces everything in it.",
    request: { params, body: jsonRequest(PurchaseOrderChange) },
    responses: { 200: json(OrderAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updatePurchaseOrder(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(orderOf(await purchaseOrderDetail(ctx, id)), 200);
  },
);

purchaseOrders.openapi(
  operation("inventory.write", {
    method: "delete",
    path: "/inventory/purchase-orders/{id}",
    tags,
    summary: "Delete a draft purchase order",
    request: { params, query: DeleteOrder },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deletePurchaseOrder(c.var.ctx, c.req.valid("param").id, c.req.valid("query"));
    return c.body(null, 204);
  },
);

purchaseOrders.openapi(
  operation("inventory.write", {
    method: "post",
    path: "/inventory/purchase-orders/{id}/place",
    tags,
    summary: "Mark a purchase order as ordered",
    description: "The draft no longer changes.",
    request: { params, body: jsonRequest(PlaceOrder) },
    responses: { 200: json(OrderAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await placePurchaseOrder(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(orderOf(await purchaseOrderDetail(ctx, id)), 200);
  },
);

purchaseOrders.openapi(
  operation("inventory.write", {
    method: "post",
    path: "/inventory/purchase-orders/{id}/send",
    tags,
    summary: "Email a purchase order",
    description: "Sends it to the supplier with its PDF. A draft is marked as ordered.",
    request: { params, body: jsonRequest(SendOrder) },
    responses: { 200: json(OrderAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await sendPurchaseOrder(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(orderOf(await purchaseOrderDetail(ctx, id)), 200);
  },
);

purchaseOrders.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/purchase-orders/{id}/pdf",
    tags,
    summary: "Download a purchase order as PDF",
    description: "It shows prices, so only members who may see costs can download it.",
    request: { params },
    responses: { 200: { description: "The file", content: { "application/pdf": { schema: z.string() } } } },
  }),
  async (c) => pdfAnswer(await purchaseOrderPdf(c.var.ctx, c.req.valid("param").id)),
);

purchaseOrders.openapi(
  operation("inventory.write", {
    method: "post",
    path: "/inventory/purchase-orders/{id}/receive",
    tags,
    summary: "Receive a purchase order",
    description:
      "Takes lines into stock at the order's prices. Receiving more than is outstanding needs `acceptExcess`.",
    request: { params, body: jsonRequest(ReceiveOrder) },
    responses: { 200: json(OrderAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = c.req.valid("param");
    await receivePurchaseOrder(ctx, id, c.req.valid("json"));
    return c.json(orderOf(await purchaseOrderDetail(ctx, id)), 200);
  },
);

purchaseOrders.openapi(
  operation("inventory.write", {
    method: "post",
    path: "/inventory/purchase-orders/{id}/cancel",
    tags,
    summary: "Cancel a purchase order",
    description: "Cancels what has not arrived.",
    request: { params, body: jsonRequest(CancelOrder) },
    responses: { 200: json(OrderAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await cancelPurchaseOrder(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(orderOf(await purchaseOrderDetail(ctx, id)), 200);
  },
);
