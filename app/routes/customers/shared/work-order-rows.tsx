import { Link } from "@remix-run/react";
import { DateText } from "~/components/date-text";
import { WorkOrderStatusBadge } from "~/components/work-orders/status";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import { paths } from "~/paths";

export type CustomerWorkOrder = {
  number: number;
  title: string;
  status: WorkOrderStatus;
  scheduledStart: string | null;
  siteZone: string | null;
};

type WorkOrderRowsProps = { items: readonly CustomerWorkOrder[]; timeZone: string };

/** Work orders of a customer, each a link to its page. */
export function WorkOrderRows({ items, timeZone }: WorkOrderRowsProps) {
  return (
    <ul className="divide-y divide-border">
      {items.map(({ number, title, status, scheduledStart, siteZone }) => (
        <li key={number}>
          <Link
            to={paths.workOrder(formatWorkOrderNumber(number))}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-muted"
          >
            <span className="w-18 shrink-0 whitespace-nowrap text-muted-foreground tabular">
              {formatWorkOrderNumber(number)}
            </span>
            <span className="min-w-40 flex-1">{title}</span>
            <span className="text-muted-foreground text-sm">
              {scheduledStart ? <DateText at={scheduledStart} zone={siteZone ?? timeZone} /> : "Not scheduled"}
            </span>
            <span className="sm:w-30">
              <WorkOrderStatusBadge status={status} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
