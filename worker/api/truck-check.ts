import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { BASE_UNITS } from "~/domain/inventory/items/item";
import { LOCATION_TYPES } from "~/domain/inventory/locations/location";
import { quantityOf } from "~/domain/inventory/quantity";
import { allPicks, loadPick } from "~/domain/work-order-parts/picks.server";
import { PickFilter, WorkOrderSupply } from "~/domain/work-order-parts/schema";
import { LOAD_STATES } from "~/domain/work-order-parts/truck";
import { supplyWorkOrder, truckCheck } from "~/domain/work-order-parts/truck-check.server";
import { ofWorkOrder, quantity } from "./answer-fields";
import { json, jsonRequest, operation } from "./operation";

const text = z.string().nullable();
const Reserved = z.object({ reservationId: z.string().describe("The reservation for the work order") });

export const truckChecks = new OpenAPIHono<HonoEnv>();

truckChecks.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/work-orders/{id}/truck-check",
    tags: ["Work orders"],
    summary: "Check the truck for a work order's parts",
    description:
      "Compares planned and reserved parts with the stock of the assigned truck, and lists who nearby has what is missing.",
    request: {
      params: ofWorkOrder,
      query: z.object({
        technicianId: z
          .string()
          .max(64)
          .optional()
          .describe("The technician whose truck is checked; defaults to the lead technician of the work order"),
      }),
    },
    responses: {
      200: json(
        z.object({
          workOrderId: z.string(),
          technicianId: text,
          technicianName: text,
          truck: z.object({ id: z.string(), name: z.string() }).nullable(),
          parts: z.array(
            z.object({
              itemId: z.string(),
              sku: z.string(),
              name: z.string(),
              unit: z.enum(BASE_UNITS),
              state: z.enum(LOAD_STATES),
              needed: quantity,
              used: quantity,
              onTruck: quantity.describe("Reserved for the work order on the truck, or available there"),
              toLoad: quantity.describe("Reserved for the work order at another location"),
              missing: quantity,
              expired: quantity.describe("Expired on the truck"),
              picks: z.array(
                z.object({ reservationId: z.string(), locationId: z.string(), locationName: z.string(), quantity }),
              ),
              nearby: z
                .array(
                  z.object({
                    locationId: z.string(),
                    locationName: z.string(),
                    locationType: z.enum(LOCATION_TYPES),
                    available: quantity,
                    driveMinutes: z.number().int().nullable().describe("Estimated drive time; null if unknown"),
                  }),
                )
                .describe("Locations where the missing part is available, nearest first"),
            }),
          ),
          notLinked: z
            .array(z.object({ name: z.string(), quantity: z.number() }))
            .describe("Planned parts that are not linked to an item"),
        }),
      ),
    },
  }),
  async (c) => {
    const check = await truckCheck(c.var.ctx, c.req.valid("param").id, c.req.valid("query"));
    const { workOrderId, technicianId, technicianName, truck, unlinked } = check;
    const parts = check.parts.map(({ itemId, sku, name, unit, state, picks, nearby, ...part }) => ({
      ...{ itemId, sku, name, unit, state },
      needed: quantityOf(part.neededMilli),
      used: quantityOf(part.usedMilli),
      onTruck: quantityOf(part.onTruckMilli),
      toLoad: quantityOf(part.toLoadMilli),
      missing: quantityOf(part.missingMilli),
      expired: quantityOf(part.expiredMilli),
      picks: picks.map((pick) => ({
        reservationId: pick.id,
        locationId: pick.locationId,
        locationName: pick.locationName,
        quantity: quantityOf(pick.openMilli),
      })),
      nearby: nearby.map((place) => ({
        locationId: place.locationId,
        locationName: place.name,
        locationType: place.type,
        available: quantityOf(place.freeMilli),
        driveMinutes: place.driveMinutes,
      })),
    }));
    return c.json({ workOrderId, technicianId, technicianName, truck, parts, notLinked: unlinked }, 200);
  },
);

for (const { path, to, summary, description } of [
  {
    path: "/work-orders/{id}/truck-check/transfers" as const,
    to: "truck" as const,
    summary: "Transfer a missing part to the truck",
    description: "Reserves it there for the work order.",
  },
  {
    path: "/work-orders/{id}/truck-check/picks" as const,
    to: "pick_list" as const,
    summary: "Create a pick for a missing part",
    description: "On the pick list of the location that holds it.",
  },
]) {
  truckChecks.openapi(
    operation("inventory.read", {
      method: "post",
      path,
      tags: ["Work orders"],
      summary,
      description,
      request: { params: ofWorkOrder, body: jsonRequest(WorkOrderSupply) },
      responses: { 201: json(Reserved) },
    }),
    async (c) => c.json(await supplyWorkOrder(c.var.ctx, c.req.valid("param").id, { ...c.req.valid("json"), to }), 201),
  );
}

truckChecks.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/picks",
    tags: ["Inventory"],
    summary: "List a day's picks",
    description: "The parts to load onto each truck for the day's work orders.",
    request: { query: PickFilter },
    responses: {
      200: json(
        z.object({
          date: z.string(),
          items: z.array(
            z.object({
              reservationId: z.string(),
              itemId: z.string(),
              sku: z.string(),
              name: z.string(),
              unit: z.enum(BASE_UNITS),
              quantity,
              locationId: z.string(),
              locationName: z.string(),
              workOrder: z.string().describe("Reference of the work order, such as WO-012"),
              scheduledStart: z.string(),
              timeZone: text.describe("IANA time zone of the property; null: that of the business"),
              technicianId: text,
              technicianName: text,
              truckName: text.describe("Null if no assigned technician has a truck"),
            }),
          ),
          nextCursor: z.null(),
          total: z.number().int(),
        }),
      ),
    },
  }),
  async (c) => {
    const { date, items } = await allPicks(c.var.ctx, c.req.valid("query"));
    const picks = items.map(({ id, openMilli, mayLoad: _, title: __, ...pick }) => ({
      ...pick,
      reservationId: id,
      quantity: quantityOf(openMilli),
    }));
    return c.json({ date, items: picks, nextCursor: null, total: picks.length }, 200);
  },
);

truckChecks.openapi(
  operation("inventory.read", {
    method: "post",
    path: "/inventory/picks/{id}/load",
    tags: ["Inventory"],
    summary: "Load a pick onto its truck",
    description: "Transfers the part to the truck, where it stays reserved for the work order.",
    request: { params: z.object({ id: z.string().max(100) }) },
    responses: { 200: json(Reserved) },
  }),
  async (c) => c.json(await loadPick(c.var.ctx, c.req.valid("param").id), 200),
);
