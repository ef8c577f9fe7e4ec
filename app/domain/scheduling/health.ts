import { type Instant, startOfDay } from "~/domain/shared/time/time-zones";
import type { Plan, PlannedWorkOrder, SchedulableTechnician } from "~/domain/technicians/calendar";
import { jobsAtRisk } from "./at-risk";
import { findConflicts } from "./conflicts";

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
export function dayProblems(
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
