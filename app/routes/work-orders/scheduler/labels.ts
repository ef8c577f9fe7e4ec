import { type PromisedArrival, type SchedulerWorkOrder, siteTime } from "~/domain/scheduling/scheduler";
import { formatDay } from "~/domain/shared/time/date-format";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { formatArrivalWindow } from "~/domain/technicians/arrival-window";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { PRIORITY_LABELS } from "~/domain/work-order-basics/priority";
import { STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-order-basics/status";

/** "8:00 AM", or "8:00 AM MST" if the site's clocks differ from the business's. */
export function timeLabel(at: number, zone: string | null, businessZone: string): string {
  return siteTime(at, zone ?? businessZone, businessZone);
}

/** "8:00 AM" in a day's view, and "Jan 6, 8:00 AM" in a week's. */
export function startLabel(at: number, zone: string, isWeek: boolean): string {
  const time = timeLabel(at, null, zone);
  return isWeek ? `${formatDay(at, zone)}, ${time}` : time;
}

/** "8:00" for an axis, which shows AM and PM itself; a zone tag stays. */
export const shortTime = (label: string) => label.replace(/ [AP]M/, "");

/** "WO-012 Replace the filter, Ada Byron, 8:00 AM to 9:00 AM, Scheduled". */
export function workOrderLabel(workOrder: SchedulerWorkOrder, businessZone: string): string {
  const times = [workOrder.start, workOrder.start + workOrder.minutes * MINUTE_MS].map((at) =>
    timeLabel(at, workOrder.zone, businessZone),
  );
  const urgent = workOrder.priority === "normal" ? [] : [`${PRIORITY_LABELS[workOrder.priority]} priority`];
  const promised = workOrder.window ? [promiseLabel(workOrder.window, workOrder.zone ?? businessZone)] : [];
  const parts = [workOrder.customerName, times.join(" to "), STATUS_LABELS[workOrder.status], ...urgent, ...promised];
  return `${formatWorkOrderNumber(workOrder.number)} ${workOrder.title}, ${parts.join(", ")}`;
}

/** "Promised 8:00 to 10:00 AM, customer not notified". */
export function promiseLabel(window: PromisedArrival, zone: string): string {
  return `Promised ${formatArrivalWindow(window, zone)}${window.isNotified ? "" : ", customer not notified"}`;
}

export const workOrderCount = (count: number) => (count === 1 ? "1 job" : `${count} jobs`);

/** "5.5 of 8 hr", or "2 hr" without a shift. */
export function formatHoursOf(booked: number, shift: number): string {
  const hours = (minutes: number) => String(Math.round(minutes / 6) / 10);
  if (shift === 0) return `${hours(booked)} hr`;
  return booked === 0 ? `Free, ${hours(shift)} hr` : `${hours(booked)} of ${hours(shift)} hr`;
}

/** A job can be moved until a technician sets out for it. */
export const canMove = (status: WorkOrderStatus) => status === "scheduled" || status === "dispatched";
/** A job in progress can still be lengthened or shortened. */
export const canResize = (status: WorkOrderStatus) =>
  canMove(status) || status === "en_route" || status === "in_progress";
