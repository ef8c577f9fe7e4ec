import { type SchedulerJob, siteTime } from "~/domain/scheduling/scheduler";
import { MINUTE_MS } from "~/domain/shared/intervals";
import { formatWorkOrderNumber, STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-orders/work-order";

/** "8:00 AM", "8:00 AM MST" where the site's clocks show another time than the business's. */
export function timeLabel(at: number, zone: string | null, businessZone: string): string {
  return siteTime(at, zone ?? businessZone, businessZone);
}

/** "WO-012 Replace the filter, Ada Byron, 8:00 AM to 9:00 AM, Scheduled". */
export function jobLabel(job: SchedulerJob, businessZone: string): string {
  const times = [job.start, job.start + job.minutes * MINUTE_MS].map((at) => timeLabel(at, job.zone, businessZone));
  return `${formatWorkOrderNumber(job.number)} ${job.title}, ${job.customerName}, ${times.join(" to ")}, ${STATUS_LABELS[job.status]}`;
}

export const jobCount = (count: number) => (count === 1 ? "1 job" : `${count} jobs`);

/** A job can be dragged elsewhere until somebody sets out for it. */
export const canMove = (status: WorkOrderStatus) => status === "scheduled" || status === "dispatched";
/** One under way can still be made longer or shorter. */
export const canResize = (status: WorkOrderStatus) =>
  canMove(status) || status === "en_route" || status === "in_progress";
