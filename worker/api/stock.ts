import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { BASE_UNITS } from "~/domain/inventory/items/item";
import { LOCATION_TYPES } from "~/domain/inventory/locations/location";
import { quantityOf } from "~/domain/inventory/quantity";
import { StockFilter } from "~/domain/inventory/schema";
import { stockNear } from "~/domain/inventory/stock.server";
import { listStock, type StockLevel } from "~/domain/inventory/stock-levels.server";
import { decimalOrNull, quantity, quantityOrNull } from "./answer-fields";
import { json, operation } from "./operation";

const tags = ["Inventory"];
const text = z.string().nullable();
const count = z.number().int();

const StockAnswer = z.object({
  itemId: z.string(),
  sku: z.string(),
  name: z.string(),
  baseUnit: z.enum(BASE_UNITS),
  onHand: quantity,
  reserved: quantity.describe("0 at an earlier time, for which it is not known"),
  expired: quantity.describe("On hand but expired, and not available; 0 at an earlier time"),
  available: quantity,
  incoming: quantity.describe("Ordered and not received yet"),
  reorderPoint: z.number().nullable(),
  maxStockLevel: z.number().nullable(),
  suggestedOrder: z
    .number()
    .nullable()
    .describe("Quantity that fills it up to its maximum; null if it should be reordered and has no maximum"),
  stockState: z.enum(["out", "low", "ok"]),
  stockValue: z.number().nullable().describe("Value at cost, in dollars; null if unknown, or if you may not see costs"),
  locations: z.array(
    z.object({
      locationId: z.string(),
      locationName: z.string(),
      locationType: z.enum(LOCATION_TYPES),
      onHand: quantity,
    }),
  ),
  locationCount: count.describe("Number of locations that hold some of it; `locations` lists the largest"),
});

function stockAnswer(row: StockLevel) {
  const { id: itemId, sku, name, baseUnit, stockState } = row;
  return {
    ...{ itemId, sku, name, baseUnit, stockState },
    onHand: quantityOf(row.onHandMilli),
    reserved: quantityOf(row.reservedMilli),
    expired: quantityOf(row.expiredMilli),
    available: quantityOf(row.availableMilli),
    incoming: quantityOf(row.incomingMilli),
    reorderPoint: quantityOrNull(row.reorderPointMilli),
    maxStockLevel: quantityOrNull(row.maxStockMilli),
    suggestedOrder: quantityOrNull(row.suggestedMilli),
    stockValue: decimalOrNull(row.valueMinor),
    locations: row.places.map((place) => ({
      ...{ locationId: place.id, locationName: place.name, locationType: place.type },
      onHand: quantityOf(place.onHandMilli),
    })),
    locationCount: row.placeCount,
  };
}

export const stock = new OpenAPIHono<HonoEnv>();

stock.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/stock",
    tags,
    summary: "List stock levels",
    description: "By item, over all locations or at one, now or at an earlier time; or only the items to reorder.",
    request: { query: StockFilter },
    responses: { 200: json(z.object({ items: z.array(StockAnswer), nextCursor: text, total: count.nullable() })) },
  }),
  async (c) => {
    const { items, nextCursor, total } = await listStock(c.var.ctx, c.req.valid("query"));
    return c.json({ items: items.map(stockAnswer), nextCursor, total }, 200);
  },
);

stock.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/items/{id}/nearest",
    tags,
    summary: "List the nearest locations that hold an item",
    description: "By distance from a work order's property. Drive times are estimates.",
    request: {
      params: z.object({ id: z.string().max(100) }),
      query: z.object({
        workOrderId: z.string().max(100).default("").describe("Id, number or reference, such as WO-012"),
      }),
    },
    responses: {
      200: json(
        z.object({
          workOrder: z.string(),
          items: z.array(
            z.object({
              locationId: z.string(),
              locationName: z.string(),
              locationType: z.enum(LOCATION_TYPES),
              onHand: quantity,
              expired: quantity,
              available: quantity,
              reservedFor: z.array(z.string()),
              driveMinutes: z
                .number()
                .nullable()
                .describe("Estimated drive time; null if the location is not on the map"),
            }),
          ),
        }),
      ),
    },
  }),
  async (c) => {
    const { workOrder, places } = await stockNear(c.var.ctx, c.req.valid("param").id, c.req.valid("query").workOrderId);
    const items = places.map(({ onHandMilli, availableMilli, expiredMilli, reservedMilli: _, ...place }) => ({
      ...place,
      onHand: quantityOf(onHandMilli),
      expired: quantityOf(expiredMilli),
      available: quantityOf(availableMilli),
    }));
    return c.json({ workOrder, items }, 200);
  },
);
