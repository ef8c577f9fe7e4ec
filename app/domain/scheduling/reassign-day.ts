import type { Place } from "~/domain/drives/drive-time";
import { formatTime } from "~/domain/shared/time/date-format";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { type Interval, overlaps } from "~/domain/shared/time/intervals";
import { type Instant, wallTimeOf } from "~/domain/shared/time/time-zones";
import type { WindowColumns } from "~/domain/technicians/arrival-window";
import {
  blocksCalendar,
  type Plan,
  type PlannedWorkOrder,
  type SchedulableTechnician,
} from "~/domain/technicians/calendar";
import { demandKeys, heldKeys } from "~/domain/technicians/qualification";
import { holidaysIn, type Shift, shiftOn } from "~/domain/technicians/shifts";
import type { Priority } from "~/domain/work-order-basics/priority";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import { explainPlan, solve } from "./routing/search";
import type { TimeWindow, VroomJob, VroomProblem, VroomSolution, VroomVehicle } from "./routing/vroom";

/** A job that moves to another technician or time; `technicianIds` and `start` are the new values. */
type ProposedReassignment = {
  workOrderId: string;
  label: string;
  /** True for a job of the absent technician; false for a job of someone else. */
  isOwn: boolean;
  from: { technicianIds: readonly string[]; start: Instant };
  to: { technicianIds: readonly string[]; start: Instant };
  message: string;
};

export type DayReassignment = {
  changes: ProposedReassignment[];
  /** Jobs without a replacement, each with the reason. */
  leftOver: { workOrderId: string; label: string; reason: string }[];
  /** Driving minutes of the remaining technicians, before and after. */
  driveMinutes: { before: number; after: number };
};

/**
 * Proposes who takes over the day of a technician who is out. Changes nothing; the same request and seed give the same
 * proposal. No technician gets a job without the skills, time or drive for it, and no promised window is missed.
 */
export function proposeDay(request: DayReassignmentRequest, seed = 1): DayReassignment {
  const problem = dayReassignmentProblem(request, "keep");
  const before = explainPlan(problem);
  const keeping = solve(problem, seed);
  const after = request.movesOthers
    ? bestOf(keeping, () => solve(dayReassignmentProblem(request, "share"), seed))
    : keeping;
  const jobs = new Map(request.jobs.map((workOrder) => [workOrder.id, workOrder]));
  const leftOut = new Set(after.unassigned.map(({ description }) => description));
  return {
    changes: changesBetween(before, after, { jobs, request }),
    leftOver: jobsToReassign(request)
      .filter(({ id }) => leftOut.has(id))
      .map((workOrder) => ({
        workOrderId: workOrder.id,
        label: workOrder.label,
        reason: reasonFor(workOrder, request),
      })),
    driveMinutes: { before: Math.round(before.summary.duration / 60), after: Math.round(after.summary.duration / 60) },
  };
}

// Other technicians' jobs change hands only if that saves a job from being left over.
function bestOf(keeping: VroomSolution, sharing: () => VroomSolution): VroomSolution {
  if (keeping.unassigned.length === 0) return keeping;
  const shared = sharing();
  return shared.unassigned.length < keeping.unassigned.length ? shared : keeping;
}

type Known = { jobs: ReadonlyMap<string, ReassignableWorkOrder>; request: DayReassignmentRequest };

function changesBetween(before: VroomSolution, after: VroomSolution, known: Known): ProposedReassignment[] {
  return after.routes.flatMap((route, index) => {
    const stops = route.steps.filter(({ type }) => type === "job");
    const old = new Map(before.routes[index]?.steps.map((step) => [step.id, step]));
    return stops.flatMap((step): ProposedReassignment[] => {
      const workOrder = known.jobs.get(step.description ?? "");
      const was = old.get(step.id);
      const start = (step.arrival + step.waiting_time) * 1000;
      if (!workOrder || (was && was.arrival + was.waiting_time === step.arrival + step.waiting_time)) return [];
      return [changeOf(workOrder, { technicianId: route.description, start }, known.request)];
    });
  });
}

function changeOf(
  workOrder: ReassignableWorkOrder,
  given: { technicianId: string; start: Instant },
  request: DayReassignmentRequest,
): ProposedReassignment {
  const stays = workOrder.technicianIds.includes(given.technicianId);
  const leaves = workOrder.technicianIds.includes(request.technicianId)
    ? request.technicianId
    : workOrder.technicianIds[0];
  const technicianIds = stays
    ? workOrder.technicianIds
    : workOrder.technicianIds.map((id) => (id === leaves ? given.technicianId : id));
  const name = request.team.find(({ id }) => id === given.technicianId)?.name ?? given.technicianId;
  const before = formatTime(workOrder.start, workOrder.zone);
  const after = formatTime(given.start, workOrder.zone);
  const time = before === after ? `at ${after}` : `at ${after} instead of ${before}`;
  return {
    workOrderId: workOrder.id,
    label: workOrder.label,
    isOwn: workOrder.technicianIds.includes(request.technicianId),
    from: { technicianIds: workOrder.technicianIds, start: workOrder.start },
    to: { technicianIds, start: given.start },
    message: stays ? `${name} keeps ${workOrder.label}, ${time}.` : `${name} takes ${workOrder.label} ${time}.`,
  };
}

function reasonFor(workOrder: ReassignableWorkOrder, { team, technicianId, date }: DayReassignmentRequest): string {
  const working = team.filter((person) => person.id !== technicianId && shiftOn(date, person) !== null);
  if (working.length === 0) return "No one else is working that day.";
  const able = working.filter((person) => {
    const held = heldKeys(person, date);
    return demandKeys(workOrder.demands).every((key) => held.includes(key));
  });
  if (able.length === 0) return "No one else working that day has the required skills and certifications.";
  const window = workOrder.arrivalWindow;
  const when = window
    ? `between ${formatTime(window.start, workOrder.zone)} and ${formatTime(window.end, workOrder.zone)}`
    : `around ${formatTime(workOrder.start, workOrder.zone)}`;
  return `${able.map(({ name }) => name).join(", ")} can't be there ${when} without missing another arrival window.`;
}

export type ReassignableWorkOrder = PlannedWorkOrder & { priority: Priority };

export type DayReassignmentRequest = {
  /** The technician who is out. */
  technicianId: string;
  /** The civil day to reassign, in each technician's own zone. */
  date: string;
  now: Instant;
  team: readonly SchedulableTechnician[];
  jobs: readonly ReassignableWorkOrder[];
  drive: Plan["drive"];
  /** How far a start without a promised window may move. */
  slackMinutes: number;
  /** Whether jobs of the other technicians may move too, within their promised windows; false: they are unchanged. */
  movesOthers: boolean;
};

/** "keep": the others keep their own jobs; "share": jobs may also change hands among them. */
type Others = "keep" | "share";

// Assumed for an unknown drive, so that it never counts as 0.
const UNKNOWN_DRIVE_MINUTES = 30;

const PRIORITY_WEIGHT: Record<Priority, number> = { low: 10, normal: 30, high: 60, emergency: 100 };

type Working = { technician: SchedulableTechnician; shift: Shift };

/** The day as a routing problem: the current plan of the others, with the absent technician's jobs unassigned. */
function dayReassignmentProblem(request: DayReassignmentRequest, others: Others): VroomProblem {
  const working = workingOthers(request);
  const stops = [...working.flatMap((person) => stopsOf(person, request)), ...orphansOf(request)];
  const places = [
    ...working.flatMap(({ technician }) => technician.home ?? technician.depot ?? []),
    ...stops.map(({ workOrder }) => workOrder.place),
  ];
  const index = numbered(places.map(({ addressId }) => addressId));
  const skills = numbered([
    ...working.map(({ technician }) => pinOf(technician.id)),
    ...stops.flatMap(({ workOrder }) => demandKeys(workOrder.demands)),
  ]);
  const jobs = stops.map((stop, id) => asVroomJob(stop, { id, index, skills, request, others }));
  return {
    vehicles: working.map((person, id) => ({
      ...asVroomVehicle(person, { id, index, skills, request, others }),
      steps: stops.flatMap(({ by }, workOrder) =>
        by === person.technician.id ? [{ type: "job" as const, id: workOrder }] : [],
      ),
    })),
    jobs,
    matrices: { car: { durations: matrixOf(places, index, request.drive) } },
  };
}

/** Jobs of the absent technician that still need a replacement. */
function jobsToReassign({ technicianId, date, team, jobs }: DayReassignmentRequest): ReassignableWorkOrder[] {
  const zone = team.find(({ id }) => id === technicianId)?.zone;
  return jobs.filter(
    (workOrder) =>
      workOrder.technicianIds.includes(technicianId) &&
      (workOrder.status === "scheduled" || workOrder.status === "dispatched" || workOrder.status === "en_route") &&
      wallTimeOf(workOrder.start, zone ?? workOrder.zone).date === date,
  );
}

/** `by` null: unassigned. */
type Stop = { workOrder: ReassignableWorkOrder; by: string | null };

function workingOthers({ team, technicianId, date }: DayReassignmentRequest): Working[] {
  return team.flatMap((technician) => {
    const shift = technician.id === technicianId ? null : shiftOn(date, technician);
    return shift && holidaysIn(shift, technician).length === 0 ? [{ technician, shift }] : [];
  });
}

function stopsOf({ technician, shift }: Working, { jobs }: DayReassignmentRequest): Stop[] {
  return jobs
    .filter((workOrder) => workOrder.technicianIds.includes(technician.id) && blocksCalendar(workOrder))
    .filter((workOrder) =>
      overlaps(shift, { start: workOrder.start, end: workOrder.start + workOrder.minutes * MINUTE_MS }),
    )
    .toSorted((a, b) => a.start - b.start)
    .map((workOrder) => ({ workOrder, by: technician.id }));
}

function orphansOf(request: DayReassignmentRequest): Stop[] {
  return jobsToReassign(request).map((workOrder) => ({ workOrder, by: null }));
}

type Coding = {
  id: number;
  index: ReadonlyMap<string, number>;
  skills: ReadonlyMap<string, number>;
  request: DayReassignmentRequest;
  others: Others;
};

function asVroomJob({ workOrder, by }: Stop, { id, index, skills, request, others }: Coding): VroomJob {
  const pinned = by !== null && (others === "keep" || isFixed(workOrder, request.now));
  const wanted = [...demandKeys(workOrder.demands), ...(pinned ? [pinOf(by)] : [])];
  return {
    id,
    description: workOrder.id,
    location_index: index.get(workOrder.place.addressId) ?? 0,
    setup: (workOrder.setupMinutes ?? 0) * 60,
    service: workOrder.minutes * 60,
    skills: wanted.flatMap((key) => skills.get(key) ?? []),
    priority: PRIORITY_WEIGHT[workOrder.priority],
    time_windows: [startWindow({ workOrder, by }, request)],
  };
}

function asVroomVehicle(
  { technician, shift }: Working,
  { id, index, skills, request }: Coding,
): Omit<VroomVehicle, "steps"> {
  const home = technician.home ?? technician.depot;
  const away = [...shift.breaks, ...technician.timeOff.filter((absence) => overlaps(absence, shift))];
  return {
    id,
    description: technician.id,
    start_index: home ? index.get(home.addressId) : undefined,
    skills: [pinOf(technician.id), ...heldKeys(technician, request.date)].flatMap((key) => skills.get(key) ?? []),
    time_window: [seconds(shift.start), seconds(shift.end)],
    breaks: away.toSorted((a, b) => a.start - b.start).map((pause, number) => asBreak(pause, number)),
  };
}

// The others keep their times and may only be later within the promised window; a job with two people stays fixed.
function startWindow({ workOrder, by }: Stop, { now, slackMinutes, movesOthers }: DayReassignmentRequest): TimeWindow {
  const slack = slackMinutes * MINUTE_MS;
  const window = workOrder.arrivalWindow ?? { start: workOrder.start - slack, end: workOrder.start + slack };
  const exact = workOrder.technicianIds.length > 1 || (by !== null && (!movesOthers || isFixed(workOrder, now)));
  if (exact) return [seconds(workOrder.start), seconds(workOrder.start)];
  const from = Math.max(by === null ? window.start : workOrder.start, now);
  return [seconds(from), seconds(Math.max(from, window.end))];
}

function isFixed(workOrder: ReassignableWorkOrder, now: Instant): boolean {
  return (
    workOrder.technicianIds.length > 1 ||
    workOrder.start < now ||
    !(workOrder.status === "scheduled" || workOrder.status === "dispatched")
  );
}

function asBreak({ start, end }: Interval, id: number): VroomVehicle["breaks"][number] {
  return {
    id,
    description: "away",
    time_windows: [[seconds(start), seconds(start)]],
    service: seconds(end) - seconds(start),
  };
}

function matrixOf(places: readonly Place[], index: ReadonlyMap<string, number>, drive: Plan["drive"]): number[][] {
  const distinct = [...index.keys()].flatMap(
    (addressId) => places.find((place) => place.addressId === addressId) ?? [],
  );
  return distinct.map((from) => distinct.map((to) => (drive(from, to).minutes ?? UNKNOWN_DRIVE_MINUTES) * 60));
}

function numbered(names: readonly string[]): Map<string, number> {
  return new Map([...new Set(names)].map((name, index) => [name, index]));
}

function pinOf(technicianId: string): string {
  return `only:${technicianId}`;
}

function seconds(instant: Instant): number {
  return Math.round(instant / 1000);
}

/** Technicians and time; instants as ISO text, the lead first. */
type Planned = {
  technicianIds: readonly string[];
  start: string;
  end: string;
  /** Override reason for overlapping other jobs; null: none. */
  overrideReason: string | null;
  /** The promised window afterwards. */
  window?: WindowColumns;
};

/** A job rescheduled together with others, if its version and status are unchanged. */
export type Reassignment = {
  id: string;
  version: number;
  from: WorkOrderStatus;
  before: Planned;
  to: Planned & { status: WorkOrderStatus };
};

/** A change that was made, with the values before it; `version` is the one before it. */
export type AppliedChange = {
  id: string;
  version: number;
  before: Planned & { status: WorkOrderStatus };
  after: Planned & { status: WorkOrderStatus };
};

/** A job en route returns to dispatched when it moves to another technician. */
export function statusWhenReassigned(status: WorkOrderStatus): WorkOrderStatus {
  return status === "en_route" ? "dispatched" : status;
}

/** Returns the changes that undo these; each job has advanced by one version. */
export function undoing(changes: readonly AppliedChange[]): Reassignment[] {
  return changes.map(({ id, version, before, after }) => ({
    id,
    version: version + 1,
    from: after.status,
    before: after,
    to: { ...before, status: statusWhenReassigned(before.status) },
  }));
}
