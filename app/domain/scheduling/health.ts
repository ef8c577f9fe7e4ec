import { type Instant, startOfDay } from "~/domain/shared/time-zones";
import type { Plan, PlannedJob, SchedulableTechnician } from "~/domain/technicians/calendar";
import { jobsAtRisk } from "./at-risk";
import { findConflicts } from "./conflicts";

interface DayProblem {
  jobId: string;
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
    const own = (plan.days.get(technician.id) ?? []).filter((job) => job.start >= midnight && !isDone(job));
    const running = own.map((job) => ({
      ...job,
      startedAt: job.status === "in_progress" ? (startedAt.get(job.id) ?? job.start) : null,
      finishedAt: finishedAt.get(job.id) ?? null,
    }));
    const of = (kind: DayProblem["kind"]) => (problem: { jobId: string; message: string }) => ({
      ...{ technicianId: technician.id, kind, ...problem },
    });
    const risks = jobsAtRisk(running, now, plan.drive).map(({ jobId, message }) => of("at_risk")({ jobId, message }));
    const conflicts = own.flatMap((job) => {
      const against = findConflicts(job, technician, plan).filter(({ severity }) => severity !== "warning");
      if (against.length === 0 || overridden.has(job.id)) return [];
      const message = [...new Set(against.map((each) => each.message))].join(" ");
      return [of("conflict")({ jobId: job.id, message })];
    });
    return [...conflicts, ...risks];
  });
}

const isDone = ({ status }: PlannedJob) => status === "completed" || status === "closed";
