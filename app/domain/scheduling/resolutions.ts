import { optionLabel } from "~/domain/scheduling/routing/stop-label";
import { addDays, MINUTE_MS } from "~/domain/shared/time/dates";
import type { Interval } from "~/domain/shared/time/intervals";
import { type Instant, startOfDay, wallTimeOf } from "~/domain/shared/time/time-zones";
import {
  addedDriveMinutes,
  driveMs,
  otherJobsOf,
  type Plan,
  type PlannedWorkOrder,
  planOf,
  type SchedulableTechnician,
  timeOnSite,
} from "~/domain/technicians/calendar";
import { workingTime } from "~/domain/technicians/shifts";
import { type Conflict, findConflicts, isFree, workOrderConflicts } from "./conflicts";

/** One change that resolves the conflict; it is offered, never made without a click. */
export type Resolution = {
  kind: "move_job" | "other_technician" | "move_other_job";
  /** The job to change, and its new values. */
  workOrderId: string;
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
export function resolutionsOf(
  workOrder: PlannedWorkOrder,
  team: readonly SchedulableTechnician[],
  plan: PlanNow,
): Resolution[] {
  const conflicts = workOrderConflicts(workOrder, team, plan).filter(({ severity }) => severity !== "warning");
  if (conflicts.length === 0) return [];
  const moves = movingWorkOrder(workOrder, team, plan);
  const [best, ...others] = otherTechnicians(workOrder, team, { plan, conflicts });
  const displaced = movingOther(workOrder, team, { plan, conflicts });
  const isSameDay = ({ start }: Resolution) => dateOf(workOrder, start) === dateOf(workOrder, workOrder.start);
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

const dateOf = ({ zone }: PlannedWorkOrder, at: Instant) => wallTimeOf(at, zone).date;

type Trouble = { plan: PlanNow; conflicts: readonly Conflict[] };

/** At the nearest time that day, and the next day. */
function movingWorkOrder(
  workOrder: PlannedWorkOrder,
  team: readonly SchedulableTechnician[],
  plan: PlanNow,
): Resolution[] {
  const starts = freeStarts(workOrder, team, plan);
  const [today, later] = [true, false].map((isToday) =>
    starts.find((start) => (dateOf(workOrder, start) === dateOf(workOrder, workOrder.start)) === isToday),
  );
  const crew = crewOf(workOrder, team);
  return [today, later].flatMap((start): Resolution[] => {
    if (start === undefined) return [];
    const message = optionLabel({ ...workOrder, start }, crew, plan);
    return [{ ...changeOf(workOrder, start), kind: "move_job", affected: [workOrder.label], message }];
  });
}

function otherTechnicians(
  workOrder: PlannedWorkOrder,
  team: readonly SchedulableTechnician[],
  { plan, conflicts }: Trouble,
): Resolution[] {
  const [unfit, ...others] = new Set(conflicts.map(({ technicianId }) => technicianId));
  if (!unfit || others.length > 0 || workOrder.start < plan.now) return [];
  const found = team.flatMap((substitute): Resolution[] => {
    if (workOrder.technicianIds.includes(substitute.id)) return [];
    const technicianIds = workOrder.technicianIds.map((id) => (id === unfit ? substitute.id : id));
    const given = { ...workOrder, technicianIds };
    const against = findConflicts(given, substitute, plan);
    if (!isFree(against) || against.some(({ kind }) => kind === "qualification")) return [];
    return [
      {
        kind: "other_technician",
        workOrderId: workOrder.id,
        technicianIds,
        start: workOrder.start,
        addedMinutes: addedDriveMinutes(given, substitute, plan),
        affected: [substitute.name],
        message: optionLabel(given, [substitute], plan),
      },
    ];
  });
  return found.toSorted((a, b) => cost(a) - cost(b));
}

function movingOther(
  workOrder: PlannedWorkOrder,
  team: readonly SchedulableTechnician[],
  { plan, conflicts }: Trouble,
): Resolution[] {
  const [only, ...rest] = new Set(conflicts.map(({ otherWorkOrderId }) => otherWorkOrderId));
  const other = plan.jobs.find(({ id }) => id === only);
  if (!other || rest.length > 0 || !(other.status === "scheduled" || other.status === "dispatched")) return [];
  const jobs = [...plan.jobs.filter(({ id }) => id !== workOrder.id), workOrder];
  const planned = { ...planOf(jobs, plan.drive), now: plan.now };
  const start = nearestFreeStart(other, team, planned);
  if (start === null) return [];
  const moved = jobs.map((one) => (one.id === other.id ? { ...other, start } : one));
  if (!isFree(workOrderConflicts(workOrder, team, planOf(moved, plan.drive)))) return [];
  const message = `Move ${other.customerName} (${other.label}) to ${optionLabel({ ...other, start }, crewOf(other, team), planned)}`;
  return [{ ...changeOf(other, start), kind: "move_other_job", affected: [other.label], message }];
}

const crewOf = ({ technicianIds }: PlannedWorkOrder, team: readonly SchedulableTechnician[]) =>
  technicianIds.flatMap((id) => team.find((one) => one.id === id) ?? []);

function changeOf(
  workOrder: PlannedWorkOrder,
  start: Instant,
): Pick<Resolution, "workOrderId" | "technicianIds" | "start" | "addedMinutes"> {
  const addedMinutes = Math.round(Math.abs(start - workOrder.start) / MINUTE_MS);
  return { workOrderId: workOrder.id, technicianIds: workOrder.technicianIds, start, addedMinutes };
}

function cost({ addedMinutes }: Resolution): number {
  return addedMinutes ?? Number.MAX_SAFE_INTEGER;
}

/** The plan as of now; nothing is moved to the past. */
export type PlanNow = Plan & { now: Instant };

const GRID_MS = 5 * MINUTE_MS;

/** Returns the start nearest to the planned one, that day or the next, without a conflict for any of the job's people. */
export function nearestFreeStart(
  workOrder: PlannedWorkOrder,
  team: readonly SchedulableTechnician[],
  plan: PlanNow,
): Instant | null {
  return freeStarts(workOrder, team, plan)[0] ?? null;
}

/** The nearest start of that day and of the next, nearest first. */
function freeStarts(workOrder: PlannedWorkOrder, team: readonly SchedulableTechnician[], plan: PlanNow): Instant[] {
  const today = wallTimeOf(workOrder.start, workOrder.zone).date;
  const period = { start: startOfDay(today, workOrder.zone), end: startOfDay(addDays(today, 2), workOrder.zone) };
  const people = team.filter((technician) => workOrder.technicianIds.includes(technician.id));
  const starts = new Set(people.flatMap((person) => adjacentStarts(workOrder, person, { plan, period })));
  const nearest = [...starts]
    .filter((start) => start !== workOrder.start && start >= plan.now && start >= period.start && start < period.end)
    .sort((a, b) => Math.abs(a - workOrder.start) - Math.abs(b - workOrder.start));
  const isOpen = (start: Instant) => isFree(workOrderConflicts({ ...workOrder, start }, people, plan));
  const isToday = (start: Instant) => dateOf(workOrder, start) === today;
  const found = [
    nearest.find((start) => isToday(start) && isOpen(start)),
    nearest.find((start) => !isToday(start) && isOpen(start)),
  ];
  return nearest.filter((start) => found.includes(start));
}

// A free period begins or ends where something else ends or begins: only those starts are worth trying.
function adjacentStarts(
  workOrder: PlannedWorkOrder,
  person: SchedulableTechnician,
  where: { plan: Plan; period: Interval },
): Instant[] {
  const { plan, period } = where;
  const length = timeOnSite(workOrder, null).end - workOrder.start;
  const near = otherJobsOf(person.id, workOrder, plan).filter(
    ({ start }) => start >= period.start && start < period.end,
  );
  const hours = workingTime(period, person);
  return [
    ...near.map((other) => ceilToGrid(timeOnSite(other, null).end + driveMs(plan.drive, other, workOrder))),
    ...near.map((other) => floorToGrid(other.start - driveMs(plan.drive, workOrder, other) - length)),
    ...hours.flatMap(({ start, end }) => [ceilToGrid(start), floorToGrid(end - length)]),
  ];
}

export function ceilToGrid(instant: Instant): Instant {
  return Math.ceil(instant / GRID_MS) * GRID_MS;
}

function floorToGrid(instant: Instant): Instant {
  return Math.floor(instant / GRID_MS) * GRID_MS;
}
