import { estimateDrive } from "~/domain/drives/drive-time";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, withErrorMessage } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { isScheduleDate, weekAround } from "~/domain/shared/time/dates";
import { type Interval, intersection, minutesOf, totalMinutes } from "~/domain/shared/time/intervals";
import { dayBounds, startOfDay, todayOf } from "~/domain/shared/time/time-zones";
import { type BookedWorkOrder, bookedJobs, plannedJobs } from "./booked-jobs.server";
import { lanesOn, planOf } from "./calendar";
import { assembleCrew, crewStatements, holidaysIn, timeOffIn } from "./crew.server";
import { allowToRead, profileOf, profileStatements, seesCustomersOf, technicianNotFound } from "./detail.server";
import type { PeriodQuery } from "./schema";
import { workingTime } from "./shifts";
import { availabilityIn, byFreeMinutes, type PeriodInput, periodOf, workload } from "./workload";

/** Returns one technician's workload in a period; by default a week from today. @throws DomainError not_found; invalid */
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

/** Jobs with only those of their minutes that are in the period. */
function jobsWithin(jobs: readonly BookedWorkOrder[], period: { start: number; end: number }) {
  return jobs.flatMap(({ status, priority, startsAt, endsAt }) => {
    const part = intersection({ start: Date.parse(startsAt), end: Date.parse(endsAt) }, period);
    return part ? [{ status, priority, minutes: minutesOf(part) }] : [];
  });
}

/** @throws DomainError invalid for an end that is not after the start, and for a period that is too long */
function requestedPeriod(ctx: Ctx, me: Member, given: PeriodInput): Interval {
  const period = periodOf(given, ctx.now.getTime(), me.timeZone);
  if (typeof period !== "string") return period;
  throw new DomainError("invalid", period, { fields: { endDate: [period] } });
}

/**
 * Returns the free minutes of all active technicians in a period whose first and last day may be partial, most free first. Jobs
 * include the estimated drive to them. Technicians without a shift are included, with the reason.
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
      const free = availabilityIn(period, technician, { plan, away: status === "on_leave", now: ctx.now.getTime() });
      return { id, name, status, skillLevel, skills: held, ...free };
    });
    return { period, items: items.sort(byFreeMinutes) };
  });
}

export type AvailableTechnician = Awaited<ReturnType<typeof availableTechnicians>>["items"][number];

type TechnicianWeek = Awaited<ReturnType<typeof technicianWithWeek>>;
export type TechnicianDay = TechnicianWeek["days"][number];

/**
 * Returns a technician and the week around a day (this week by default), in one round trip: each day's shift, holiday or time
 * off, jobs and free minutes, and the week's workload. Customers are null for members who may not see them.
 * @throws DomainError not_found; forbidden
 */
export async function technicianWithWeek(ctx: Ctx, id: string, around: string | null) {
  const me = allowToRead(ctx, id);
  const today = todayOf(ctx, me);
  const dates = weekAround(around !== null && isScheduleDate(around) ? around : today);
  const [first = today, last = today] = [dates[0], dates.at(-1)];
  const period = { start: startOfDay(first, me.timeZone), end: dayBounds(last, me.timeZone).end };
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
    const free = availabilityIn(period, worker, { plan, away, now: ctx.now.getTime() });
    const days = dates.map((date, index) => {
      const bounds = dayBounds(date, me.timeZone);
      const [lane] = lanesOn(date, [worker]);
      return {
        date,
        shift: lane?.shift ? { start: lane.shift.start, end: lane.shift.end } : null,
        note: free.days[index]?.note ?? null,
        freeMinutes: free.days[index]?.freeMinutes ?? 0,
        jobs: jobs
          .filter((workOrder) => touches(workOrder, bounds))
          .map((workOrder) => workOrderOnDay(workOrder, seesCustomersOf(me, id))),
      };
    });
    const availableMinutes = away ? 0 : totalMinutes(workingTime(period, worker));
    return { technician, days, load: workload(jobsWithin(jobs, period), availableMinutes), today };
  });
}

function touches({ startsAt, endsAt }: BookedWorkOrder, { start, end }: { start: number; end: number }): boolean {
  return Date.parse(startsAt) < end && Date.parse(endsAt) > start;
}

function workOrderOnDay(workOrder: BookedWorkOrder, showsCustomer: boolean) {
  const { number, title, status, role, customerName, city, startsAt, endsAt, timeZone } = workOrder;
  const customer = showsCustomer ? `${customerName}, ${city}` : null;
  return { number, title, status, role, customer, startsAt, endsAt, timeZone };
}
