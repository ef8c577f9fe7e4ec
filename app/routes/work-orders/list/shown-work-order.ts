import { formatArrivalWindow, intervalOf, windowOf } from "~/domain/technicians/arrival-window";
import { isOver } from "~/domain/work-order-basics/status";
import type { WorkOrderRow } from "~/domain/work-orders/list.server";

export type ShownWorkOrder = ReturnType<typeof shownWorkOrder>;

/**
 * The fields of a job that the list shows; the page carries no others, and what few jobs have only with those. `zone` is the
 * business's, for sites without one.
 */
export function shownWorkOrder(row: WorkOrderRow, zone: string) {
  const { number, title, status, priority, unsafe, scheduledStart, customerName, line1, city, technicianName } = row;
  const promised = promisedTime(row, zone);
  return {
    ...{ number, title, status, priority, scheduledStart, customerName, line1, city, technicianName },
    ...(unsafe && { unsafe }),
    ...(promised !== null && { promised }),
    ...(row.timeZone !== null && row.timeZone !== zone && { timeZone: row.timeZone }),
  };
}

/** The promised window of a job that is not over, in the site's zone: '8:00 to 10:00 AM', on the day of the start. */
function promisedTime(row: WorkOrderRow, zone: string): string | null {
  const window = intervalOf(windowOf(row));
  return window && !isOver(row.status) ? formatArrivalWindow(window, row.timeZone ?? zone) : null;
}
