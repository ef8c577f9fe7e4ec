import { knownDrives } from "~/domain/drives/drive-time";
import { cachedDrives } from "~/domain/scheduling/routing/drive-times.server";
import type { Ctx } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { dayBounds, todayOf } from "~/domain/shared/time/time-zones";
import { type DayWithBookings, plannedJobs } from "~/domain/technicians/booked-jobs.server";
import { planOf } from "~/domain/technicians/calendar";
import { assembleCrew, qualifications, type WorkingHours } from "~/domain/technicians/crew.server";
import { withLeave } from "./day.server";
import { dayProblems } from "./health";
import { startsOf } from "./scheduler.server";

interface Shared {
  /** Of a period that includes today. */
  hours: () => Promise<WorkingHours>;
  /** Of today. */
  day: () => Promise<DayWithBookings>;
}

/**
 * Returns today's jobs with problems as the scheduler shows them: those booked with conflicts, and those that will start late
 * as things stand. One round trip in addition to the shared reads.
 */
export async function dispatchHealth(ctx: Ctx, { hours, day }: Shared) {
  const me = allow(ctx, "work_orders.read");
  const now = ctx.now.getTime();
  const today = todayOf(ctx, me);
  const period = dayBounds(today, me.timeZone);
  const [{ people, timeOff, holidays }, { booked: rows }, [skills, certifications, places, starts, drives]] =
    await Promise.all([
      hours(),
      day(),
      ctx.db.batch([...qualifications(ctx, me, null), startsOf(ctx, me), cachedDrives(ctx, me, period)]),
    ]);
  const active = people.filter(({ status }) => status !== "inactive");
  const team = assembleCrew([active, skills, certifications, places, timeOff, holidays], me.timeZone).map(withLeave);
  const plan = planOf(plannedJobs(rows, me.timeZone), knownDrives(drives));
  const problems = dayProblems(
    team,
    { plan, today, zone: me.timeZone, now },
    {
      startedAt: new Map(starts.flatMap(({ workOrderId, at }) => (at === null ? [] : [[workOrderId, Date.parse(at)]]))),
      finishedAt: new Map(
        rows.flatMap(({ workOrderId, completedAt }) => (completedAt ? [[workOrderId, Date.parse(completedAt)]] : [])),
      ),
      overridden: new Set(rows.flatMap(({ workOrderId, overrideReason }) => (overrideReason ? [workOrderId] : []))),
    },
  );
  return {
    date: today,
    problems: problems.flatMap(({ workOrderId: id, technicianId, ...problem }) => {
      const row = rows.find(({ workOrderId }) => workOrderId === id);
      if (!row) return [];
      const technicianName = team.find(({ id }) => id === technicianId)?.name ?? null;
      return [{ ...problem, number: row.number, title: row.title, customerName: row.customerName, technicianName }];
    }),
  };
}

export type DispatchHealth = Awaited<ReturnType<typeof dispatchHealth>>;
