import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import {
  createCalendarFeed,
  deleteCalendarFeed,
  type OwnCalendarFeed,
  ownCalendarFeeds,
} from "~/domain/calendar-feeds/change.server";
import { CALENDAR_FEED_KINDS } from "~/domain/calendar-feeds/feed";
import { CalendarFeedId, CalendarFeedInput } from "~/domain/calendar-feeds/schema";
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
    .describe(
      "URL of the iCalendar file; anyone who has it can read the calendar. Null if the signing key was changed since the feed was created",
    ),
  isOpen: z.boolean().describe("False if you no longer have access to its contents; its address then returns nothing"),
  createdAt: z.string(),
  lastReadAt: z.string().nullable().describe("When it was last read, accurate to the hour"),
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
    summary: "List your calendar feeds",
    responses: { 200: json(z.object({ items: z.array(CalendarFeed) })) },
  }),
  async (c) => c.json({ items: (await ownCalendarFeeds(c.var.ctx)).map(answerOf) }, 200),
);

calendarFeeds.openapi(
  operation("member", {
    method: "post",
    path: "/calendar-feeds",
    tags,
    summary: "Create a calendar feed",
    description:
      "A `technician` feed needs a `technicianId`: your own, or any technician's with technicians.read and work_orders.read. A `business` feed needs those two permissions as well, a `maintenance` feed needs equipment.read. The feed stops working when you lose the permission or leave the business.",
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
    summary: "Delete a calendar feed",
    description: "Its address stops working.",
    request: { params: CalendarFeedId },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteCalendarFeed(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);
