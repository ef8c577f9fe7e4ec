import { driveLabel, knownDrives } from "~/domain/drives/drive-time";
import { type JobAtRisk, jobsAtRisk } from "~/domain/scheduling/at-risk";
import { type Conflict, findConflicts, jobConflicts } from "~/domain/scheduling/conflicts";
import { type Placement, plannedOf, type SchedulerJob, schedulable } from "~/domain/scheduling/scheduler";
import { MINUTE_MS } from "~/domain/shared/dates";
import { startOfDay } from "~/domain/shared/time-zones";
import {
  blocksCalendar,
  type Plan,
  type PlannedJob,
  planOf,
  type SchedulableTechnician,
} from "~/domain/technicians/calendar";
import type { DrawnDrive, Problem, SchedulerScreen } from "./view";

/** Problems and drives shown for one technician's day. */
export interface LaneFeedback {
  key: string;
  /** Keyed by work order. */
  problems: ReadonlyMap<string, readonly Problem[]>;
  drives: readonly DrawnDrive[];
}

export interface DayFeedback {
  lanes: ReadonlyMap<string, LaneFeedback>;
  /** Conflicts the job would have with that placement. */
  conflictsAt: (job: SchedulerJob, placement: Placement) => readonly Conflict[];
}

type Facts = Pick<SchedulerScreen, "technicians" | "holidays" | "zone" | "date" | "view" | "now" | "today" | "drives">;

const PROBLEM_KINDS: Record<Conflict["severity"], Problem["kind"]> = {
  blocked: "conflict",
  override: "conflict",
  warning: "warning",
};

/** Checks a day lane by lane with the server's own rules; unchanged lanes reuse their feedback. */
export function checkDay(facts: Facts, jobs: readonly SchedulerJob[], before: DayFeedback | null): DayFeedback {
  const { technicians, zone } = facts;
  const team = technicians.map((one) => schedulable(one, facts));
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const plan = planOf(
    jobs.map((job) => plannedOf(job, zone)),
    knownDrives(facts.drives),
  );
  const lanes = team.map((technician): [string, LaneFeedback] => {
    const own = plan.days.get(technician.id) ?? [];
    const key = JSON.stringify([
      facts.date,
      facts.drives.length,
      technician,
      own.map(({ id, start, minutes, status, technicianIds }) => [
        id,
        start,
        minutes,
        status,
        technicianIds,
        byId.get(id)?.overrideReason,
      ]),
    ]);
    const known = before?.lanes.get(technician.id);
    return [technician.id, known?.key === key ? known : { key, ...checkLane(technician, own, { facts, plan, byId }) }];
  });
  return {
    lanes: new Map(lanes),
    conflictsAt: (job, placement) =>
      jobConflicts({ ...plannedOf({ ...job, ...placement }, zone), status: "scheduled" }, team, plan),
  };
}

type Known = { facts: Facts; plan: Plan; byId: ReadonlyMap<string, SchedulerJob> };

function checkLane(technician: SchedulableTechnician, own: readonly PlannedJob[], { facts, plan, byId }: Known) {
  const problems = new Map<string, Problem[]>();
  const add = (id: string, problem: Problem) => problems.set(id, [...(problems.get(id) ?? []), problem]);
  for (const job of own) {
    if (job.status === "completed" || job.status === "closed") continue;
    for (const { severity, kind, message } of findConflicts(job, technician, plan)) {
      const overrideReason = byId.get(job.id)?.overrideReason;
      add(job.id, {
        kind: overrideReason ? "warning" : PROBLEM_KINDS[severity],
        code: kind,
        message: overrideReason ? `${message} Override reason: ${overrideReason}.` : message,
      });
    }
  }
  for (const risk of risksOf(own, { facts, plan, byId })) {
    add(risk.jobId, { kind: "risk", code: risk.missesWindow ? "arrival_window" : "late", message: risk.message });
  }
  return { problems, drives: facts.view === "day" ? drivesOf(own, { facts, plan, byId }) : [] };
}

function risksOf(own: readonly PlannedJob[], { facts, plan, byId }: Known): JobAtRisk[] {
  if (facts.date !== facts.today || facts.view !== "day") return [];
  const midnight = startOfDay(facts.today, facts.zone);
  const todays = own.filter((job) => job.start >= midnight && job.status !== "completed" && job.status !== "closed");
  const running = todays.map((job) => {
    const { startedAt = null, finishedAt = null } = byId.get(job.id) ?? {};
    return { ...job, startedAt: job.status === "in_progress" ? (startedAt ?? job.start) : null, finishedAt };
  });
  return jobsAtRisk(running, facts.now, plan.drive);
}

function drivesOf(own: readonly PlannedJob[], { facts: { date, zone }, plan }: Known): DrawnDrive[] {
  const midnight = startOfDay(date, zone);
  const booked = own.filter(blocksCalendar);
  return booked.flatMap((job, index): DrawnDrive[] => {
    const before = booked[index - 1];
    if (!before || job.start < midnight) return [];
    const drive = plan.drive(before.place, job.place);
    if (drive.basis === "same_address") return [];
    const gap = (job.start - before.start) / MINUTE_MS - before.minutes;
    const to = (job.start - midnight) / MINUTE_MS;
    const isShort = drive.minutes !== null && drive.minutes > gap;
    const length = drive.minutes === null ? Math.min(gap, 20) : Math.min(drive.minutes, Math.max(gap, 0));
    if (length <= 0 && !isShort) return [];
    return [
      {
        from: to - Math.max(length, 0),
        to,
        jobId: job.id,
        fromId: before.id,
        label: driveLabel(drive),
        minutes: drive.minutes,
        isShort,
      },
    ];
  });
}
