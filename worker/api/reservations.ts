import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { BASE_UNITS } from "~/domain/inventory/items/item";
import { quantityOf } from "~/domain/inventory/quantity";
import { RESERVATION_STATUSES } from "~/domain/inventory/reservation";
import {
  findReservation,
  fulfillReservation,
  listReservations,
  type Reservation,
  releaseReservation,
  reserveStock,
} from "~/domain/inventory/reserve.server";
import { NewReservation, ReservationFilter, ReservationUse } from "~/domain/inventory/schema";
import { quantity } from "./answer-fields";
import { json, jsonRequest, operation } from "./operation";

const tags = ["Inventory"];
const params = z.object({ id: z.string().max(100) });
const text = z.string().nullable();
const count = z.number().int();

const ReservationAnswer = z.object({
  id: z.string(),
  itemId: z.string(),
  itemSku: z.string(),
  itemName: z.string(),
  baseUnit: z.enum(BASE_UNITS),
  locationId: z.string(),
  locationName: z.string(),
  workOrderId: text,
  workOrderNumber: count.nullable(),
  quantity,
  fulfilledQuantity: quantity,
  status: z.enum(RESERVATION_STATUSES),
  planned: z.boolean().describe("True if it was created from the playbook when the work order was booked"),
  reservedUntil: text,
  note: text,
  createdAt: z.string(),
  closedAt: text,
  version: count,
});

const reservationOf = ({ quantityMilli, fulfilledMilli, ...reservation }: Reservation) => ({
  ...reservation,
  quantity: quantityOf(quantityMilli),
  fulfilledQuantity: quantityOf(fulfilledMilli),
});

export const reservations = new OpenAPIHono<HonoEnv>();

reservations.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/reservations",
    tags,
    summary: "List reservations",
    description: "Newest first.",
    request: { query: ReservationFilter },
    responses: {
      200: json(z.object({ items: z.array(ReservationAnswer), nextCursor: text, total: count.nullable() })),
    },
  }),
  async (c) => {
    const { items, nextCursor, total } = await listReservations(c.var.ctx, c.req.valid("query"));
    return c.json({ items: items.map(reservationOf), nextCursor, total }, 200);
  },
);

reservations.openapi(
  operation("inventory.write", {
    method: "post",
    path: "/inventory/reservations",
    tags,
    summary: "Create a reservation",
    description: "Reserves stock that is available at a location.",
    request: { body: jsonRequest(NewReservation) },
    responses: { 201: json(ReservationAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    return c.json(reservationOf(await findReservation(ctx, (await reserveStock(ctx, c.req.valid("json"))).id)), 201);
  },
);

reservations.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/reservations/{id}",
    tags,
    summary: "Get a reservation",
    request: { params },
    responses: { 200: json(ReservationAnswer) },
  }),
  async (c) => c.json(reservationOf(await findReservation(c.var.ctx, c.req.valid("param").id)), 200),
);

reservations.openapi(
  operation("inventory.write", {
    method: "post",
    path: "/inventory/reservations/{id}/release",
    tags,
    summary: "Release a reservation",
    description: "Frees what is still reserved. Releasing it again changes nothing.",
    request: { params },
    responses: { 200: json(ReservationAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    return c.json(
      reservationOf(await findReservation(ctx, (await releaseReservation(ctx, c.req.valid("param").id)).id)),
      200,
    );
  },
);

reservations.openapi(
  operation("inventory.write", {
    method: "post",
    path: "/inventory/reservations/{id}/fulfill",
    tags,
    summary: "Fulfill a reservation",
    description: "Takes the given quantity, or all that is still reserved, out of stock.",
    request: { params, body: jsonRequest(ReservationUse) },
    responses: { 200: json(ReservationAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await fulfillReservation(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(reservationOf(await findReservation(ctx, id)), 200);
  },
);
