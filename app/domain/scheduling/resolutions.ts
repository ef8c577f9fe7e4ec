import { formatDateTime, formatDuration, formatTime } from "~/domain/shared/date-format";
import { addDays } from "~/domain/shared/dates";
import { type Interval, MINUTE_MS } from "~/domain/shared/intervals";
import { type Instant, startOfDay, wallTimeOf } from "~/domain/shared/time-zones";
import {
  addedDriveMinutes,
  driveMs,
  otherJobsOf,
  type Plan,
  type PlannedJob,
  planOf,
  type SchedulableTechnician,
  timeOnSite,
} from "~/domain/technicians/calendar";
import { workingTime } from "~/domain/technicians/shifts";
import { type Conflict, findConflicts, isFree, jobConflicts } from "./conflicts";

/** One change that makes the conflict go away; it is offered, never made without a click. */
export type Resolution = {
  kind: "move_job" | "other_technician" | "move_other_job";
  /** The job to change, and what it becomes. */
  jobId: string;
  technicianIds: readonly string[];
  start: Instant;
  /** Minutes by which a start moves or by which more is driven; null when the drive is unknown. */
  addedMinutes: number | null;
  /** Jobs and people who notice. */
  affected: readonly string[];
  message: string;
};

/** The two changes that cost the fewest minutes and leave nothing standing against the job; none when it is free. */
export function cheapestResolutions(
  job: PlannedJob,
  team: readonly SchedulableTechnician[],
  plan: PlanNow,
): Resolution[] {
  const conflicts = jobConflicts(job, team, plan).filter(({ severity }) => severity !== "warning");
  if (conflicts.length === 0) return [];
  const resolutions = [
    ...movingJob(job, team, plan),
    ...otherTechnicians(job, team, { plan, conflicts }),
    ...movingOthers(job, team, { plan, conflicts }),
  ];
  return resolutions.toSorted((a, b) => cost(a) - cost(b) || a.affected.length - b.affected.length).slice(0, 2);
}

type Trouble = { plan: PlanNow; conflicts: readonly Conflict[] };

function movingJob(job: PlannedJob, team: readonly SchedulableTechnician[], plan: PlanNow): Resolution[] {
  const start = nearestFreeStart(job, team, plan);
  if (start === null) return [];
  const message = `Start at ${newStart(job, start)}: ${shiftLabel(job, start)}.`;
  return [{ ...changeOf(job, start), kind: "move_job", affected: [job.label], message }];
}

function otherTechnicians(
  job: PlannedJob,
  team: readonly SchedulableTechnician[],
  { plan, conflicts }: Trouble,
): Resolution[] {
  const [unfit, ...others] = new Set(conflicts.map(({ technicianId }) => technicianId));
  if (!unfit || others.length > 0) return [];
  return team.flatMap((stand): Resolution[] => {
    if (job.technicianIds.includes(stand.id)) return [];
    const technicianIds = job.technicianIds.map((id) => (id === unfit ? stand.id : id));
    const given = { ...job, technicianIds };
    const against = findConflicts(given, stand, plan);
    if (!isFree(against) || against.some(({ kind }) => kind === "qualification")) return [];
    const addedMinutes = addedDriveMinutes(given, stand, plan);
    const driving = addedMinutes === null ? "drive time unknown" : `${addedMinutes} min more drive time`;
    const message = `Assign to ${stand.name}: ${driving}.`;
    return [
      {
        kind: "other_technician",
        jobId: job.id,
        technicianIds,
        start: job.start,
        addedMinutes,
        affected: [stand.name],
        message,
      },
    ];
  });
}

function movingOthers(
  job: PlannedJob,
  team: readonly SchedulableTechnician[],
  { plan, conflicts }: Trouble,
): Resolution[] {
  const [only, ...rest] = new Set(conflicts.map(({ otherJobId }) => otherJobId));
  const other = plan.jobs.find(({ id }) => id === only);
  if (!other || rest.length > 0 || !(other.status === "scheduled" || other.status === "dispatched")) return [];
  const jobs = [...plan.jobs.filter(({ id }) => id !== job.id), job];
  const start = nearestFreeStart(other, team, { ...planOf(jobs, plan.drive), now: plan.now });
  if (start === null) return [];
  const moved = jobs.map((planned) => (planned.id === other.id ? { ...other, start } : planned));
  if (!isFree(jobConflicts(job, team, planOf(moved, plan.drive)))) return [];
  const message = `Move ${other.label} to ${newStart(other, start)}: ${shiftLabel(other, start)}.`;
  return [{ ...changeOf(other, start), kind: "move_other_job", affected: [other.label], message }];
}

function changeOf(
  job: PlannedJob,
  start: Instant,
): Pick<Resolution, "jobId" | "technicianIds" | "start" | "addedMinutes"> {
  const addedMinutes = Math.round(Math.abs(start - job.start) / MINUTE_MS);
  return { jobId: job.id, technicianIds: job.technicianIds, start, addedMinutes };
}

function cost({ addedMinutes }: Resolution): number {
  return addedMinutes ?? Number.MAX_SAFE_INTEGER;
}

function newStart(job: PlannedJob, start: Instant): string {
  const isSameDay = wallTimeOf(job.start, job.zone).date === wallTimeOf(start, job.zone).date;
  return isSameDay ? formatTime(start, job.zone) : formatDateTime(start, { zone: job.zone });
}

function shiftLabel(job: PlannedJob, start: Instant): string {
  const minutes = Math.round(Math.abs(start - job.start) / MINUTE_MS);
  return `${formatDuration(minutes)} ${start < job.start ? "earlier" : "later"}`;
}

/** The plan at a given time; nothing is moved before it. */
export type PlanNow = Plan & { now: Instant };

const GRID_MS = 5 * MINUTE_MS;

/** The start nearest to the planned one, that day or the next, without a conflict for any of the job's people. */
export function nearestFreeStart(
  job: PlannedJob,
  team: readonly SchedulableTechnician[],
  plan: PlanNow,
): Instant | null {
  const today = wallTimeOf(job.start, job.zone).date;
  const period = { start: startOfDay(today, job.zone), end: startOfDay(addDays(today, 2), job.zone) };
  const people = team.filter((technician) => job.technicianIds.includes(technician.id));
  const starts = new Set(people.flatMap((person) => startsBeside(job, person, { plan, period })));
  const nearest = [...starts]
    .filter((start) => start !== job.start && start >= plan.now && start >= period.start && start < period.end)
    .sort((a, b) => Math.abs(a - job.start) - Math.abs(b - job.start));
  return nearest.find((start) => isFree(jobConflicts({ ...job, start }, people, plan))) ?? null;
}

// A free time begins or ends where something else ends or begins: only those starts are worth trying.
function startsBeside(
  job: PlannedJob,
  person: SchedulableTechnician,
  where: { plan: Plan; period: Interval },
): Instant[] {
  const { plan, period } = where;
  const length = timeOnSite(job, null).end - job.start;
  const near = otherJobsOf(person.id, job, plan).filter(({ start }) => start >= period.start && start < period.end);
  const hours = workingTime(period, person);
  return [
    ...near.map((other) => ceilToGrid(timeOnSite(other, null).end + driveMs(plan.drive, other, job))),
    ...near.map((other) => floorToGrid(other.start - driveMs(plan.drive, job, other) - length)),
    ...hours.flatMap(({ start, end }) => [ceilToGrid(start), floorToGrid(end - length)]),
  ];
}

export function ceilToGrid(instant: Instant): Instant {
  return Math.ceil(instant / GRID_MS) * GRID_MS;
}

function floorToGrid(instant: Instant): Instant {
  return Math.floor(instant / GRID_MS) * GRID_MS;
}
