import type { Column } from "~/components/data-table";
import { DateText } from "~/components/date-text";
import { cn } from "~/components/ui/cn";
import { PriorityMark } from "~/components/work-orders/priority";
import { WorkOrderStatusBadge } from "~/components/work-orders/status";
import { formatWorkOrderNumber, type Priority, type WorkOrderStatus } from "~/domain/work-orders/rules";

export interface ListedWorkOrder {
  id: string;
  number: number;
  title: string;
  status: WorkOrderStatus;
  priority: Priority;
  customerName: string;
  city: string;
  technicianName: string | null;
  scheduledStart: string | null;
}

/** Columns of a list of work orders; times on the wall of the business. */
export function workOrderColumns(zone: string): Column<ListedWorkOrder>[] {
  return [
    {
      key: "number",
      header: "Work order",
      cell: (row) => (
        <span className="flex min-w-0 flex-col sm:flex-row sm:items-baseline sm:gap-2.5">
          <span className="shrink-0 font-normal text-muted tabular">{formatWorkOrderNumber(row.number)}</span>
          <OneLine wide>{row.title}</OneLine>
        </span>
      ),
    },
    { key: "status", header: "Status", card: "corner", cell: (row) => <WorkOrderStatusBadge status={row.status} /> },
    { key: "priority", header: "Priority", cell: (row) => <PriorityMark priority={row.priority} /> },
    { key: "customer", header: "Customer", cell: (row) => <OneLine>{row.customerName}</OneLine> },
    { key: "site", header: "Site", cell: (row) => <OneLine>{row.city}</OneLine> },
    {
      key: "technician",
      header: "Technician",
      cell: (row) => (row.technicianName ? <OneLine>{row.technicianName}</OneLine> : <Nothing>Nobody yet</Nothing>),
    },
    {
      key: "start",
      header: "Start",
      cell: (row) =>
        row.scheduledStart ? <DateText at={row.scheduledStart} zone={zone} /> : <Nothing>Not scheduled</Nothing>,
    },
  ];
}

/** Keeps a table's rows one line high; a phone's card shows all of it. */
function OneLine({ wide, children }: { wide?: boolean; children: string }) {
  return (
    <span
      title={children}
      className={cn("block sm:truncate", wide ? "sm:max-w-52 2xl:max-w-md" : "sm:max-w-32 2xl:max-w-56")}
    >
      {children}
    </span>
  );
}

function Nothing({ children }: { children: string }) {
  return <span className="whitespace-nowrap text-faint">{children}</span>;
}
