import type { DriveTime, Place } from "~/domain/drives/drive-time";
import { formatTimeRange } from "~/domain/shared/time/date-format";
import { HOUR_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import { clip, type Interval, overlaps, subtract, totalMinutes, union } from "~/domain/shared/time/intervals";
import { dayBounds, type Instant } from "~/domain/shared/time/time-zones";
import { CALENDAR_BLOCKING_STATUSES, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import type { Qualifications, WorkOrderDemands } from "./qualification";
import { holidaysIn, type Shift, shiftOn, type WorkTimes, workingTime } from "./shifts";

/** A work order with its time and people. */
export type PlannedWorkOrder = {
  id: string;
  /** As shown: "WO-004". */
  label: string;
  customerName: string;
  status: WorkOrderStatus;
  /** Lead first, then helpers; all of them are busy. */
  technicianIds: readonly string[];
  /** When work on site starts. */
  start: Instant;
  minutes: number;
  /** Unloading, protecting floors; not repeated if the previous job was at the same address. */
  setupMinutes?: number;
  place: Place;
  /** The site's zone, in which its times are shown and edited. */
  zone: string;
  demands: WorkOrderDemands;
  /** The promised window for the start; both ends are included. */
  arrivalWindow: Interval | null;
};

export type SchedulableTechnician = Qualifications &
  WorkTimes & { id: string; home: Place | null; depot: Place | null };

export type DriveLookup = (from: Place, to: Place) => DriveTime;

/** The days around a job: everyone's jobs, and how long drives take. Created by `planOf`. */
export type Plan = {
  jobs: readonly PlannedWorkOrder[];
  drive: DriveLookup;
  /** Jobs that block the calendar, by technician, helpers included, in chronological order. */
  days: ReadonlyMap<string, readonly PlannedWorkOrder[]>;
};

export type Neighbors = { before: PlannedWorkOrder | null; after: PlannedWorkOrder | null };

/** After a longer gap, the technician starts from home. */
export const NIGHT_MS = 8 * HOUR_MS;

/** Canceled, unscheduled and held jobs do not block the calendar. */
export function blocksCalendar(workOrder: Pick<PlannedWorkOrder, "status">): boolean {
  return CALENDAR_BLOCKING_STATUSES.some((status) => status === workOrder.status);
}

/** Setup and work on site, without the drive. */
export function timeOnSite(workOrder: PlannedWorkOrder, before: PlannedWorkOrder | null): Interval {
  const stays = before?.place.addressId === workOrder.place.addressId;
  const minutes = workOrder.minutes + (stays ? 0 : (workOrder.setupMinutes ?? 0));
  return { start: workOrder.start, end: workOrder.start + minutes * MINUTE_MS };
}

/** Groups all jobs by technician once, so that hundreds of jobs can be checked one by one. */
export function planOf(jobs: readonly PlannedWorkOrder[], drive: DriveLookup): Plan {
  const days = new Map<string, PlannedWorkOrder[]>();
  for (const workOrder of jobs.filter(blocksCalendar).toSorted((a, b) => a.start - b.start)) {
    for (const id of new Set(workOrder.technicianIds)) {
      const day = days.get(id);
      if (day) day.push(workOrder);
      else days.set(id, [workOrder]);
    }
  }
  return { jobs, drive, days };
}

/** The other jobs that block this technician's calendar, as lead or helper, in chronological order. */
export function otherJobsOf(
  technicianId: string,
  workOrder: Pick<PlannedWorkOrder, "id">,
  { days }: Plan,
): PlannedWorkOrder[] {
  return (days.get(technicianId) ?? []).filter((other) => other.id !== workOrder.id);
}

/** The jobs just before and just after; `others` in chronological order. */
export function neighborsOf(workOrder: PlannedWorkOrder, others: readonly PlannedWorkOrder[]): Neighbors {
  return {
    before: others.filter((other) => other.start < workOrder.start).at(-1) ?? null,
    after: others.find((other) => other.start >= workOrder.start) ?? null,
  };
}

/** After a night, the day starts from home or the depot instead of the previous job. */
export function isNightBetween(before: PlannedWorkOrder, after: PlannedWorkOrder): boolean {
  return after.start - timeOnSite(before, null).end >= NIGHT_MS;
}

/** Where the technician comes from: the previous job, or home or the depot at the start of a day. */
export function comesFrom(
  workOrder: PlannedWorkOrder,
  before: PlannedWorkOrder | null,
  technician: SchedulableTechnician,
): Place | null {
  if (before && !isNightBetween(before, workOrder)) return before.place;
  return technician.home ?? technician.depot;
}

/** Driving that the job adds to the technician's day; null if part of the way is unknown, estimated if any part is. */
export function addedDrive(workOrder: PlannedWorkOrder, technician: SchedulableTechnician, plan: Plan) {
  const { before, after } = neighborsOf(workOrder, otherJobsOf(technician.id, workOrder, plan));
  const origin = comesFrom(workOrder, before, technician);
  if (!origin) return { minutes: null, estimated: false };
  const there = plan.drive(origin, workOrder.place);
  const staysOut = after !== null && !isNightBetween(workOrder, after);
  if (!staysOut) return { minutes: there.minutes, estimated: there.basis === "estimate" };
  const onward = plan.drive(workOrder.place, after.place);
  const direct = plan.drive(origin, after.place);
  const known = there.minutes !== null && onward.minutes !== null && direct.minutes !== null;
  return {
    minutes: known ? Math.max(0, there.minutes + onward.minutes - direct.minutes) : null,
    estimated: [there, onward, direct].some(({ basis }) => basis === "estimate"),
  };
}

/** Minutes of driving that the job adds to the technician's day; null if part of the way is unknown. */
export const addedDriveMinutes = (workOrder: PlannedWorkOrder, technician: SchedulableTechnician, plan: Plan) =>
  addedDrive(workOrder, technician, plan).minutes;

/** Milliseconds by road from one job to the other; an unknown drive counts as 0. */
export function driveMs(
  drive: DriveLookup,
  from: Pick<PlannedWorkOrder, "place">,
  to: Pick<PlannedWorkOrder, "place">,
): number {
  return (drive(from.place, to.place).minutes ?? 0) * MINUTE_MS;
}

type FreeTime = { technicianId: string; minutes: number; intervals: Interval[] };

/** When the technician works and is neither on a job nor driving to one; partial days count in part. */
export function freeTime(period: Interval, technician: SchedulableTechnician, plan: Plan): FreeTime {
  const jobs = otherJobsOf(technician.id, { id: "" }, plan);
  const busy = jobs.map((workOrder, index) => busyTime(workOrder, jobs[index - 1] ?? null, plan));
  const intervals = subtract(workingTime(period, technician), busy);
  return { technicianId: technician.id, minutes: totalMinutes(intervals), intervals };
}

/** The drive to the job from the previous one, its setup and its work; an unknown drive counts as 0. */
function busyTime(workOrder: PlannedWorkOrder, before: PlannedWorkOrder | null, plan: Plan): Interval {
  const site = timeOnSite(workOrder, before);
  if (!before || isNightBetween(before, workOrder)) return site;
  const leaves = Math.max(
    site.start - driveMs(plan.drive, before, workOrder),
    Math.min(timeOnSite(before, null).end, site.start),
  );
  return { start: leaves, end: site.end };
}

/**
 * A technician's row of the board. `note`: why there is no work that day, or when in the shift the technician is away; `isAway`:
 * there is no work at all; `rests`: the breaks and absences within the shift.
 */
export type Lane = {
  technicianId: string;
  name: string;
  shift: Shift | null;
  note: string | null;
  isAway: boolean;
  rests: Interval[];
};

/** One lane per technician, including those without a shift. */
export function lanesOn(date: string, technicians: readonly SchedulableTechnician[]): Lane[] {
  return technicians.map((technician) => {
    const shift = shiftOn(date, technician);
    const rests = shift ? union([...shift.breaks, ...clip(technician.timeOff, shift)]) : [];
    return { technicianId: technician.id, name: technician.name, shift, rests, ...absenceOn(date, shift, technician) };
  });
}

function absenceOn(
  date: string,
  shift: Shift | null,
  technician: SchedulableTechnician,
): Pick<Lane, "note" | "isAway"> {
  const day = shift ?? dayBounds(date, technician.zone);
  const holiday = holidaysIn(day, technician)[0];
  if (holiday) return { note: holiday.name, isAway: true };
  const absences = technician.timeOff.filter((absence) => overlaps(absence, day));
  const isAway = !shift || subtract([shift], [...shift.breaks, ...absences]).length === 0;
  if (isAway) return { note: absences[0] ? `Away: ${absences[0].reason}` : "Off", isAway };
  const notes = absences.map(({ start, end, reason }) => {
    const within = { start: Math.max(start, shift.start), end: Math.min(end, shift.end) };
    return `Away ${formatTimeRange(within.start, within.end, technician.zone)}: ${reason}`;
  });
  return { note: notes.join(", ") || null, isAway };
}
