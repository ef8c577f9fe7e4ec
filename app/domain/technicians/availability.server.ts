import type { Ctx } from "~/domain/shared/context";
import { estimateDrive } from "~/domain/shared/drive-time";
import { withErrorMessage } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { bookedJobs, plannedJobs } from "./booked-jobs.server";
import { planOf } from "./calendar";
import { assembleCrew, crewStatements } from "./crew.server";
import { availabilityIn, byFreeMinutes } from "./free-minutes";
import type { PeriodQuery } from "./schema";
import { requestedPeriod } from "./workload.server";

/**
 * Free minutes of everybody who works here, in a period whose first and last day may be parts of a day; the most free first.
 * Jobs count with the estimated drive to them. Those without a shift are included, with the reason.
 * @throws DomainError forbidden; invalid for an end that is not after the start
 */
export async function availableTechnicians(ctx: Ctx, query: PeriodQuery) {
  const me = allow(ctx, "technicians.read");
  const period = requestedPeriod(ctx, me, query);
  return withErrorMessage("Unable to load available technicians", async () => {
    const options = { period, technicianId: null };
    const [people, skills, certifications, places, timeOff, holidays, jobs] = await ctx.db.batch([
      ...crewStatements(ctx, me, options),
      bookedJobs(ctx, me, options),
    ]);
    const crew = assembleCrew([people, skills, certifications, places, timeOff, holidays], me.timeZone);
    const plan = planOf(plannedJobs(jobs, me.timeZone), estimateDrive);
    const items = crew.map((technician) => {
      const { id, name, status, skillLevel, skills: held } = technician;
      const free = availabilityIn(period, technician, { plan, away: status === "on_leave" });
      return { id, name, status, skillLevel, skills: held, ...free };
    });
    return { period, items: items.sort(byFreeMinutes) };
  });
}

export type AvailableTechnician = Awaited<ReturnType<typeof availableTechnicians>>["items"][number];
