import { type DayPart, dayParts } from "~/domain/scheduling/board.rules";
import type { Place } from "~/domain/scheduling/drive-time.rules";
import type { PlannedJob, SchedulableTechnician } from "~/domain/scheduling/jobs.rules";
import type { JobDemands } from "~/domain/scheduling/qualification.rules";
import { MINUTE_MS } from "~/domain/scheduling/rules";
import type { Holiday } from "~/domain/scheduling/shifts.rules";
import type { SkillLevel, TechnicianStatus } from "~/domain/technicians/rules";
import {
  formatWorkOrderNumber,
  type HoldReason,
  type Priority,
  type WorkOrderStatus,
} from "~/domain/work-orders/rules";
import { type Instant, startOfDay } from "~/domain/zones";

/** A booked job as the scheduler shows it; `zone` null: the business's own. */
export type SchedulerJob = {
  id: string;
  number: number;
  title: string;
  status: WorkOrderStatus;
  priority: Priority;
  customerName: string;
  city: string;
  /** The lead first. */
  technicianIds: readonly string[];
  start: Instant;
  minutes: number;
  zone: string | null;
  place: Place;
  arrivalWindowMinutes: number | null;
  overrideReason: string | null;
  demands: JobDemands | null;
  version: number;
  startedAt: Instant | null;
  finishedAt: Instant | null;
};

/** A job that waits for a place. */
export type TrayJob = {
  id: string;
  number: number;
  title: string;
  status: WorkOrderStatus;
  priority: Priority;
  customerName: string;
  city: string;
  minutes: number;
  /** Told to the customer already, though nobody is given it. */
  start: string | null;
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
> & { status: TechnicianStatus; skillLevel: SkillLevel };

const ASKS_NOTHING: JobDemands = { skills: [], certifications: [], refrigerantWork: false };

/** The job as the scheduling rules judge it. */
export function plannedOf(job: SchedulerJob, businessZone: string): PlannedJob {
  const { id, status, technicianIds, start, minutes, place } = job;
  const window = job.arrivalWindowMinutes;
  return {
    id,
    label: formatWorkOrderNumber(job.number),
    status,
    technicianIds,
    start,
    minutes,
    place,
    zone: job.zone ?? businessZone,
    demands: job.demands ?? ASKS_NOTHING,
    arrivalWindow: window === null ? null : { start, end: start + window * MINUTE_MS },
  };
}

/** The technician as the scheduling rules know one, without a home. */
export function schedulable(
  technician: SchedulerTechnician,
  { zone, holidays }: { zone: string; holidays: readonly Holiday[] },
): SchedulableTechnician {
  return { ...technician, zone, holidays, home: null, depot: null };
}

/** A job's part of one day of the board; the minutes count from the day's first instant. */
export type LanePart = { job: SchedulerJob; from: number; to: number } & Pick<DayPart, "fromDayBefore" | "intoNextDay">;

/** What of the jobs lies on a civil day, for each technician, helpers included, in order of time. */
export function partsByTechnician(jobs: readonly SchedulerJob[], date: string, zone: string): Map<string, LanePart[]> {
  const midnight = startOfDay(date, zone);
  const lanes = new Map<string, LanePart[]>();
  for (const job of [...jobs].sort((a, b) => a.start - b.start)) {
    const part = dayParts({ start: job.start, end: job.start + job.minutes * MINUTE_MS }, zone).find(
      (one) => one.date === date,
    );
    if (!part) continue;
    const { fromDayBefore, intoNextDay } = part;
    const [from, to] = [(part.start - midnight) / MINUTE_MS, (part.end - midnight) / MINUTE_MS];
    for (const id of job.technicianIds) {
      const lane = lanes.get(id) ?? [];
      lanes.set(id, [...lane, { job, from, to, fromDayBefore, intoNextDay }]);
    }
  }
  return lanes;
}
