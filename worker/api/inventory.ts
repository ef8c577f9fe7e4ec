import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { deleteItem, deleteLocation } from "~/domain/inventory/delete.server";
import { BASE_UNITS, ITEM_CATEGORIES } from "~/domain/inventory/items/item";
import { itemHistory } from "~/domain/inventory/items/item-history.server";
import {
  createItem,
  findItem,
  type Item,
  itemBySku,
  listItems,
  updateItem,
} from "~/domain/inventory/items/items.server";
import { LOCATION_TYPES } from "~/domain/inventory/locations/location";
import {
  createLocation,
  findLocation,
  type Location,
  listLocations,
  updateLocation,
} from "~/domain/inventory/locations/locations.server";
import { listMovements, movementDetail } from "~/domain/inventory/movements.server";
import { postStock, reverseMovement } from "~/domain/inventory/post.server";
import { quantityOf } from "~/domain/inventory/quantity";
import {
  ItemChange,
  ItemFilter,
  LocationChange,
  LocationFilter,
  MovementFilter,
  NewItem,
  NewLocation,
  NewPosting,
  Reversal,
} from "~/domain/inventory/schema";
import { stockByLocation } from "~/domain/inventory/stock.server";
import { paths } from "~/paths";
import { decimalOrNull, pageSchema, quantity, quantityOrNull } from "./answer-fields";
import { MovementAnswer, movementOf } from "./movement-answer";
import { json, jsonRequest, noContent, operation, whole } from "./operation";

const tags = ["Inventory"];
const params = z.object({ id: z.string().max(100) });
const text = z.string().nullable();
const count = z.number().int();
const amount = z.number().nullable();
export const ItemAnswer = z.object({
  id: z.string(),
  sku: z.string(),
  name: z.string(),
  description: text,
  primaryCategory: z.enum(ITEM_CATEGORIES),
  secondaryCategory: text,
  baseUnit: z.enum(BASE_UNITS),
  unitCost: amount.describe("Standard cost of one unit, in dollars; null if unknown, or if you may not see costs"),
  listPrice: amount,
  active: z.boolean(),
  manufacturer: text,
  barcode: text,
  minStockLevel: z.number(),
  maxStockLevel: amount,
  reorderPoint: amount,
  requiresCertification: z.boolean(),
  hazardousMaterial: z.boolean(),
  restrictedItem: z.boolean(),
  weight: amount.describe("Pounds"),
  warrantyDays: count.nullable(),
  shelfLifeDays: count.nullable(),
  onHand: quantity,
  reserved: quantity,
  expired: quantity.describe("On hand but expired, and not available"),
  available: quantity.describe("On hand, neither reserved nor expired"),
  stockState: z.enum(["out", "low", "ok"]),
  averageCost: amount.describe(
    "Moving average cost of the stock on hand, in dollars; null if unknown, or if you may not see costs",
  ),
  stockValue: amount.describe(
    "Value of the stock on hand without `uncostedQuantity`, in dollars; null if you may not see costs",
  ),
  uncostedQuantity: quantity,
  pictureUrl: text.describe("Download address of the picture; changes with each picture"),
  version: count,
  createdAt: z.string(),
  updatedAt: z.string(),
});

export function itemOf(item: Item) {
  const { id, sku, name, description, primaryCategory, secondaryCategory, baseUnit, active, manufacturer, barcode } =
    item;
  const { requiresCertification, hazardousMaterial, restrictedItem, warrantyDays, shelfLifeDays, stockState } = item;
  return {
    ...{ id, sku, name, description, primaryCategory, secondaryCategory, baseUnit, active, manufacturer, barcode },
    ...{ requiresCertification, hazardousMaterial, restrictedItem, warrantyDays, shelfLifeDays, stockState },
    unitCost: decimalOrNull(item.unitCostMinor),
    listPrice: decimalOrNull(item.listPriceMinor),
    minStockLevel: quantityOf(item.minStockMilli),
    maxStockLevel: quantityOrNull(item.maxStockMilli),
    reorderPoint: quantityOrNull(item.reorderPointMilli),
    weight: quantityOrNull(item.weightMilliLb),
    onHand: quantityOf(item.onHandMilli),
    reserved: quantityOf(item.reservedMilli),
    expired: quantityOf(item.expiredMilli),
    available: quantityOf(item.availableMilli),
    averageCost: decimalOrNull(item.averageCostMinor),
    stockValue: decimalOrNull(item.valueMinor),
    uncostedQuantity: quantityOf(item.uncostedMilli),
    pictureUrl: item.picture && paths.itemPicture(id, item.picture),
    version: item.version,
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
  };
}

const LocationAnswer = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(LOCATION_TYPES),
  parentId: text,
  parentName: text,
  technicianId: text,
  technicianName: text,
  capacity: amount.describe("Maximum number of units; null if not limited"),
  capacityUtilization: count.nullable().describe("Percent"),
  onHand: quantity,
  active: z.boolean(),
  notes: text,
  version: count,
  createdAt: z.string(),
  updatedAt: z.string(),
});

const locationOf = ({ capacityMilli, onHandMilli, ...location }: Location) => ({
  ...location,
  capacity: quantityOrNull(capacityMilli),
  onHand: quantityOf(onHandMilli),
});

export const inventory = new OpenAPIHono<HonoEnv>();

inventory.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/items",
    tags,
    summary: "List items",
    description: "Each with its stock on hand. Can be filtered and sorted.",
    request: { query: ItemFilter },
    responses: { 200: json(pageSchema(ItemAnswer)) },
  }),
  async (c) => {
    const { items, nextCursor, total } = await listItems(c.var.ctx, c.req.valid("query"));
    return c.json({ items: items.map(itemOf), nextCursor, total }, 200);
  },
);

inventory.openapi(
  operation("inventory.write", {
    method: "post",
    path: "/inventory/items",
    tags,
    summary: "Create an item",
    request: { body: jsonRequest(NewItem) },
    responses: { 201: json(ItemAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    return c.json(itemOf(await findItem(ctx, (await createItem(ctx, c.req.valid("json"))).id)), 201);
  },
);

inventory.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/items/sku/{sku}",
    tags,
    summary: "Get an item by its SKU",
    description: "A 404 means that the SKU is free.",
    request: { params: z.object({ sku: z.string().max(200) }) },
    responses: { 200: json(ItemAnswer) },
  }),
  async (c) => c.json(itemOf(await itemBySku(c.var.ctx, c.req.valid("param").sku)), 200),
);

inventory.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/items/{id}",
    tags,
    summary: "Get an item",
    request: { params },
    responses: { 200: json(ItemAnswer) },
  }),
  async (c) => c.json(itemOf(await findItem(c.var.ctx, c.req.valid("param").id)), 200),
);

inventory.openapi(
  operation("inventory.write", {
    method: "patch",
    path: "/inventory/items/{id}",
    tags,
    summary: "Update an item",
    description: "Omitted fields stay unchanged; null clears a field. Only movements change the stock on hand.",
    request: { params, body: jsonRequest(ItemChange) },
    responses: { 200: json(ItemAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    return c.json(
      itemOf(await findItem(ctx, (await updateItem(ctx, c.req.valid("param").id, c.req.valid("json"))).id)),
      200,
    );
  },
);

inventory.openapi(
  operation("inventory.write", {
    method: "delete",
    path: "/inventory/items/{id}",
    tags,
    summary: "Delete an item",
    description:
      "An item that was moved, reserved, counted, ordered, planned or used is set to inactive instead, as is one in a design.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteItem(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

inventory.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/items/{id}/stock",
    tags,
    summary: "List the locations that hold an item",
    description: "Highest quantity first.",
    request: { params },
    responses: {
      200: json(
        pageSchema(
          z.object({
            locationId: z.string(),
            locationName: z.string(),
            locationType: z.enum(LOCATION_TYPES),
            onHand: quantity,
            reserved: quantity,
            expired: quantity,
            available: quantity,
          }),
        ),
      ),
    },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await findItem(ctx, c.req.valid("param").id);
    const held = await stockByLocation(ctx, id);
    return c.json(
      whole(
        held.map(({ locationId, locationName, locationType, ...stock }) => ({
          ...{ locationId, locationName, locationType },
          onHand: quantityOf(stock.onHandMilli),
          reserved: quantityOf(stock.reservedMilli),
          expired: quantityOf(stock.expiredMilli),
          available: quantityOf(stock.availableMilli),
        })),
      ),
      200,
    );
  },
);

inventory.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/items/{id}/history",
    tags,
    summary: "Get an item's usage and cost history",
    description:
      "The quantity used and the cost of one unit in each of the last 12 months. The costs are null if you may not see them.",
    request: { params },
    responses: {
      200: json(
        z.object({
          baseUnit: z.enum(BASE_UNITS),
          months: z.array(
            z.object({
              month: z.string().describe("YYYY-MM; the last one is the current month"),
              used: quantity.describe("Issued and used less returned; negative if more was returned"),
              averageCost: amount.describe(
                "Moving average cost at the end of the month, in dollars; null if unknown or nothing was on hand",
              ),
              lastPrice: amount.describe(
                "Last price paid for one unit by the end of the month, in dollars; null if unknown",
              ),
              supplierPrice: amount.describe(
                "Price of the currently preferred supplier at the end of the month, in dollars; null if none",
              ),
            }),
          ),
        }),
      ),
    },
  }),
  async (c) => {
    const { baseUnit, months } = await itemHistory(c.var.ctx, c.req.valid("param").id);
    return c.json(
      {
        baseUnit,
        months: months.map(({ month, usedMilli, ...costs }) => ({
          month,
          used: quantityOf(usedMilli),
          averageCost: decimalOrNull(costs.averageCostMinor),
          lastPrice: decimalOrNull(costs.lastPriceMinor),
          supplierPrice: decimalOrNull(costs.supplierPriceMinor),
        })),
      },
      200,
    );
  },
);

inventory.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/locations",
    tags,
    summary: "List stock locations",
    description: "Sorted by name.",
    request: { query: LocationFilter },
    responses: { 200: json(pageSchema(LocationAnswer)) },
  }),
  async (c) => {
    const { items, nextCursor, total } = await listLocations(c.var.ctx, c.req.valid("query"));
    return c.json({ items: items.map(locationOf), nextCursor, total }, 200);
  },
);

inventory.openapi(
  operation("inventory.write", {
    method: "post",
    path: "/inventory/locations",
    tags,
    summary: "Create a stock location",
    description: "A warehouse, truck, bin, job site or in-transit location.",
    request: { body: jsonRequest(NewLocation) },
    responses: { 201: json(LocationAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    return c.json(locationOf(await findLocation(ctx, (await createLocation(ctx, c.req.valid("json"))).id)), 201);
  },
);

inventory.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/locations/{id}",
    tags,
    summary: "Get a stock location",
    request: { params },
    responses: { 200: json(LocationAnswer) },
  }),
  async (c) => c.json(locationOf(await findLocation(c.var.ctx, c.req.valid("param").id)), 200),
);

inventory.openapi(
  operation("inventory.write", {
    method: "patch",
    path: "/inventory/locations/{id}",
    tags,
    summary: "Update a stock location",
    description: "Omitted fields stay unchanged. A location that holds stock cannot be deactivated.",
    request: { params, body: jsonRequest(LocationChange) },
    responses: { 200: json(LocationAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updateLocation(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(locationOf(await findLocation(ctx, id)), 200);
  },
);

inventory.openapi(
  operation("inventory.write", {
    method: "delete",
    path: "/inventory/locations/{id}",
    tags,
    summary: "Delete a stock location",
    description: "A location where stock was moved, counted or ordered is set to inactive instead.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteLocation(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

inventory.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/movements",
    tags,
    summary: "List stock movements",
    description: "Newest first.",
    request: { query: MovementFilter },
    responses: { 200: json(pageSchema(MovementAnswer)) },
  }),
  async (c) => {
    const { items, nextCursor, total } = await listMovements(c.var.ctx, c.req.valid("query"));
    return c.json({ items: items.map(movementOf), nextCursor, total }, 200);
  },
);

inventory.openapi(
  operation("inventory.write", {
    method: "post",
    path: "/inventory/movements",
    tags,
    summary: "Create stock movements",
    description: "Posts the lines of a receipt, issue, transfer, adjustment, return or count, all or none.",
    request: { body: jsonRequest(NewPosting) },
    responses: { 201: json(z.object({ postingId: z.string() })) },
  }),
  async (c) => c.json(await postStock(c.var.ctx, c.req.valid("json")), 201),
);

inventory.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/movements/{id}",
    tags,
    summary: "Get a stock movement",
    description: "Includes the movements that were posted with it.",
    request: { params },
    responses: { 200: json(MovementAnswer.extend({ postedWith: z.array(MovementAnswer) })) },
  }),
  async (c) => {
    const { postedWith, ...movement } = await movementDetail(c.var.ctx, c.req.valid("param").id);
    return c.json({ ...movementOf(movement), postedWith: postedWith.map(movementOf) }, 200);
  },
);

inventory.openapi(
  operation("inventory.write", {
    method: "post",
    path: "/inventory/movements/{id}/reverse",
    tags,
    summary: "Reverse a stock movement",
    description: "Posts a new movement that refers to it. A transfer is reversed at both locations.",
    request: { params, body: jsonRequest(Reversal) },
    responses: { 201: json(z.object({ postingId: z.string() })) },
  }),
  async (c) => c.json(await reverseMovement(c.var.ctx, c.req.valid("param").id, c.req.valid("json").note), 201),
);
