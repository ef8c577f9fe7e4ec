import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { BASE_UNITS } from "~/domain/inventory/items/item";
import { copyLevels, findLevel, removeLevel, saveLevel } from "~/domain/inventory/locations/location-levels.server";
import { findLocation } from "~/domain/inventory/locations/locations.server";
import { quantityOf } from "~/domain/inventory/quantity";
import { findRestock, restock } from "~/domain/inventory/restock.server";
import { FromLocation, LocationLevelInput } from "~/domain/inventory/schema";
import { stockAtLocation } from "~/domain/inventory/stock.server";
import { paging } from "~/domain/shared/fields";
import { quantity, quantityOrNull } from "./answer-fields";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Inventory"];
const params = z.object({ id: z.string().max(100) });
const levelParams = params.extend({ itemId: z.string().max(100) });

const ItemNamed = z.object({
  itemId: z.string(),
  sku: z.string(),
  name: z.string(),
  baseUnit: z.enum(BASE_UNITS),
});

const HeldAnswer = ItemNamed.extend({
  onHand: quantity,
  reserved: quantity,
  expired: quantity.describe("On hand but expired, and not available"),
  available: quantity,
  minStockLevel: z.number().nullable().describe("The minimum the location should have; null if not set"),
  maxStockLevel: z.number().nullable(),
  missing: quantity.describe("Quantity that fills it up to its maximum; 0 while the minimum is available"),
});

const LevelAnswer = ItemNamed.extend({ minStockLevel: quantity, maxStockLevel: quantity });

export const levels = new OpenAPIHono<HonoEnv>();

levels.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/locations/{id}/stock",
    tags,
    summary: "List the stock of a location",
    description: "The items that it holds or should hold, with their minimum and maximum.",
    request: { params, query: z.object(paging) },
    responses: {
      200: json(z.object({ items: z.array(HeldAnswer), nextCursor: z.string().nullable(), total: z.null() })),
    },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id: locationId } = await findLocation(ctx, c.req.valid("param").id);
    const { items, nextCursor } = await stockAtLocation(ctx, { locationId, ...c.req.valid("query") });
    const held = items.map(({ itemId, sku, name, baseUnit, ...row }) => ({
      ...{ itemId, sku, name, baseUnit },
      onHand: quantityOf(row.onHandMilli),
      reserved: quantityOf(row.reservedMilli),
      expired: quantityOf(row.expiredMilli),
      available: quantityOf(row.availableMilli),
      minStockLevel: quantityOrNull(row.minMilli),
      maxStockLevel: quantityOrNull(row.maxMilli),
      missing: quantityOf(row.missingMilli),
    }));
    return c.json({ items: held, nextCursor, total: null }, 200);
  },
);

levels.openapi(
  operation("inventory.write", {
    method: "put",
    path: "/inventory/locations/{id}/levels/{itemId}",
    tags,
    summary: "Set an item's stock levels at a location",
    description: "The minimum and maximum replace the item's own levels at this location.",
    request: { params: levelParams, body: jsonRequest(LocationLevelInput) },
    responses: { 200: json(LevelAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id: locationId, itemId } = c.req.valid("param");
    await saveLevel(ctx, { locationId, itemId }, c.req.valid("json"));
    const { sku, name, baseUnit, minMilli, maxMilli } = await findLevel(ctx, { locationId, itemId });
    const saved = { minStockLevel: quantityOf(minMilli ?? 0), maxStockLevel: quantityOf(maxMilli ?? 0) };
    return c.json({ itemId, sku, name, baseUnit, ...saved }, 200);
  },
);

levels.openapi(
  operation("inventory.write", {
    method: "delete",
    path: "/inventory/locations/{id}/levels/{itemId}",
    tags,
    summary: "Delete an item's stock levels at a location",
    request: { params: levelParams },
    responses: { 204: noContent },
  }),
  async (c) => {
    const { id: locationId, itemId } = c.req.valid("param");
    await removeLevel(c.var.ctx, { locationId, itemId });
    return c.body(null, 204);
  },
);

levels.openapi(
  operation("inventory.write", {
    method: "post",
    path: "/inventory/locations/{id}/levels/copy",
    tags,
    summary: "Copy stock levels from another location",
    description: "Levels of items that the other location does not list stay unchanged.",
    request: { params, body: jsonRequest(FromLocation) },
    responses: { 204: noContent },
  }),
  async (c) => {
    await copyLevels(c.var.ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.body(null, 204);
  },
);

levels.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/locations/{id}/restock",
    tags,
    summary: "Preview restocking a location",
    description: "The items below their minimum, and how much of each a warehouse has available.",
    request: {
      params,
      query: z.object({
        fromLocationId: z.string().max(64).optional().describe("A warehouse or a bin; defaults to the first warehouse"),
      }),
    },
    responses: {
      200: json(
        z.object({
          fromLocationId: z.string().nullable(),
          items: z.array(
            ItemNamed.extend({
              available: quantity,
              minStockLevel: quantity,
              maxStockLevel: quantity,
              quantity: quantity.describe("Quantity to transfer"),
              stillMissing: quantity,
            }),
          ),
        }),
      ),
    },
  }),
  async (c) => {
    const plan = await findRestock(c.var.ctx, {
      locationId: c.req.valid("param").id,
      fromLocationId: c.req.valid("query").fromLocationId,
    });
    const items = plan.lines.map(({ itemId, sku, name, baseUnit, ...line }) => ({
      ...{ itemId, sku, name, baseUnit },
      available: quantityOf(line.availableMilli),
      minStockLevel: quantityOf(line.minMilli),
      maxStockLevel: quantityOf(line.maxMilli),
      quantity: quantityOf(line.quantityMilli),
      stillMissing: quantityOf(line.stillMissingMilli),
    }));
    return c.json({ fromLocationId: plan.from?.id ?? null, items }, 200);
  },
);

levels.openapi(
  operation("inventory.write", {
    method: "post",
    path: "/inventory/locations/{id}/restock",
    tags,
    summary: "Restock a location",
    description:
      "Transfers the items below their minimum, up to their maximum and as far as the warehouse has them available.",
    request: { params, body: jsonRequest(FromLocation) },
    responses: { 201: json(z.object({ postingId: z.string() })) },
  }),
  async (c) => {
    const { fromLocationId } = c.req.valid("json");
    return c.json(await restock(c.var.ctx, { locationId: c.req.valid("param").id, fromLocationId }), 201);
  },
);
