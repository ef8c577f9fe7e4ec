import { type WindowColumns, windowColumnsOf } from "~/domain/technicians/arrival-window";
import type { WorkOrderDemands } from "~/domain/technicians/qualification";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import type { WorkOrder } from "~/domain/work-orders/load.server";

/** Returns a work order as `checkBooking` needs it, with the requirements of its playbook. */
export function bookable({
  id,
  number,
  customerId,
  siteAddressId,
  playbook,
  scheduledStart,
  ...row
}: Pick<
  WorkOrder,
  "id" | "number" | "customerId" | "siteAddressId" | "playbook" | "scheduledStart" | keyof WindowColumns
>) {
  return {
    ...{ id, customerId, siteAddressId, scheduledStart },
    label: formatWorkOrderNumber(number),
    demands: demandsOf(playbook),
    window: windowColumnsOf(row),
  };
}

export function demandsOf(playbook: Partial<WorkOrderDemands> | null): WorkOrderDemands {
  const { skills = [], certifications = [], refrigerantWork = false } = playbook ?? {};
  return { skills, certifications, refrigerantWork };
}
