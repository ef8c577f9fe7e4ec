import type { WorkOrderRow } from "~/domain/work-orders/list.server";

export type ShownWorkOrder = ReturnType<typeof shownWorkOrder>;

/** What the list shows of a job; the page carries nothing else of it. */
export function shownWorkOrder(row: WorkOrderRow) {
  const { number, title, status, priority, unsafe, scheduledStart, windowStart, windowEnd } = row;
  const { customerName, line1, city, timeZone, technicianName } = row;
  const when = { scheduledStart, windowStart, windowEnd, timeZone };
  return { number, title, status, priority, unsafe, ...when, customerName, line1, city, technicianName };
}
