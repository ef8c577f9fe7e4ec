import { type JobAtRisk, jobsAtRisk } from "~/domain/scheduling/at-risk";
import { type Conflict, findConflicts, jobConflicts } from "~/domain/scheduling/conflicts";
import { type Placement, plannedOf, type SchedulerJob, schedulable } from "~/domain/scheduling/scheduler";
import { driveLabel, knownDrives } from "~/domain/shared/drive-time";
import { MINUTE_MS } from "~/domain/shared/intervals";
import { startOfDay } from "~/domain/shared/time-zones";
import {
  blocksCalendar,
  type Plan,
  type PlannedJob,
  planOf,
  type SchedulableTechnician,
} from "~/domain/technicians/calendar";
import type { DrawnDrive, Problem, SchedulerScreen } from "./view";

/** What is said of one technician's days. */
export interface LaneJudgment {
  key: string;
  /** By work order. */
  problems: ReadonlyMap<string, readonly Problem[]>;
  drives: readonly DrawnDrive[];
}

export interface Judge {
  lanes: ReadonlyMap<string, LaneJudgment>;
  /** What would stand against the job at that place. */
  against: (job: SchedulerJob, place: Placement) => readonly Conflict[];
}

type Facts = Pick<SchedulerScreen, "technicians" | "holidays" | "zone" | "date" | "view" | "now" | "today" | "drives">;

const words: Record<Conflict["severity"], Problem["kind"]> = {
  blocked: "conflict",
  override: "conflict",
  warning: "warning",
};

/** Judges a day lane by lane; a lane in which nothing changed keeps what was said of it before. */
export function judgeDay(facts: Facts, jobs: readonly SchedulerJob[], before: Judge | null): Judge {
  const { technicians, zone } = facts;
  const team = technicians.map((one) => schedulable(one, facts));
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const plan = planOf(
    jobs.map((job) => plannedOf(job, zone)),
    knownDrives(facts.drives),
  );
  const lanes = team.map((technician): [string, LaneJudgment] => {
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
    return [technician.id, known?.key === key ? known : { key, ...judgeLane(technician, own, { facts, plan, byId }) }];
  });
  return {
    lanes: new Map(lanes),
    against: (job, place) =>
      jobConflicts({ ...plannedOf({ ...job, ...place }, zone), status: "scheduled" }, team, plan),
  };
}

type Known = { facts: Facts; plan: Plan; byId: ReadonlyMap<string, SchedulerJob> };

function judgeLane(technician: SchedulableTechnician, own: readonly PlannedJob[], { facts, plan, byId }: Known) {
  const problems = new Map<string, Problem[]>();
  const add = (id: string, problem: Problem) => problems.set(id, [...(problems.get(id) ?? []), problem]);
  for (const job of own) {
    if (job.status === "completed" || job.status === "closed") continue;
    for (const { severity, message } of findConflicts(job, technician, plan)) {
      const overridden = byId.get(job.id)?.overrideReason;
      add(job.id, {
        kind: overridden ? "warning" : words[severity],
        message: overridden ? `${message} Stands: ${overridden}.` : message,
      });
    }
  }
  for (const risk of risksOf(own, { facts, plan, byId })) add(risk.jobId, { kind: "risk", message: risk.message });
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
  const held = own.filter(blocksCalendar);
  return held.flatMap((job, index): DrawnDrive[] => {
    const before = held[index - 1];
    if (!before || job.start < midnight) return [];
    const drive = plan.drive(before.place, job.place);
    if (drive.basis === "same_address") return [];
    const gap = (job.start - before.start) / MINUTE_MS - before.minutes;
    const to = (job.start - midnight) / MINUTE_MS;
    const short = drive.minutes !== null && drive.minutes > gap;
    const length = drive.minutes === null ? Math.min(gap, 20) : Math.min(drive.minutes, Math.max(gap, 0));
    if (length <= 0 && !short) return [];
    return [{ from: to - Math.max(length, 0), to, label: driveLabel(drive), short }];
  });
}
