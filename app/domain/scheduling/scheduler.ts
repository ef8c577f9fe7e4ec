import type { Place } from "~/domain/drives/drive-time";
import { formatTime } from "~/domain/shared/time/date-format";
import { addDays, MINUTE_MS } from "~/domain/shared/time/dates";
import { type Interval, intersection } from "~/domain/shared/time/intervals";
import {
  dayBounds,
  type Instant,
  instantOf,
  offsetMinutes,
  type WallResolution,
} from "~/domain/shared/time/time-zones";
import type { PlannedWorkOrder, SchedulableTechnician } from "~/domain/technicians/calendar";
import type { WorkOrderDemands } from "~/domain/technicians/qualification";
import type { Holiday } from "~/domain/technicians/shifts";
import type { SkillLevel, TechnicianStatus } from "~/domain/technicians/technician";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import type { Priority } from "~/domain/work-order-basics/priority";
import type { HoldReason, WorkOrderStatus } from "~/domain/work-order-basics/status";

/** A booked job as the scheduler shows it; `zone` null: the business's own. */
export type SchedulerWorkOrder = {
  id: string;
  number: number;
  title: string;
  status: WorkOrderStatus;
  priority: Priority;
  customerName: string;
  shortName: string;
  city: string;
  street: string;
  /** E.164; null if unknown. */
  phone: string | null;
  /** Of the service type that it was booked with. */
  serviceName: string | null;
  /** The lead first. */
  technicianIds: readonly string[];
  start: Instant;
  minutes: number;
  zone: string | null;
  place: Place;
  /** The promised window, and whether the customer was notified. */
  window: PromisedArrival | null;
  overrideReason: string | null;
  demands: WorkOrderDemands | null;
  version: number;
  /** When work on it began; only for jobs that are under way. */
  startedAt: Instant | null;
  finishedAt: Instant | null;
};

/** In the browser, instants are numbers. */
export type PromisedArrival = Interval & { isNotified: boolean };

/** An unscheduled job. */
export type TrayWorkOrder = {
  id: string;
  number: number;
  title: string;
  status: WorkOrderStatus;
  priority: Priority;
  customerName: string;
  shortName: string;
  city: string;
  street: string;
  phone: string | null;
  serviceName: string | null;
  createdAt: Instant;
  minutes: number;
  /** The time given to the customer; no technician is assigned yet. */
  start: string | null;
  window: PromisedArrival | null;
  holdReason: HoldReason | null;
  zone: string | null;
  addressId: string;
  latitude: number | null;
  longitude: number | null;
  version: number;
};

export type SchedulerTechnician = Pick<
  SchedulableTechnician,
  "id" | "name" | "skills" | "certifications" | "week" | "timeOff"
> & {
  status: TechnicianStatus;
  skillLevel: SkillLevel | null;
  /** City of the depot, else of the home; null if there is neither or the viewer may not see it. */
  startsIn: string | null;
  /** Null: in no team. */
  team: { id: string; name: string } | null;
};

/** What a dispatcher calls the customer: a person by last name, a company by its full name. */
export function shortName(customerName: string, lastName: string | null): string {
  return lastName && customerName.endsWith(` ${lastName}`) ? lastName : customerName;
}

const ASKS_NOTHING: WorkOrderDemands = { skills: [], certifications: [], refrigerantWork: false };

/** The job as the scheduling rules need it. */
export function plannedOf(workOrder: SchedulerWorkOrder, businessZone: string): PlannedWorkOrder {
  const { id, status, technicianIds, start, minutes, place } = workOrder;
  return {
    id,
    label: formatWorkOrderNumber(workOrder.number),
    customerName: workOrder.customerName,
    status,
    technicianIds,
    start,
    minutes,
    place,
    zone: workOrder.zone ?? businessZone,
    demands: workOrder.demands ?? ASKS_NOTHING,
    arrivalWindow: workOrder.window,
  };
}

/** The technician as the scheduling rules need it, without a home. */
export function schedulable(
  technician: SchedulerTechnician,
  { zone, holidays }: { zone: string; holidays: readonly Holiday[] },
): SchedulableTechnician {
  return { ...technician, zone, holidays, home: null, depot: null };
}

/** A job's part of one day of the board; minutes count from the start of the day. */
export interface LanePart {
  workOrder: SchedulerWorkOrder;
  from: number;
  to: number;
  fromDayBefore: boolean;
  intoNextDay: boolean;
}

/** The jobs of a civil day by technician, helpers included, in chronological order. */
export function partsByTechnician(
  jobs: readonly SchedulerWorkOrder[],
  date: string,
  zone: string,
): Map<string, LanePart[]> {
  // Computed once per day, not per job: a drop redraws the board within a frame.
  const day = dayBounds(date, zone);
  const lanes = new Map<string, LanePart[]>();
  for (const workOrder of [...jobs].sort((a, b) => a.start - b.start)) {
    const end = workOrder.start + workOrder.minutes * MINUTE_MS;
    const part = intersection({ start: workOrder.start, end }, day);
    if (!part) continue;
    const [fromDayBefore, intoNextDay] = [part.start > workOrder.start, part.end < end];
    const [from, to] = [(part.start - day.start) / MINUTE_MS, (part.end - day.start) / MINUTE_MS];
    for (const id of workOrder.technicianIds) {
      const lane = lanes.get(id) ?? [];
      lanes.set(id, [...lane, { workOrder, from, to, fromDayBefore, intoNextDay }]);
    }
  }
  return lanes;
}

/** Where a job is or would be scheduled; the lead first. */
export type Placement = { technicianIds: readonly string[]; start: Instant; minutes: number };

/** An unscheduled job at a given placement. */
export function placedFromTray(workOrder: TrayWorkOrder, place: Placement): SchedulerWorkOrder {
  const { id, number, title, priority, customerName, shortName, city, street, phone, serviceName } = workOrder;
  const { zone, version, addressId, latitude, longitude } = workOrder;
  return {
    ...{ id, number, title, priority, customerName, shortName, city, street, phone, serviceName },
    ...{ zone, version, ...place },
    status: "scheduled",
    place: { addressId, latitude, longitude },
    window: workOrder.window,
    overrideReason: null,
    demands: null,
    startedAt: null,
    finishedAt: null,
  };
}

type Span = { from: number; to: number };

const HOUR = 60;
const USUAL: Span = { from: 7 * HOUR, to: 18 * HOUR };

/** The hours a day's board shows: the usual ones, extended to cover shifts and jobs; in minutes of that day. */
export function shownHours(spans: readonly Span[], dayMinutes: number): Span {
  const all = [USUAL, ...spans];
  const from = Math.min(...all.map((span) => span.from));
  const to = Math.max(...all.map((span) => span.to));
  return { from: Math.max(0, Math.floor(from / HOUR) * HOUR), to: Math.min(dayMinutes, Math.ceil(to / HOUR) * HOUR) };
}

/** Assigns rows within a lane so that overlapping jobs are shown below each other; one number per part. */
export function stacked(parts: readonly Span[]): number[] {
  const ends: number[] = [];
  return parts.map(({ from, to }) => {
    const free = ends.findIndex((end) => end <= from);
    const row = free < 0 ? ends.length : free;
    ends[row] = to;
    return row;
  });
}

/** '9:00 AM' in the site's zone, '9:00 AM MST' if the viewer's clocks show another time. */
export function siteTime(instant: Instant, siteZone: string, viewerZone: string): string {
  return formatTime(instant, siteZone, offsetMinutes(instant, siteZone) !== offsetMinutes(instant, viewerZone));
}

/**
 * Returns the start of a job dropped on a day's lane: `minuteOfDay` in the site's local time, snapped to `step` minutes. Uses
 * the UTC offset of that day. A time before or after the day falls on the adjacent day.
 */
export function dropTime(
  target: { date: string; minuteOfDay: number },
  siteZone: string,
  step: number,
): WallResolution {
  const snapped = Math.round(target.minuteOfDay / step) * step;
  const days = Math.floor(snapped / MINUTES_A_DAY);
  const minute = snapped - days * MINUTES_A_DAY;
  const time = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
  return instantOf({ date: addDays(target.date, days), time }, siteZone);
}

/** Minutes of a job whose bottom edge is dragged: snapped, and at least one step. */
export function resizedMinutes(start: Instant, end: Instant, step: number): number {
  return Math.max(step, Math.round((end - start) / MINUTE_MS / step) * step);
}

const MINUTES_A_DAY = 1440;
