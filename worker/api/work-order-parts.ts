import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { BASE_UNITS } from "~/domain/inventory/items/item";
import { quantityOf } from "~/domain/inventory/quantity";
import { toDecimal } from "~/domain/shared/money";
import { addPart, changePart, removePart, restorePart } from "~/domain/work-order-parts/change.server";
import { listParts, type Part, partDetail, partsByEquipment, partsCost } from "~/domain/work-order-parts/list.server";
import { SUGGESTION_REASONS } from "~/domain/work-order-parts/part";
import {
  NewPart,
  NewPartFromStock,
  PartChange,
  PartsFilter,
  PartVersion,
  SuggestionFilter,
} from "~/domain/work-order-parts/schema";
import { suggestParts } from "~/domain/work-order-parts/suggest.server";
import { decimalOrNull, ofWorkOrder } from "./answer-fields";
import { json, jsonRequest, noContent, operation, whole } from "./operation";

const text = z.string().nullable();
const amount = z.number().nullable();
const count = z.number().int();

const PartAnswer = z.object({
  id: z.string(),
  workOrderId: z.string(),
  partDescription: z.string(),
  inventoryItemId: text.describe("Null if the part is not an item in stock"),
  inventorySku: text,
  unit: z.enum(BASE_UNITS),
  quantity: z.number().describe("In `unit`, to the thousandth"),
  costPerUnit: amount.describe(
    "Cost in dollars; for an item, the cost in the stock ledger, rounded to the cent. Null if unknown, or if you may not see costs",
  ),
  cost: amount.describe("Total cost in dollars; null if part of it is unknown, or if you may not see costs"),
  price: amount.describe("Price of one unit to the customer, in dollars; null if not set"),
  amount: amount.describe("Quantity times price, in dollars"),
  billable: z.boolean(),
  supplier: text,
  notes: text,
  equipmentId: text,
  equipmentName: text,
  locationId: text.describe("The stock location it came from"),
  locationName: text,
  foundQuantity: z.number().describe("Quantity the technician had although the stock did not list it; to be counted"),
  usedAt: z.string(),
  usedBy: text,
  version: count,
  createdAt: z.string(),
  updatedAt: z.string(),
});

function partOf(part: Part): z.output<typeof PartAnswer> {
  const { id, workOrderId, unit, billable, supplier, notes, equipmentId, equipmentName, locationId } = part;
  const { locationName, usedAt, usedBy, version, createdAt, updatedAt } = part;
  return {
    ...{ id, workOrderId, unit, billable, supplier, notes, equipmentId, equipmentName, locationId },
    ...{ locationName, usedAt, usedBy, version, createdAt, updatedAt },
    partDescription: part.description,
    inventoryItemId: part.itemId,
    inventorySku: part.sku,
    quantity: quantityOf(part.quantityMilli),
    costPerUnit: decimalOrNull(part.unitCostMinor),
    cost: decimalOrNull(part.costMinor),
    price: decimalOrNull(part.unitPriceMinor),
    amount: decimalOrNull(part.priceMinor),
    foundQuantity: quantityOf(part.foundMilli),
  };
}

const tags = ["Work orders"];
const ofPart = ofWorkOrder.extend({ partId: z.string().max(100) });
const refOf = ({ id, partId }: z.output<typeof ofPart>) => ({ ref: id, partId });

const PartList = z.object({ items: z.array(PartAnswer), nextCursor: text, total: count.nullable() });

export const workOrderParts = new OpenAPIHono<HonoEnv>();

workOrderParts.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/parts/suggestions",
    tags,
    summary: "Suggest parts for a work order",
    description: "From its playbook, the models of its equipment, similar work orders, and the parts used most.",
    request: { query: SuggestionFilter },
    responses: {
      200: json(
        z.object({
          items: z.array(
            z.object({
              partDescription: z.string(),
              inventoryItemId: text,
              inventorySku: text,
              unit: z.enum(BASE_UNITS),
              quantity: z.number(),
              price: amount.describe("Dollars; null if not set"),
              available: amount.describe(
                "Available on the technician's truck; null if it is not an item in stock or there is no truck",
              ),
              expired: amount.describe(
                "Expired on the technician's truck; null if it is not an item in stock or there is no truck",
              ),
              timesUsed: count.describe("Number of work orders it was used on"),
              reasons: z.array(z.enum(SUGGESTION_REASONS)),
            }),
          ),
          nextCursor: text,
          total: count.nullable(),
        }),
      ),
    },
  }),
  async (c) => {
    const found = await suggestParts(c.var.ctx, c.req.valid("query"));
    return c.json(
      whole(
        found.map((one) => ({
          partDescription: one.description,
          inventoryItemId: one.itemId,
          inventorySku: one.sku,
          unit: one.unit,
          quantity: quantityOf(one.quantityMilli),
          price: decimalOrNull(one.unitPriceMinor),
          available: one.freeMilli === null ? null : quantityOf(one.freeMilli),
          expired: one.expiredMilli === null ? null : quantityOf(one.expiredMilli),
          timesUsed: one.times,
          reasons: one.reasons,
        })),
      ),
      200,
    );
  },
);

for (const { path, summary, description, schema } of [
  {
    path: "/work-orders/{id}/parts" as const,
    summary: "Record a used part",
    description: "An item, given by its id or SKU, is taken out of stock at once.",
    schema: NewPart,
  },
  {
    path: "/work-orders/{id}/parts/with-inventory" as const,
    summary: "Record a used item from stock",
    description: "The item is taken out of stock at once.",
    schema: NewPartFromStock,
  },
]) {
  workOrderParts.openapi(
    operation("work_orders.read", {
      method: "post",
      path,
      tags,
      summary,
      description,
      request: { params: ofWorkOrder, body: jsonRequest(schema) },
      responses: { 201: json(PartAnswer) },
    }),
    async (c) => {
      const { ctx } = c.var;
      const ref = c.req.valid("param").id;
      const { id } = await addPart(ctx, ref, c.req.valid("json"));
      return c.json(partOf(await partDetail(ctx, { ref, partId: id })), 201);
    },
  );
}

workOrderParts.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/{id}/parts",
    tags,
    summary: "List a work order's parts",
    request: { params: ofWorkOrder, query: PartsFilter },
    responses: { 200: json(PartList) },
  }),
  async (c) => {
    const parts = await listParts(c.var.ctx, c.req.valid("param").id, c.req.valid("query"));
    return c.json(whole(parts.map(partOf)), 200);
  },
);

workOrderParts.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/{id}/parts/grouped-by-equipment",
    tags,
    summary: "List a work order's parts by equipment",
    description: "By the equipment they were installed in; parts for no equipment come last.",
    request: { params: ofWorkOrder },
    responses: {
      200: json(
        z.object({
          items: z.array(z.object({ equipmentId: text, equipmentName: text, parts: z.array(PartAnswer) })),
          nextCursor: text,
          total: count.nullable(),
        }),
      ),
    },
  }),
  async (c) => {
    const groups = await partsByEquipment(c.var.ctx, c.req.valid("param").id);
    return c.json(whole(groups.map(({ parts, ...group }) => ({ ...group, parts: parts.map(partOf) }))), 200);
  },
);

workOrderParts.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/{id}/parts/cost",
    tags,
    summary: "Get the cost of a work order's parts",
    request: { params: ofWorkOrder },
    responses: {
      200: json(
        z.object({
          totalCost: amount.describe(
            "Total of the parts whose cost is known, in dollars; null if you may not see costs",
          ),
          unknownCosts: count
            .nullable()
            .describe("Number of parts whose cost is not fully known; null if you may not see costs"),
          totalPrice: z.number().describe("Total of the billable parts whose price is known, in dollars"),
          unknownPrices: count.describe("Number of billable parts without a price"),
          parts: count,
        }),
      ),
    },
  }),
  async (c) => {
    const { costMinor, priceMinor, unknownCosts, unknownPrices, parts } = await partsCost(
      c.var.ctx,
      c.req.valid("param").id,
    );
    const totals = { totalCost: decimalOrNull(costMinor), totalPrice: toDecimal(priceMinor) };
    return c.json({ ...totals, unknownCosts, unknownPrices, parts }, 200);
  },
);

workOrderParts.openapi(
  operation("work_orders.read", {
    method: "patch",
    path: "/work-orders/{id}/parts/{partId}",
    tags,
    summary: "Update a used part",
    description: "Omitted fields stay unchanged. A change of quantity or location is posted to stock.",
    request: { params: ofPart, body: jsonRequest(PartChange) },
    responses: { 200: json(PartAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const which = refOf(c.req.valid("param"));
    await changePart(ctx, which, c.req.valid("json"));
    return c.json(partOf(await partDetail(ctx, which)), 200);
  },
);

workOrderParts.openapi(
  operation("work_orders.read", {
    method: "delete",
    path: "/work-orders/{id}/parts/{partId}",
    tags,
    summary: "Delete a used part",
    description: "What was taken out of stock goes back.",
    request: { params: ofPart, query: PartVersion },
    responses: { 204: noContent },
  }),
  async (c) => {
    await removePart(c.var.ctx, refOf(c.req.valid("param")), c.req.valid("query"));
    return c.body(null, 204);
  },
);

workOrderParts.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/work-orders/{id}/parts/{partId}/restore",
    tags,
    summary: "Restore a deleted part",
    description: "It is taken out of stock again.",
    request: { params: ofPart },
    responses: { 200: json(PartAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const which = refOf(c.req.valid("param"));
    await restorePart(ctx, which);
    return c.json(partOf(await partDetail(ctx, which)), 200);
  },
);
