import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import {
  createCalendarFeed,
  deleteCalendarFeed,
  type OwnCalendarFeed,
  ownCalendarFeeds,
} from "~/domain/calendar-feeds/change.server";
import { CALENDAR_FEED_KINDS } from "~/domain/calendar-feeds/feed";
import { CalendarFeedId, CalendarFeedInput } from "~/domain/calendar-feeds/schema";
import type { HonoEnv } from "../env";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Calendars"];

const CalendarFeed = z.object({
  id: z.string(),
  kind: z.enum(CALENDAR_FEED_KINDS),
  technicianId: z.string().nullable(),
  name: z.string(),
  address: z
    .string()
    .nullable()
    .describe("An iCalendar file for whoever knows it. Null for one made before the signing key was changed"),
  isOpen: z.boolean().describe("False: the caller may not see what it holds any more, and it answers nothing"),
  createdAt: z.string(),
  lastReadAt: z.string().nullable().describe("To the hour"),
});

function answerOf(feed: OwnCalendarFeed): z.output<typeof CalendarFeed> {
  return feed;
}

export const calendarFeeds = new OpenAPIHono<HonoEnv>();

calendarFeeds.openapi(
  operation("member", {
    method: "get",
    path: "/calendar-feeds",
    tags,
    summary: "List the caller's calendars for other programs",
    responses: { 200: json(z.object({ items: z.array(CalendarFeed) })) },
  }),
  async (c) => c.json({ items: (await ownCalendarFeeds(c.var.ctx)).map(answerOf) }, 200),
);

calendarFeeds.openapi(
  operation("member", {
    method: "post",
    path: "/calendar-feeds",
    tags,
    summary: "Make a calendar for other programs",
    description:
      "`technician` needs a technicianId: the caller's own, or anybody's with technicians.read and work_orders.read, which `business` needs too. `maintenance` needs equipment.read. It ends with the caller's right or membership.",
    request: { body: jsonRequest(CalendarFeedInput) },
    responses: { 201: json(z.object({ id: z.string() })) },
  }),
  async (c) => c.json(await createCalendarFeed(c.var.ctx, c.req.valid("json")), 201),
);

calendarFeeds.openapi(
  operation("member", {
    method: "delete",
    path: "/calendar-feeds/{id}",
    tags,
    summary: "Turn off a calendar",
    description: "Its address answers nothing any more.",
    request: { params: CalendarFeedId },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteCalendarFeed(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);
