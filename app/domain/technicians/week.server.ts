import type { Ctx } from "~/domain/shared/context";
import { isCivilDate } from "~/domain/shared/dates";
import { estimateDrive } from "~/domain/shared/drive-time";
import { withErrorMessage } from "~/domain/shared/errors";
import { totalMinutes } from "~/domain/shared/intervals";
import { dayBounds, startOfDay, wallTimeOf } from "~/domain/shared/time-zones";
import { allowToSee } from "./access.server";
import { type BookedJob, bookedJobs, plannedJobs } from "./booked-jobs.server";
import { lanesOn, planOf } from "./calendar";
import { assembleCrew, holidaysIn, timeOffIn } from "./crew.server";
import { profileOf, profileStatements } from "./detail.server";
import { availabilityIn } from "./free-minutes";
import { weekAround } from "./period";
import { workingTime } from "./shifts";
import { workload } from "./workload";
import { jobsWithin } from "./workload.server";

type TechnicianWeek = Awaited<ReturnType<typeof technicianWithWeek>>;
export type TechnicianDay = TechnicianWeek["days"][number];

/**
 * A technician and the week around a day (this week by default), in one round trip: each day's shift, what stands against
 * it, its jobs and its free minutes, and the workload of the week.
 * @throws DomainError not_found; forbidden
 */
export async function technicianWithWeek(ctx: Ctx, id: string, around: string | null) {
  const me = allowToSee(ctx, id);
  const today = wallTimeOf(ctx.now.getTime(), me.timeZone).date;
  const dates = weekAround(around !== null && isCivilDate(around) ? around : today);
  const [monday = today, sunday = today] = [dates[0], dates.at(-1)];
  const period = { start: startOfDay(monday, me.timeZone), end: dayBounds(sunday, me.timeZone).end };
  return withErrorMessage("Unable to load technician details", async () => {
    const [[row], skills, certifications, addresses, timeOff, awayThen, holidays, jobs] = await ctx.db.batch([
      ...profileStatements(ctx, me, id),
      timeOffIn(ctx, me, { period, technicianId: id }),
      holidaysIn(ctx, me, period),
      bookedJobs(ctx, me, { period, technicianId: id }),
    ]);
    const technician = profileOf(ctx, me, { row, skills, certifications, addresses, timeOff });
    const people = row ? [row] : [];
    const [worker] = assembleCrew([people, skills, certifications, addresses, awayThen, holidays], me.timeZone);
    if (!worker) throw new Error("a technician that was read can be scheduled");
    const away = technician.status === "on_leave";
    const plan = planOf(plannedJobs(jobs, me.timeZone), estimateDrive);
    const free = availabilityIn(period, worker, { plan, away });
    const days = dates.map((date, index) => {
      const bounds = dayBounds(date, me.timeZone);
      const [lane] = lanesOn(date, [worker]);
      return {
        date,
        shift: lane?.shift ? { start: lane.shift.start, end: lane.shift.end } : null,
        note: free.days[index]?.note ?? null,
        freeMinutes: free.days[index]?.freeMinutes ?? 0,
        jobs: jobs.filter((job) => touches(job, bounds)).map(jobOnDay),
      };
    });
    const availableMinutes = away ? 0 : totalMinutes(workingTime(period, worker));
    return { technician, days, load: workload(jobsWithin(jobs, period), availableMinutes), today };
  });
}

function touches({ startsAt, endsAt }: BookedJob, { start, end }: { start: number; end: number }): boolean {
  return Date.parse(startsAt) < end && Date.parse(endsAt) > start;
}

function jobOnDay({ number, title, status, role, customerName, city, startsAt, endsAt, timeZone }: BookedJob) {
  return { number, title, status, role, customerName, city, startsAt, endsAt, timeZone };
}
