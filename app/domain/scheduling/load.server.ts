import { sql } from "drizzle-orm";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { addDays, daysBetween } from "~/domain/shared/time/dates";
import { totalMinutes } from "~/domain/shared/time/intervals";
import { dayBounds, startOfDay } from "~/domain/shared/time/time-zones";
import { assembleCrew, crewStatements } from "~/domain/technicians/crew.server";
import { workingTime } from "~/domain/technicians/shifts";
import { withLeave } from "./day.server";
import type { LoadQuery } from "./schema";

/** A month with the adjacent days of its neighbors. */
const MAX_DAYS = 62;

export type ScheduleLoad = Awaited<ReturnType<typeof scheduleLoad>>;

/**
 * Returns how full each day is, for a calendar: jobs with a lead technician that start on it, the booked minutes of those that do
 * (counted for each technician), and the minutes of all shifts without breaks, time off and holidays. One round trip.
 * @throws DomainError invalid for an end before the start, and for more than 62 days
 */
export async function scheduleLoad(ctx: Ctx, { from, to }: LoadQuery) {
  const me = allow(ctx, "work_orders.read");
  const count = daysBetween(from, to) + 1;
  if (count < 1) throw new DomainError("invalid", "The end must not be before the start", { fields: { to: [] } });
  if (count > MAX_DAYS) throw new DomainError("invalid", `Choose at most ${MAX_DAYS} days`, { fields: { to: [] } });
  const dates = Array.from({ length: count }, (_, index) => addDays(from, index));
  const period = { start: startOfDay(from, me.timeZone), end: dayBounds(to, me.timeZone).end };
  const [people, skills, certifications, places, timeOff, holidays, booked] = await ctx.db.batch([
    ...crewStatements(ctx, me, { period, technicianId: null }),
    bookedByDay(ctx, me, dates),
  ]);
  const crew = assembleCrew([people, skills, certifications, places, timeOff, holidays], me.timeZone).map(withLeave);
  const days = dates.map((date) => {
    const day = booked.find((one) => one.date === date);
    const bounds = dayBounds(date, me.timeZone);
    const shiftMinutes = crew.reduce((sum, one) => sum + totalMinutes(workingTime(bounds, one)), 0);
    return { date, jobs: day?.jobs ?? 0, bookedMinutes: day?.minutes ?? 0, shiftMinutes };
  });
  return { days };
}

/** Each technician's day is an index range, so that only its bookings are read. */
function bookedByDay(ctx: Ctx, me: Member, dates: readonly string[]) {
  const iso = (at: number) => new Date(at).toISOString();
  const bounds = JSON.stringify(
    dates.map((date) => {
      const { start, end } = dayBounds(date, me.timeZone);
      return [date, iso(start), iso(end)];
    }),
  );
  const booked = sql`SELECT d.value ->> 0 AS booked_date, a.role AS booked_role,
      (julianday(a.ends_at) - julianday(a.starts_at)) * 1440 AS minutes
    FROM technicians t CROSS JOIN json_each(${bounds}) d CROSS JOIN appointment_technicians a
    WHERE t.org_id = ${me.orgId} AND t.status <> 'inactive' AND a.org_id = ${me.orgId} AND a.technician_id = t.id
      AND a.blocks_calendar = 1 AND a.starts_at >= d.value ->> 1 AND a.starts_at < d.value ->> 2`;
  return ctx.db
    .select({
      date: sql<string>`booked_date`.as("load_date"),
      jobs: sql<number>`sum(booked_role = 'lead')`.as("load_jobs"),
      minutes: sql<number>`CAST(round(sum(minutes)) AS INTEGER)`.as("load_minutes"),
    })
    .from(sql`(${booked})`)
    .groupBy(sql`booked_date`);
}
