import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { BASE_UNITS } from "~/domain/inventory/item";
import { quantityOf } from "~/domain/inventory/quantity";
import { addPart, changePart, removePart, restorePart } from "~/domain/job-parts/change.server";
import { listParts, type Part, partDetail, partsByEquipment, partsCost } from "~/domain/job-parts/list.server";
import { SUGGESTION_REASONS } from "~/domain/job-parts/part";
import {
  NewPart,
  NewPartFromStock,
  PartChange,
  PartsFilter,
  PartVersion,
  SuggestionFilter,
} from "~/domain/job-parts/schema";
import { suggestParts } from "~/domain/job-parts/suggest.server";
import { toDecimal } from "~/domain/shared/money";
import type { HonoEnv } from "../env";
import { json, jsonRequest, noContent, operation, whole } from "./operation";

const text = z.string().nullable();
const amount = z.number().nullable();
const count = z.number().int();

const PartAnswer = z.object({
  id: z.string(),
  workOrderId: z.string(),
  partDescription: z.string(),
  inventoryItemId: text.describe("Null for a part that is no item in stock"),
  inventorySku: text,
  unit: z.enum(BASE_UNITS),
  quantity: z.number().describe("In the unit, to the thousandth"),
  costPerUnit: amount.describe("Of an item what the stock ledger says, rounded to the cent; null if unknown"),
  cost: amount.describe("In all; null if not wholly known"),
  price: amount.describe("Of one unit to the customer; null if not said"),
  amount: amount.describe("Quantity times price"),
  billable: z.boolean(),
  supplier: text,
  notes: text,
  equipmentId: text,
  equipmentName: text,
  locationId: text.describe("Where it came from"),
  locationName: text,
  foundQuantity: z.number().describe("Was in the hand although the stock did not have it: to be counted"),
  usedAt: z.string(),
  usedBy: text,
  version: count,
  createdAt: z.string(),
  updatedAt: z.string(),
});

const dollars = (minor: number | null) => (minor === null ? null : toDecimal(minor));

export function partOf(part: Part): z.output<typeof PartAnswer> {
  const { id, workOrderId, unit, billable, supplier, notes, equipmentId, equipmentName, locationId } = part;
  const { locationName, usedAt, usedBy, version, createdAt, updatedAt } = part;
  return {
    ...{ id, workOrderId, unit, billable, supplier, notes, equipmentId, equipmentName, locationId },
    ...{ locationName, usedAt, usedBy, version, createdAt, updatedAt },
    partDescription: part.description,
    inventoryItemId: part.itemId,
    inventorySku: part.sku,
    quantity: quantityOf(part.quantityMilli),
    costPerUnit: dollars(part.unitCostMinor),
    cost: dollars(part.costMinor),
    price: dollars(part.unitPriceMinor),
    amount: dollars(part.priceMinor),
    foundQuantity: quantityOf(part.foundMilli),
  };
}

const tags = ["Work orders"];
const ofWorkOrder = z.object({ id: z.string().max(100).describe("Id, number or WO-012 of the work order") });
const ofPart = ofWorkOrder.extend({ partId: z.string().max(100) });
const refOf = ({ id, partId }: z.output<typeof ofPart>) => ({ ref: id, partId });

const PartList = z.object({ items: z.array(PartAnswer), nextCursor: text, total: count.nullable() });

export const workOrderParts = new OpenAPIHono<HonoEnv>();

workOrderParts.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/parts/suggestions",
    tags,
    summary: "Suggest parts: from a job's playbook, its equipment's models, jobs like it, and what is used most",
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
              price: amount,
              available: amount.describe("Free on the technician's truck; null if it is no item or there is no truck"),
              expired: amount.describe("Past its last day there; null as above"),
              timesUsed: count.describe("Jobs it was used on"),
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
          price: dollars(one.unitPriceMinor),
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

for (const { path, summary, schema } of [
  {
    path: "/work-orders/{id}/parts" as const,
    summary: "Record a part that was used; an item, named by its id or SKU, is taken out of stock at once",
    schema: NewPart,
  },
  {
    path: "/work-orders/{id}/parts/with-inventory" as const,
    summary: "Record an item that was used and take it out of stock",
    schema: NewPartFromStock,
  },
]) {
  workOrderParts.openapi(
    operation("work_orders.read", {
      method: "post",
      path,
      tags,
      summary,
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
    summary: "List the parts used on a job",
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
    summary: "List the parts used on a job by the equipment they went into; those for none come last",
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
    summary: "Get what the parts of a job cost",
    request: { params: ofWorkOrder },
    responses: {
      200: json(
        z.object({
          totalCost: z.number().describe("Of the parts whose cost is known"),
          unknownCosts: count.describe("Parts whose cost is not wholly known"),
          totalPrice: z.number().describe("Of the billable parts whose price is known"),
          unknownPrices: count.describe("Billable parts without a price"),
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
    const totals = { totalCost: toDecimal(costMinor), totalPrice: toDecimal(priceMinor) };
    return c.json({ ...totals, unknownCosts, unknownPrices, parts }, 200);
  },
);

workOrderParts.openapi(
  operation("work_orders.read", {
    method: "patch",
    path: "/work-orders/{id}/parts/{partId}",
    tags,
    summary: "Update the given fields; another quantity or location is taken out of stock anew",
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
    summary: "Take a part away; what was taken out of stock goes back",
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
    summary: "Put a part that was taken away back on the job, and take it out of stock again",
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
