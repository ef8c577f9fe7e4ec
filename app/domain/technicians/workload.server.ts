import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, withErrorMessage } from "~/domain/shared/errors";
import { type Interval, intersection, minutesOf, totalMinutes } from "~/domain/shared/intervals";
import { allow } from "~/domain/shared/permissions";
import { technicianNotFound } from "./access.server";
import { type BookedJob, bookedJobs } from "./booked-jobs.server";
import { assembleCrew, crewStatements } from "./crew.server";
import { type PeriodInput, periodOf } from "./period";
import type { PeriodQuery } from "./schema";
import { workingTime } from "./shifts";
import { workload } from "./workload";

/** One technician's workload in a period; by default a week from today. @throws DomainError not_found; invalid */
export async function technicianWorkload(ctx: Ctx, id: string, query: PeriodQuery) {
  const me = allow(ctx, "technicians.read");
  const period = requestedPeriod(ctx, me, query);
  return withErrorMessage("Unable to load technician workload", async () => {
    const options = { period, technicianId: id };
    const [people, skills, certifications, places, timeOff, holidays, jobs] = await ctx.db.batch([
      ...crewStatements(ctx, me, options),
      bookedJobs(ctx, me, options),
    ]);
    const [technician] = assembleCrew([people, skills, certifications, places, timeOff, holidays], me.timeZone);
    if (!technician) throw technicianNotFound();
    const away = technician.status === "on_leave";
    const availableMinutes = away ? 0 : totalMinutes(workingTime(period, technician));
    return { technicianId: id, period, ...workload(jobsWithin(jobs, period), availableMinutes) };
  });
}

/** Jobs with the minutes of them that lie in the period. */
export function jobsWithin(jobs: readonly BookedJob[], period: { start: number; end: number }) {
  return jobs.flatMap(({ status, priority, startsAt, endsAt }) => {
    const part = intersection({ start: Date.parse(startsAt), end: Date.parse(endsAt) }, period);
    return part ? [{ status, priority, minutes: minutesOf(part) }] : [];
  });
}

/** @throws DomainError invalid for an end that is not after the start, and for too long a period */
export function requestedPeriod(ctx: Ctx, me: Member, given: PeriodInput): Interval {
  const period = periodOf(given, ctx.now.getTime(), me.timeZone);
  if (typeof period !== "string") return period;
  throw new DomainError("invalid", period, { fields: { endDate: [period] } });
}
