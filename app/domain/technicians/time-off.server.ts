import { and, asc, eq, gte } from "drizzle-orm";
import { businessHolidays, technicians, technicianTimeOff } from "#drizzle/schema/technicians";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField, notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { clockChangeReason } from "~/domain/shared/time/date-format";
import { addDays, daysBetween } from "~/domain/shared/time/dates";
import type { Interval } from "~/domain/shared/time/intervals";
import { dayBounds, instantOf, todayOf } from "~/domain/shared/time/time-zones";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { bookedJobs } from "./booked-jobs.server";
import { holidayColumns } from "./crew.server";
import { crewEvent } from "./crew-event";
import { technicianNotFound } from "./detail.server";
import type { Holiday, TimeOff } from "./schema";
import { MAX_TIME_OFF_DAYS } from "./technician";

/**
 * Adds time off. Jobs booked during that time stay booked; `jobs` counts them.
 * @throws DomainError not_found; invalid with the field
 */
export async function addTimeOff(
  ctx: Ctx,
  technicianId: string,
  input: TimeOff,
): Promise<{ id: string; jobs: number }> {
  const me = allow(ctx, "technicians.write");
  const period = spanOf(me, input);
  return once(ctx, "addTimeOff", { technicianId, input }, async (commit) => {
    const [[known], booked] = await ctx.db.batch([
      ctx.db
        .select({ id: technicians.id })
        .from(technicians)
        .where(and(eq(technicians.orgId, me.orgId), eq(technicians.id, technicianId))),
      bookedJobs(ctx, me, { period, technicianId }),
    ]);
    if (!known) throw technicianNotFound();
    const id = ctx.newId();
    const startsAt = new Date(period.start).toISOString();
    const endsAt = new Date(period.end).toISOString();
    const { reason, note } = input;
    const row = { orgId: me.orgId, id, technicianId, startsAt, endsAt, reason, note };
    const within = booked.filter((workOrder) => workOrder.endsAt > startsAt);
    return commit(me, {
      writes: [
        ctx.db.insert(technicianTimeOff).values({ ...row, createdBy: me.userId, createdAt: ctx.now.toISOString() }),
      ],
      audit: [{ action: "technician.time_off", entity: "technician", entityId: technicianId, after: row }],
      publish: [crewEvent(me)],
      result: { id, jobs: within.length },
    });
  });
}

/** @throws DomainError not_found */
export async function removeTimeOff(ctx: Ctx, technicianId: string, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "technicians.write");
  return once(ctx, "removeTimeOff", { technicianId, id }, (commit) =>
    commit(me, {
      writes: [
        ctx.db
          .delete(technicianTimeOff)
          .where(
            and(
              eq(technicianTimeOff.orgId, me.orgId),
              eq(technicianTimeOff.id, id),
              eq(technicianTimeOff.technicianId, technicianId),
            ),
          ),
        assertRowChanged(ctx, "time_off_gone"),
      ],
      audit: [{ action: "technician.time_off_removed", entity: "technician", entityId: technicianId, before: { id } }],
      publish: [crewEvent(me)],
      result: { id },
      refusals: { time_off_gone: () => notFound("Time off not found") },
    }),
  );
}

/** @throws DomainError invalid with the field */
function spanOf(me: Member, { from, to, fromTime, toTime }: TimeOff): Interval {
  const last = to ?? from;
  const start = fromTime
    ? wallInstant(me, { date: from, time: fromTime }, "fromTime")
    : dayBounds(from, me.timeZone).start;
  const end = toTime ? wallInstant(me, { date: last, time: toTime }, "toTime") : dayBounds(last, me.timeZone).end;
  if (end <= start) throw invalidField("to", "The end must be after the start");
  if (daysBetween(from, last) >= MAX_TIME_OFF_DAYS)
    throw invalidField("to", `Time off can be at most ${MAX_TIME_OFF_DAYS} days`);
  return { start, end };
}

function wallInstant(me: Member, wall: { date: string; time: string }, field: string): number {
  const found = instantOf(wall, me.timeZone);
  if (found.kind === "gap") throw invalidField(field, clockChangeReason(found));
  return found.instant;
}

const MAX_HOLIDAY_DAYS = 60;

/** Returns business holidays: those of the last month and all upcoming. */
export async function listHolidays(ctx: Ctx) {
  const me = allow(ctx, "technicians.read");
  const since = addDays(todayOf(ctx, me), -30);
  return ctx.db
    .select(holidayColumns)
    .from(businessHolidays)
    .where(and(eq(businessHolidays.orgId, me.orgId), gte(businessHolidays.toDate, since)))
    .orderBy(asc(businessHolidays.fromDate))
    .limit(200);
}

/** @throws DomainError invalid with the field; conflict if it already exists */
export async function addHoliday(ctx: Ctx, { name, from, to }: Holiday): Promise<{ id: string }> {
  const me = allow(ctx, "technicians.write");
  const last = to ?? from;
  const days = daysBetween(from, last);
  const text = days < 0 ? "The last day is before the first" : days >= MAX_HOLIDAY_DAYS ? "At most 60 days" : null;
  if (text) throw new DomainError("invalid", text, { fields: { to: [text] } });
  return once(ctx, "addHoliday", { name, from, to }, async (commit) => {
    const id = ctx.newId();
    const row = { orgId: me.orgId, id, name, fromDate: from, toDate: last, createdAt: ctx.now.toISOString() };
    return commit(me, {
      writes: [ctx.db.insert(businessHolidays).values(row)],
      audit: [{ action: "holiday.create", entity: "holiday", entityId: id, after: { name, from, to: last } }],
      publish: [crewEvent(me)],
      result: { id },
      refusals: {
        "business_holidays.org_id, business_holidays.from_date": () =>
          new DomainError("conflict", "This holiday is already on the list", {
            fields: { name: ["This holiday is already on the list"] },
          }),
      },
    });
  });
}

/** @throws DomainError not_found */
export async function removeHoliday(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "technicians.write");
  return once(ctx, "removeHoliday", { id }, (commit) =>
    commit(me, {
      writes: [
        ctx.db.delete(businessHolidays).where(and(eq(businessHolidays.orgId, me.orgId), eq(businessHolidays.id, id))),
        assertRowChanged(ctx, "holiday_gone"),
      ],
      audit: [{ action: "holiday.delete", entity: "holiday", entityId: id }],
      publish: [crewEvent(me)],
      result: { id },
      refusals: { holiday_gone: () => notFound("Holiday not found") },
    }),
  );
}
