import { z } from "zod";
import { addHoliday, listHolidays, removeHoliday } from "~/domain/technicians/holidays.server";
import { Holiday, TimeOff } from "~/domain/technicians/period.schema";
import { addTimeOff, removeTimeOff } from "~/domain/technicians/time-off.server";
import { type Endpoint, endpoint } from "./endpoint";

const tag = "Technicians";
const HolidayAnswer = z.object({ id: z.string(), name: z.string(), from: z.string(), to: z.string() });

/** Days on which somebody, or the whole business, does not work. Served before /technicians/{id}. */
export const technicianDays: Endpoint[] = [
  endpoint({
    method: "get",
    path: "/technicians/holidays",
    tag,
    summary: "Days on which the business is closed",
    answer: z.object({ items: z.array(HolidayAnswer), nextCursor: z.null(), total: z.number().int() }),
    run: async ({ ctx }) => {
      const items = await listHolidays(ctx);
      return { items, nextCursor: null, total: items.length };
    },
  }),
  endpoint({
    method: "post",
    path: "/technicians/holidays",
    tag,
    summary: "Close the business on a day, or from one day to another",
    body: Holiday,
    status: 201,
    answer: z.object({ id: z.string() }),
    run: ({ ctx, body }) => addHoliday(ctx, body),
  }),
  endpoint({
    method: "delete",
    path: "/technicians/holidays/{id}",
    tag,
    summary: "Open the business again on those days",
    params: z.object({ id: z.string().max(100) }),
    status: 204,
    run: ({ ctx, params }) => removeHoliday(ctx, params.id),
  }),
  endpoint({
    method: "post",
    path: "/technicians/{id}/time-off",
    tag,
    summary: "Take a technician out of some days; `jobs` counts what is booked then and stays where it is",
    params: z.object({ id: z.string().max(100) }),
    body: TimeOff,
    status: 201,
    answer: z.object({ id: z.string(), jobs: z.number().int() }),
    run: ({ ctx, params, body }) => addTimeOff(ctx, params.id, body),
  }),
  endpoint({
    method: "delete",
    path: "/technicians/{id}/time-off/{timeOffId}",
    tag,
    summary: "Put a technician back into those days",
    params: z.object({ id: z.string().max(100), timeOffId: z.string().max(100) }),
    status: 204,
    run: ({ ctx, params }) => removeTimeOff(ctx, params.id, params.timeOffId),
  }),
];
