import { addDays, MINUTE_MS } from "~/domain/shared/dates";
import type { Interval } from "~/domain/shared/intervals";
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
import { optionLabel } from "./stop-label";

/** One change that resolves the conflict; it is offered, never made without a click. */
export type Resolution = {
  kind: "move_job" | "other_technician" | "move_other_job";
  /** The job to change, and its new values. */
  jobId: string;
  technicianIds: readonly string[];
  start: Instant;
  /** Minutes by which a start moves or driving increases; null if the drive is unknown. */
  addedMinutes: number | null;
  /** Jobs and people affected. */
  affected: readonly string[];
  message: string;
};

const MAX_RESOLUTIONS = 3;

/**
 * Returns up to three changes that leave the job without conflicts, same day first: the same technician at another time, the
 * same time with another technician, moving the other job, and only then another day. Empty if the job has no conflicts.
 */
export function resolutionsOf(job: PlannedJob, team: readonly SchedulableTechnician[], plan: PlanNow): Resolution[] {
  const conflicts = jobConflicts(job, team, plan).filter(({ severity }) => severity !== "warning");
  if (conflicts.length === 0) return [];
  const moves = movingJob(job, team, plan);
  const [best, ...others] = otherTechnicians(job, team, { plan, conflicts });
  const displaced = movingOther(job, team, { plan, conflicts });
  const isSameDay = ({ start }: Resolution) => dateOf(job, start) === dateOf(job, job.start);
  const all = [
    ...moves.filter(isSameDay),
    ...(best ? [best] : []),
    ...displaced.filter(isSameDay),
    ...others,
    ...moves.filter((one) => !isSameDay(one)),
    ...displaced.filter((one) => !isSameDay(one)),
  ];
  return all.slice(0, MAX_RESOLUTIONS);
}

const dateOf = ({ zone }: PlannedJob, at: Instant) => wallTimeOf(at, zone).date;

type Trouble = { plan: PlanNow; conflicts: readonly Conflict[] };

/** At the nearest time that day, and the next day. */
function movingJob(job: PlannedJob, team: readonly SchedulableTechnician[], plan: PlanNow): Resolution[] {
  const starts = freeStarts(job, team, plan);
  const [today, later] = [true, false].map((isToday) =>
    starts.find((start) => (dateOf(job, start) === dateOf(job, job.start)) === isToday),
  );
  const crew = crewOf(job, team);
  return [today, later].flatMap((start): Resolution[] => {
    if (start === undefined) return [];
    const message = optionLabel({ ...job, start }, crew, plan);
    return [{ ...changeOf(job, start), kind: "move_job", affected: [job.label], message }];
  });
}

function otherTechnicians(
  job: PlannedJob,
  team: readonly SchedulableTechnician[],
  { plan, conflicts }: Trouble,
): Resolution[] {
  const [unfit, ...others] = new Set(conflicts.map(({ technicianId }) => technicianId));
  if (!unfit || others.length > 0 || job.start < plan.now) return [];
  const found = team.flatMap((substitute): Resolution[] => {
    if (job.technicianIds.includes(substitute.id)) return [];
    const technicianIds = job.technicianIds.map((id) => (id === unfit ? substitute.id : id));
    const given = { ...job, technicianIds };
    const against = findConflicts(given, substitute, plan);
    if (!isFree(against) || against.some(({ kind }) => kind === "qualification")) return [];
    return [
      {
        kind: "other_technician",
        jobId: job.id,
        technicianIds,
        start: job.start,
        addedMinutes: addedDriveMinutes(given, substitute, plan),
        affected: [substitute.name],
        message: optionLabel(given, [substitute], plan),
      },
    ];
  });
  return found.toSorted((a, b) => cost(a) - cost(b));
}

function movingOther(
  job: PlannedJob,
  team: readonly SchedulableTechnician[],
  { plan, conflicts }: Trouble,
): Resolution[] {
  const [only, ...rest] = new Set(conflicts.map(({ otherJobId }) => otherJobId));
  const other = plan.jobs.find(({ id }) => id === only);
  if (!other || rest.length > 0 || !(other.status === "scheduled" || other.status === "dispatched")) return [];
  const jobs = [...plan.jobs.filter(({ id }) => id !== job.id), job];
  const planned = { ...planOf(jobs, plan.drive), now: plan.now };
  const start = nearestFreeStart(other, team, planned);
  if (start === null) return [];
  const moved = jobs.map((one) => (one.id === other.id ? { ...other, start } : one));
  if (!isFree(jobConflicts(job, team, planOf(moved, plan.drive)))) return [];
  const message = `Move ${other.customerName} (${other.label}) to ${optionLabel({ ...other, start }, crewOf(other, team), planned)}`;
  return [{ ...changeOf(other, start), kind: "move_other_job", affected: [other.label], message }];
}

const crewOf = ({ technicianIds }: PlannedJob, team: readonly SchedulableTechnician[]) =>
  technicianIds.flatMap((id) => team.find((one) => one.id === id) ?? []);

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

/** The plan as of now; nothing is moved to the past. */
export type PlanNow = Plan & { now: Instant };

const GRID_MS = 5 * MINUTE_MS;

/** Returns the start nearest to the planned one, that day or the next, without a conflict for any of the job's people. */
export function nearestFreeStart(
  job: PlannedJob,
  team: readonly SchedulableTechnician[],
  plan: PlanNow,
): Instant | null {
  return freeStarts(job, team, plan)[0] ?? null;
}

/** The nearest start of that day and of the next, nearest first. */
function freeStarts(job: PlannedJob, team: readonly SchedulableTechnician[], plan: PlanNow): Instant[] {
  const today = wallTimeOf(job.start, job.zone).date;
  const period = { start: startOfDay(today, job.zone), end: startOfDay(addDays(today, 2), job.zone) };
  const people = team.filter((technician) => job.technicianIds.includes(technician.id));
  const starts = new Set(people.flatMap((person) => adjacentStarts(job, person, { plan, period })));
  const nearest = [...starts]
    .filter((start) => start !== job.start && start >= plan.now && start >= period.start && start < period.end)
    .sort((a, b) => Math.abs(a - job.start) - Math.abs(b - job.start));
  const isOpen = (start: Instant) => isFree(jobConflicts({ ...job, start }, people, plan));
  const isToday = (start: Instant) => dateOf(job, start) === today;
  const found = [
    nearest.find((start) => isToday(start) && isOpen(start)),
    nearest.find((start) => !isToday(start) && isOpen(start)),
  ];
  return nearest.filter((start) => found.includes(start));
}

// A free period begins or ends where something else ends or begins: only those starts are worth trying.
function adjacentStarts(
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
