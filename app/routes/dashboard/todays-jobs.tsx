import type { ReactNode } from "react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FewCards } from "~/components/data-table/few-cards";
import { SecondLine } from "~/components/data-table/second-line";
import { DateText } from "~/components/date-text";
import { PriorityMark } from "~/components/work-orders/priority";
import { WorkOrderStatusBadge } from "~/components/work-orders/status";
import type { workOrdersToday } from "~/domain/dashboard/today.server";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { paths } from "~/paths";

type WorkOrder = Awaited<ReturnType<typeof workOrdersToday>>["workOrders"][number];

type TodaysJobsProps = { workOrders: readonly WorkOrder[]; zone: string; empty: ReactNode };

/** The day's jobs by start; times are the property's, with the zone's tag if it differs from the business's. */
export function TodaysJobs({ workOrders, zone, empty }: TodaysJobsProps) {
  return (
    <FewCards count={workOrders.length}>
      <DataTable
        caption="Jobs today"
        columns={columnsIn(zone)}
        rows={workOrders}
        rowKey={(row) => row.id}
        rowHref={(row) => paths.workOrder(row.number)}
        empty={empty}
      />
    </FewCards>
  );
}

function columnsIn(zone: string): Column<WorkOrder>[] {
  return [
    {
      key: "job",
      header: "Job",
      className: "w-full",
      cell: (row) => (
        <span className="flex items-baseline gap-x-3 max-sm:flex-col">
          <span className="shrink-0 whitespace-nowrap font-normal text-muted-foreground sm:w-18">
            {row.scheduledStart && <DateText at={row.scheduledStart} zone={row.timeZone ?? zone} style="time" />}
          </span>
          <span className="min-w-0">
            <span className="block">{row.title}</span>
            <SecondLine wraps>
              {formatWorkOrderNumber(row.number)} · {row.customerName}
            </SecondLine>
          </span>
        </span>
      ),
    },
    { key: "status", header: "Status", card: "corner", cell: (row) => <WorkOrderStatusBadge status={row.status} /> },
    {
      ...{ key: "priority", header: "Priority", needsRoom: true },
      card: ({ priority }) => (priority === "normal" ? "hidden" : "line"),
      cell: (row) => <PriorityMark priority={row.priority} />,
    },
    { key: "site", header: "Property", needsRoom: true, card: "hidden", cell: (row) => row.city },
    {
      key: "technician",
      header: "Technician",
      cell: (row) => (
        <span className={row.technicianName ? "whitespace-nowrap" : "whitespace-nowrap text-warn"}>
          {row.technicianName ?? "Unassigned"}
        </span>
      ),
    },
  ];
}
