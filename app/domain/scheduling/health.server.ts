import { knownDrives } from "~/domain/drives/drive-time";
import { cachedDrives } from "~/domain/scheduling/routing/drive-times.server";
import type { Ctx } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { dayBounds, type Instant, startOfDay, todayOf } from "~/domain/shared/time/time-zones";
import { type DayWithBookings, plannedJobs } from "~/domain/technicians/booked-jobs.server";
import { type Plan, type PlannedWorkOrder, planOf, type SchedulableTechnician } from "~/domain/technicians/calendar";
import { assembleCrew, qualifications, type WorkingHours } from "~/domain/technicians/crew.server";
import { jobsAtRisk } from "./at-risk";
import { findConflicts } from "./conflicts";
import { withLeave } from "./day.server";
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

interface DayProblem {
  workOrderId: string;
  technicianId: string;
  kind: "conflict" | "at_risk";
  message: string;
}

interface Happened {
  /** When work began, by job. */
  startedAt: ReadonlyMap<string, Instant>;
  finishedAt: ReadonlyMap<string, Instant>;
  /** Jobs that were booked with an override reason. */
  overridden: ReadonlySet<string>;
}

/**
 * Returns the conflicts of a technician's jobs of the day as booked, and which of them will start late; each job once per
 * problem.
 */
function dayProblems(
  team: readonly SchedulableTechnician[],
  { plan, today, zone, now }: { plan: Plan; today: string; zone: string; now: Instant },
  { startedAt, finishedAt, overridden }: Happened,
): DayProblem[] {
  const midnight = startOfDay(today, zone);
  return team.flatMap((technician) => {
    const own = (plan.days.get(technician.id) ?? []).filter(
      (workOrder) => workOrder.start >= midnight && !isDone(workOrder),
    );
    const running = own.map((workOrder) => ({
      ...workOrder,
      startedAt: workOrder.status === "in_progress" ? (startedAt.get(workOrder.id) ?? workOrder.start) : null,
      finishedAt: finishedAt.get(workOrder.id) ?? null,
    }));
    const of = (kind: DayProblem["kind"]) => (problem: { workOrderId: string; message: string }) => ({
      ...{ technicianId: technician.id, kind, ...problem },
    });
    const risks = jobsAtRisk(running, now, plan.drive).map(({ workOrderId, message }) =>
      of("at_risk")({ workOrderId, message }),
    );
    const conflicts = own.flatMap((workOrder) => {
      const against = findConflicts(workOrder, technician, plan).filter(({ severity }) => severity !== "warning");
      if (against.length === 0 || overridden.has(workOrder.id)) return [];
      const message = [...new Set(against.map((each) => each.message))].join(" ");
      return [of("conflict")({ workOrderId: workOrder.id, message })];
    });
    return [...conflicts, ...risks];
  });
}

const isDone = ({ status }: PlannedWorkOrder) => status === "completed" || status === "closed";
