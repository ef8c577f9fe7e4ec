import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { publicCoverage } from "~/domain/maps/coverage.server";
import { mapOfDay } from "~/domain/maps/map-day.server";
import { moveOptions, routesOfDay } from "~/domain/maps/routes.server";
import { CoverageQuery, DevicePlace, MapDay, PlaceSharing } from "~/domain/maps/schema";
import { placeSharing, reportPlace, setPlaceSharing } from "~/domain/maps/technician-places.server";
import { WORK_ORDER_STATUSES } from "~/domain/work-order-basics/status";
import { json, jsonRequest, operation } from "./operation";

const tags = ["Maps"];
const nullable = z.string().nullable();
const minutes = z.int().nullable();
const instant = (at: number) => new Date(at).toISOString();

const Point = z.object({ latitude: z.number(), longitude: z.number() });
const Area = z.object({
  code: z.string(),
  name: z.string(),
  sites: z.int().nullable().describe("Null if there are fewer than 5"),
});

export const maps = new OpenAPIHono<HonoEnv>();

maps.openapi(
  operation("anyone", {
    method: "get",
    path: "/coverage",
    tags: ["Coverage"],
    summary: "Count served properties by state, county and ZIP code",
    description:
      "Counts properties over all businesses. Counts below 5 are withheld, and nothing identifies a business or a customer. Counties are those of `state`, ZIP codes those of `county`; without one, of the one with the most properties. `zip` selects the state and county it lies in; `found` is null where no business serves it.",
    request: { query: CoverageQuery },
    responses: {
      200: json(
        z.object({
          state: nullable,
          county: nullable,
          states: z.array(Area),
          counties: z.array(Area),
          zips: z.array(Area),
          found: Area.nullable(),
          isComplete: z.boolean().describe("False while some of the properties cannot be counted"),
        }),
      ),
    },
  }),
  async (c) => c.json(await publicCoverage(c.var.ctx, c.req.valid("query")), 200),
);

const day = { date: z.string(), zone: z.string() };

maps.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/maps/day",
    tags,
    summary: "Get a day's jobs on the map",
    description:
      "By status, with their locations, the technicians' latest locations and the service area. A technician's location is shown with their consent, within the last hour and their shift; seeing others takes technicians.read.",
    request: { query: MapDay },
    responses: {
      200: json(
        z.object({
          ...day,
          jobs: z.array(
            z.object({
              id: z.string(),
              number: z.int(),
              reference: z.string(),
              title: z.string(),
              status: z.enum(WORK_ORDER_STATUSES),
              scheduledStart: nullable,
              technicianId: nullable,
              customerName: z.string(),
              siteId: z.string(),
              line1: z.string(),
              city: z.string(),
              state: z.string(),
              point: Point.nullable().describe("Null if it is not on the map"),
            }),
          ),
          technicians: z.array(
            z.object({
              technicianId: z.string(),
              firstName: z.string(),
              lastName: z.string(),
              point: Point.nullable().describe("Null if there is none within the last hour and the shift"),
              accuracyM: z.int().nullable(),
              at: nullable,
            }),
          ),
          isPartial: z.boolean().describe("True if the day has more than 400 jobs, of which the first are listed"),
          zips: z
            .array(
              z.object({
                zip: z.string(),
                sites: z.int(),
                city: nullable,
                state: nullable,
                county: nullable,
                countyFips: nullable,
                point: Point.nullable().describe("Center of the ZIP code"),
              }),
            )
            .describe("The 100 with the most sites"),
        }),
      ),
    },
  }),
  async (c) => {
    const { date, zone, jobs, technicians, isPartial, zips } = await mapOfDay(c.var.ctx, c.req.valid("query"));
    const shown = jobs.map(({ technicianFirstName: _, technicianLastName: __, zone: ___, ...workOrder }) => workOrder);
    return c.json({ date, zone, jobs: shown, technicians, isPartial, zips }, 200);
  },
);

const Drive = z.object({
  minutes,
  basis: z.enum(["same_address", "measured", "estimate", "unknown"]),
});

maps.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/maps/routes",
    tags,
    summary: "Get a day's routes",
    description: "Each technician's stops with drive times.",
    request: { query: MapDay },
    responses: {
      200: json(
        z.object({
          ...day,
          driveMinutes: z.int(),
          workMinutes: z.int(),
          unknownDrives: z.int(),
          isEstimated: z.boolean(),
          routes: z.array(
            z.object({
              technicianId: z.string(),
              name: z.string(),
              driveMinutes: z.int(),
              workMinutes: z.int(),
              unknownDrives: z.int(),
              isEstimated: z.boolean(),
              stops: z.array(
                z.object({
                  id: z.string(),
                  number: z.int(),
                  reference: z.string(),
                  title: z.string(),
                  status: z.enum(WORK_ORDER_STATUSES),
                  customerName: z.string(),
                  street: z.string(),
                  city: z.string(),
                  version: z.int(),
                  place: z.int(),
                  start: z.string(),
                  minutes: z.int(),
                  drive: Drive.nullable(),
                  point: Point.nullable(),
                }),
              ),
            }),
          ),
        }),
      ),
    },
  }),
  async (c) => {
    const { date, zone, routes, driveMinutes, workMinutes, unknownDrives, isEstimated } = await routesOfDay(
      c.var.ctx,
      c.req.valid("query"),
    );
    const shown = routes.map(({ origin: _, maySeeSheet: ___, stops, ...route }) => ({
      ...route,
      stops: stops.map(({ zone: __, start, ...stop }) => ({ ...stop, start: instant(start) })),
    }));
    return c.json({ date, zone, driveMinutes, workMinutes, unknownDrives, isEstimated, routes: shown }, 200);
  },
);

maps.openapi(
  operation("work_orders.write", {
    method: "get",
    path: "/maps/routes/moves/{id}",
    tags,
    summary: "List other positions of a stop on its day",
    description: "Each with the change in drive time. Apply one with PUT /work-orders/{id}/schedule.",
    request: { params: z.object({ id: z.string().max(64) }), query: MapDay },
    responses: {
      200: json(
        z.object({
          date: z.string(),
          workOrderId: z.string(),
          version: z.int(),
          now: z.object({ technicianId: z.string(), start: z.string(), addedMinutes: minutes }),
          options: z.array(
            z.object({
              technicianId: z.string(),
              technicianName: z.string(),
              start: z.string(),
              addedMinutes: minutes,
              changeMinutes: minutes.describe("Change in total drive time; null if a drive time is unknown"),
              reason: z.string(),
            }),
          ),
        }),
      ),
    },
  }),
  async (c) => {
    const { date, workOrder, now, options } = await moveOptions(
      c.var.ctx,
      c.req.valid("param").id,
      c.req.valid("query"),
    );
    const { technicianName: _, start, ...rest } = now;
    return c.json(
      {
        date,
        workOrderId: workOrder.id,
        version: workOrder.version,
        now: { ...rest, start: instant(start) },
        options: options.map((option) => ({ ...option, start: instant(option.start) })),
      },
      200,
    );
  },
);

const Sharing = z.object({ isTechnician: z.boolean(), shares: z.boolean() });

maps.openapi(
  operation("member", {
    method: "get",
    path: "/maps/own-place/sharing",
    tags: ["Location sharing"],
    summary: "Get whether your location is shared with the office",
    responses: { 200: json(Sharing) },
  }),
  async (c) => c.json(await placeSharing(c.var.ctx), 200),
);

maps.openapi(
  operation("work_orders.read", {
    method: "put",
    path: "/maps/own-place/sharing",
    tags,
    summary: "Share your location with the office, or stop sharing it",
    description: "Your location is shared while you work. When you stop sharing, what is stored is deleted at once.",
    request: { body: jsonRequest(PlaceSharing) },
    responses: { 200: json(z.object({ shares: z.boolean() })) },
  }),
  async (c) => c.json(await setPlaceSharing(c.var.ctx, c.req.valid("json").shares), 200),
);

maps.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/maps/own-place",
    tags,
    summary: "Report your device's location",
    description:
      "Replaces the previous one and is deleted after an hour at most. Refused without your consent and outside working hours.",
    request: { body: jsonRequest(DevicePlace) },
    responses: {
      200: json(z.object({ stored: z.boolean(), reason: z.enum(["not_shared", "not_at_work"]).nullable() })),
    },
  }),
  async (c) => c.json(await reportPlace(c.var.ctx, c.req.valid("json")), 200),
);
