import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { Holiday, TimeOff } from "~/domain/technicians/schema";
import {
  addHoliday,
  addTimeOff,
  listHolidays,
  removeHoliday,
  removeTimeOff,
} from "~/domain/technicians/time-off.server";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Technicians"];
const HolidayAnswer = z.object({ id: z.string(), name: z.string(), from: z.string(), to: z.string() });

/** Time off and business holidays. Mounted before /technicians/{id}. */
export const technicianDays = new OpenAPIHono<HonoEnv>();

technicianDays.openapi(
  operation("technicians.read", {
    method: "get",
    path: "/technicians/holidays",
    tags,
    summary: "List business holidays",
    responses: {
      200: json(z.object({ items: z.array(HolidayAnswer), nextCursor: z.null(), total: z.number().int() })),
    },
  }),
  async (c) => {
    const items = await listHolidays(c.var.ctx);
    return c.json({ items, nextCursor: null, total: items.length }, 200);
  },
);

technicianDays.openapi(
  operation("technicians.write", {
    method: "post",
    path: "/technicians/holidays",
    tags,
    summary: "Create a business holiday",
    description: "Of one or more days.",
    request: { body: jsonRequest(Holiday) },
    responses: { 201: json(z.object({ id: z.string() })) },
  }),
  async (c) => c.json(await addHoliday(c.var.ctx, c.req.valid("json")), 201),
);

technicianDays.openapi(
  operation("technicians.write", {
    method: "delete",
    path: "/technicians/holidays/{id}",
    tags,
    summary: "Delete a business holiday",
    request: { params: z.object({ id: z.string().max(100) }) },
    responses: { 204: noContent },
  }),
  async (c) => {
    await removeHoliday(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

technicianDays.openapi(
  operation("technicians.write", {
    method: "post",
    path: "/technicians/{id}/time-off",
    tags,
    summary: "Create time off for a technician",
    description: "`jobs` counts the jobs still booked in that time.",
    request: { params: z.object({ id: z.string().max(100) }), body: jsonRequest(TimeOff) },
    responses: { 201: json(z.object({ id: z.string(), jobs: z.number().int() })) },
  }),
  async (c) => c.json(await addTimeOff(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 201),
);

technicianDays.openapi(
  operation("technicians.write", {
    method: "delete",
    path: "/technicians/{id}/time-off/{timeOffId}",
    tags,
    summary: "Delete a technician's time off",
    request: { params: z.object({ id: z.string().max(100), timeOffId: z.string().max(100) }) },
    responses: { 204: noContent },
  }),
  async (c) => {
    const params = c.req.valid("param");
    await removeTimeOff(c.var.ctx, params.id, params.timeOffId);
    return c.body(null, 204);
  },
);
