import { formatArrivalWindow, intervalOf, windowOf } from "~/domain/technicians/arrival-window";
import { isOver } from "~/domain/work-orders/board";
import type { WorkOrderRow } from "~/domain/work-orders/list.server";

export type ShownWorkOrder = ReturnType<typeof shownWorkOrder>;

/** What the list shows of a job; the page carries nothing else of it. `zone` is the business's, for sites that have none. */
export function shownWorkOrder(row: WorkOrderRow, zone: string) {
  const { number, title, status, priority, unsafe, scheduledStart, customerName, line1, city, technicianName } = row;
  const timeZone = row.timeZone === zone ? null : row.timeZone;
  const when = { scheduledStart, promised: promisedTime(row, zone), timeZone };
  return { number, title, status, priority, unsafe, ...when, customerName, line1, city, technicianName };
}

/** What the customer was promised, where it is not over, on the clocks of the site: '8:00 to 10:00 AM'; its day is the start's. */
function promisedTime(row: WorkOrderRow, zone: string): string | null {
  const window = intervalOf(windowOf(row));
  return window && !isOver(row.status) ? formatArrivalWindow(window, row.timeZone ?? zone) : null;
}
