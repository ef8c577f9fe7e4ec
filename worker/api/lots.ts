import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { BASE_UNITS } from "~/domain/inventory/items/item";
import { LOT_STATES } from "~/domain/inventory/lots/lot";
import { correctExpiry, findLot, type Lot, listLots, writeOffLot } from "~/domain/inventory/lots/lots.server";
import { ExpiryCorrection, LotFilter } from "~/domain/inventory/lots/schema";
import { quantityOf } from "~/domain/inventory/quantity";
import { quantity } from "./answer-fields";
import { json, jsonRequest, operation } from "./operation";

const tags = ["Inventory"];
const params = z.object({ id: z.string().max(100) });
const text = z.string().nullable();

const LotAnswer = z.object({
  id: z.string(),
  itemId: z.string(),
  itemSku: z.string(),
  itemName: z.string(),
  baseUnit: z.enum(BASE_UNITS),
  number: z.string().describe("The supplier's lot number, or the day it was received if there is none"),
  receivedOn: z.string(),
  expiresOn: text.describe("The last day it can be used; null if unknown"),
  state: z.enum(LOT_STATES).describe("`expiring` in the last 30 days before expiration"),
  onHand: quantity,
  locations: z.array(z.object({ locationId: z.string(), locationName: z.string(), onHand: quantity })),
});

const lotOf = ({ onHandMilli, places, ...lot }: Lot) => ({
  ...lot,
  onHand: quantityOf(onHandMilli),
  locations: places.map(({ onHandMilli: there, ...place }) => ({ ...place, onHand: quantityOf(there) })),
});

export const lots = new OpenAPIHono<HonoEnv>();

lots.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/lots",
    tags,
    summary: "List lots in stock",
    description:
      "Those that expire, first to expire first. With an item, also its lots without a known expiration date.",
    request: { query: LotFilter },
    responses: { 200: json(z.object({ items: z.array(LotAnswer), nextCursor: text, total: z.null() })) },
  }),
  async (c) => {
    const { items, nextCursor } = await listLots(c.var.ctx, c.req.valid("query"));
    return c.json({ items: items.map(lotOf), nextCursor, total: null }, 200);
  },
);

lots.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/lots/{id}",
    tags,
    summary: "Get a lot",
    description: "Includes the locations that hold it.",
    request: { params },
    responses: { 200: json(LotAnswer) },
  }),
  async (c) => c.json(lotOf(await findLot(c.var.ctx, c.req.valid("param").id)), 200),
);

lots.openapi(
  operation("inventory.write", {
    method: "post",
    path: "/inventory/lots/{id}/write-off",
    tags,
    summary: "Write off an expired lot",
    description: "Takes all that is left of it out of stock, as an adjustment with the reason `expired`.",
    request: { params },
    responses: { 201: json(z.object({ postingId: z.string() })) },
  }),
  async (c) => c.json(await writeOffLot(c.var.ctx, c.req.valid("param").id), 201),
);

lots.openapi(
  operation("inventory.write", {
    method: "patch",
    path: "/inventory/lots/{id}",
    tags,
    summary: "Update the expiration date of a lot",
    description: "Refused with 409 if `previousExpiresOn` is not its current date.",
    request: { params, body: jsonRequest(ExpiryCorrection) },
    responses: { 200: json(LotAnswer) },
  }),
  async (c) => {
    const { id } = await correctExpiry(c.var.ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(lotOf(await findLot(c.var.ctx, id)), 200);
  },
);
