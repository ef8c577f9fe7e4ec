import type { DriveTime } from "~/domain/drives/drive-time";
import type { Interval } from "~/domain/shared/time/intervals";
import type { Instant } from "~/domain/shared/time/time-zones";
import {
  comesFrom,
  otherJobsOf,
  type Plan,
  type PlannedWorkOrder,
  type SchedulableTechnician,
} from "~/domain/technicians/calendar";

interface RouteStop {
  workOrderId: string;
  /** Counted from 1. */
  place: number;
  start: Instant;
  minutes: number;
  /** From the previous stop, home or the depot; null if the day starts there. */
  drive: DriveTime | null;
}

interface TechnicianRoute {
  technicianId: string;
  stops: RouteStop[];
  /** Total of the known drives. */
  driveMinutes: number;
  /** Number of drives of unknown length. */
  unknownDrives: number;
  isEstimated: boolean;
  workMinutes: number;
}

/** The jobs of a period in scheduled order, never by reported locations, with the drive to each. */
export function routeOf(technician: SchedulableTechnician, plan: Plan, period: Interval): TechnicianRoute {
  const all = otherJobsOf(technician.id, { id: "" }, plan);
  const within = all.filter(({ start }) => start >= period.start && start < period.end);
  const stops = within.map((workOrder, index): RouteStop => {
    const before: PlannedWorkOrder | null = all[all.indexOf(workOrder) - 1] ?? null;
    const from = comesFrom(workOrder, before, technician);
    return {
      workOrderId: workOrder.id,
      place: index + 1,
      start: workOrder.start,
      minutes: workOrder.minutes,
      drive: from ? plan.drive(from, workOrder.place) : null,
    };
  });
  const drives = stops.flatMap(({ drive }) => drive ?? []);
  return {
    technicianId: technician.id,
    stops,
    driveMinutes: drives.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0),
    unknownDrives: drives.filter(({ minutes }) => minutes === null).length,
    isEstimated: drives.some(({ basis }) => basis === "estimate"),
    workMinutes: stops.reduce((sum, { minutes }) => sum + minutes, 0),
  };
}

/** Change in everyone's driving minutes: what the job adds at the new place less what it adds now; null if either is unknown. */
export const changeOfDriving = (addedThere: number | null, addedNow: number | null): number | null =>
  addedThere === null || addedNow === null ? null : addedThere - addedNow;

/** "12 min less driving", "no change", "drive unknown". */
export function changeText(minutes: number | null): string {
  if (minutes === null) return "drive unknown";
  if (minutes === 0) return "no change in driving";
  return `${Math.abs(minutes)} min ${minutes < 0 ? "less" : "more"} driving`;
}
