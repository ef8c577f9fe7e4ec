import { formatDuration, formatTime } from "~/domain/shared/time/date-format";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import type { Instant } from "~/domain/shared/time/time-zones";
import { formatArrivalWindow } from "~/domain/technicians/arrival-window";
import { blocksCalendar, type DriveLookup, driveMs, type PlannedWorkOrder } from "~/domain/technicians/calendar";

/** A planned job and its actual progress so far. */
export type RunningWorkOrder = PlannedWorkOrder & { startedAt: Instant | null; finishedAt: Instant | null };

export type WorkOrderAtRisk = {
  workOrderId: string;
  lateMinutes: number;
  projectedStart: Instant;
  /** Starts after the promised window. */
  missesWindow: boolean;
  message: string;
};

/** Returns the jobs of one technician's day that will start late as things stand; the plan is not changed. */
export function jobsAtRisk(jobs: readonly RunningWorkOrder[], now: Instant, drive: DriveLookup): WorkOrderAtRisk[] {
  const risks: WorkOrderAtRisk[] = [];
  let before: { workOrder: RunningWorkOrder; ends: Instant } | null = null;
  for (const workOrder of jobs.filter(blocksCalendar).toSorted((a, b) => a.start - b.start)) {
    const arrives: Instant = before ? before.ends + driveMs(drive, before.workOrder, workOrder) : workOrder.start;
    const begins: Instant = workOrder.startedAt ?? Math.max(workOrder.start, arrives, now);
    const risk = workOrder.startedAt === null ? riskOf(workOrder, begins, before?.workOrder ?? null) : null;
    if (risk) risks.push(risk);
    before = { workOrder, ends: workOrder.finishedAt ?? endOf(workOrder, begins, now) };
  }
  return risks;
}

// A job that has overrun ends now at the earliest.
function endOf(workOrder: RunningWorkOrder, begins: Instant, now: Instant): Instant {
  return Math.max(begins + workOrder.minutes * MINUTE_MS, now);
}

function riskOf(workOrder: RunningWorkOrder, begins: Instant, before: RunningWorkOrder | null): WorkOrderAtRisk | null {
  const lateMinutes = Math.ceil((begins - workOrder.start) / MINUTE_MS);
  if (lateMinutes <= 0) return null;
  const missesWindow = workOrder.arrivalWindow !== null && begins > workOrder.arrivalWindow.end;
  const cause = before ? ` after ${before.label}` : "";
  const missed =
    missesWindow && workOrder.arrivalWindow
      ? ` Misses the window: promised ${formatArrivalWindow(workOrder.arrivalWindow, workOrder.zone)} to ${workOrder.customerName}.`
      : "";
  const late = formatDuration(lateMinutes);
  const message = `${workOrder.label} would start ${late} late${cause}, at ${formatTime(begins, workOrder.zone)}.${missed}`;
  return { workOrderId: workOrder.id, lateMinutes, projectedStart: begins, missesWindow, message };
}
