import type { SQL } from "drizzle-orm";
import { knownDrives } from "~/domain/drives/drive-time";
import { cachedDrives } from "~/domain/scheduling/routing/drive-times.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DAY_MS } from "~/domain/shared/time/dates";
import type { Interval } from "~/domain/shared/time/intervals";
import { bookedJobs, jobsOfDay, plannedJobs } from "~/domain/technicians/booked-jobs.server";
import { planOf } from "~/domain/technicians/calendar";
import { assembleCrew, type CrewMember, crewStatements } from "~/domain/technicians/crew.server";

/**
 * Reads the whole team, all bookings around a period and recently measured drives, in one round trip. `siteAddressId`: the site
 * of a work order to be scheduled then.
 */
export async function readDayPlan(
  ctx: Ctx,
  me: Member,
  { start, end, siteAddressId }: Interval & { siteAddressId?: string | SQL },
) {
  const query = { period: { start: start - DAY_MS, end: end + DAY_MS }, technicianId: null };
  return dayPlanOf(
    ctx,
    me,
    await ctx.db.batch([
      ...crewStatements(ctx, me, query),
      bookedJobs(ctx, me, query),
      cachedDrives(ctx, me, { ...query.period, siteAddressId }),
    ]),
  );
}

/** Like `readDayPlan`, for one period only: its bookings, and where technicians who worked the night before come from. */
export async function readRoutePlan(ctx: Ctx, me: Member, period: Interval) {
  return dayPlanOf(
    ctx,
    me,
    await ctx.db.batch([
      ...crewStatements(ctx, me, { period, technicianId: null }),
      jobsOfDay(ctx, me, period),
      cachedDrives(ctx, me, { start: period.start - DAY_MS, end: period.end }),
    ]),
  );
}

type Rows = [
  ...Parameters<typeof assembleCrew>[0],
  Awaited<ReturnType<typeof jobsOfDay>>,
  Awaited<ReturnType<typeof cachedDrives>>,
];

function dayPlanOf(
  ctx: Ctx,
  me: Member,
  [people, skills, certifications, places, timeOff, holidays, rows, drives]: Rows,
) {
  const crew = assembleCrew([people, skills, certifications, places, timeOff, holidays], me.timeZone);
  const team = crew.map(withLeave);
  const plan = planOf(plannedJobs(rows, me.timeZone), knownDrives(drives));
  return { team, rows, measuredDrives: drives.length, plan: { ...plan, now: ctx.now.getTime() } };
}

/** A technician on leave is away all the time, regardless of weekly shifts. */
export function withLeave(technician: CrewMember): CrewMember {
  if (technician.status !== "on_leave") return technician;
  const always = { start: Number.MIN_SAFE_INTEGER, end: Number.MAX_SAFE_INTEGER, reason: "On leave" };
  return { ...technician, timeOff: [always] };
}

export type DayPlan = Awaited<ReturnType<typeof readDayPlan>>;
