import { formatArrivalWindow, intervalOf, windowOf } from "~/domain/technicians/arrival-window";
import { isOver } from "~/domain/work-order-basics/status";
import type { WorkOrderRow } from "~/domain/work-orders/list.server";

export type ShownWorkOrder = ReturnType<typeof shownWorkOrder>;

/** The fields of a job that the list shows; the page carries no others. `zone` is the business's, for sites without one. */
export function shownWorkOrder(row: WorkOrderRow, zone: string) {
  const { number, title, status, priority, unsafe, customerName, line1, city, technicianName } = row;
  const when = { scheduledStart: row.scheduledStart, promised: promisedTime(row, zone), timeZone: row.timeZone };
  return { number, title, status, priority, unsafe, ...when, customerName, line1, city, technicianName };
}

/** The promised window of a job that is not over, in the site's zone: '8:00 to 10:00 AM', on the day of the start. */
function promisedTime(row: WorkOrderRow, zone: string): string | null {
  const window = intervalOf(windowOf(row));
  return window && !isOver(row.status) ? formatArrivalWindow(window, row.timeZone ?? zone) : null;
}
