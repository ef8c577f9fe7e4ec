import type { ReactNode } from "react";
import type { Column } from "~/components/data-table/data-table";
import { DateText } from "~/components/date-text";
import { PriorityMark } from "~/components/work-orders/priority";
import { WorkOrderStatusBadge } from "~/components/work-orders/status";
import type { listWorkOrders } from "~/domain/work-orders/list.server";
import { formatWorkOrderNumber } from "~/domain/work-orders/work-order";

type ListedWorkOrder = Awaited<ReturnType<typeof listWorkOrders>>["items"][number];

/** Columns of a list of work orders; times on the clocks of each site, with their tag where those differ from the business's. */
export function workOrderColumns(zone: string): Column<ListedWorkOrder>[] {
  return [
    {
      key: "number",
      header: "Work order",
      className: "w-full",
      cell: (row) => (
        <span className="block @min-[40rem]:contain-inline-size">
          <span className="flex min-w-0 flex-col @min-[40rem]:flex-row @min-[40rem]:items-baseline @min-[40rem]:gap-2.5">
            <span className="shrink-0 font-normal text-muted-foreground tabular">
              {formatWorkOrderNumber(row.number)}
            </span>
            <span title={row.title} className="@min-[40rem]:truncate">
              {row.title}
            </span>
          </span>
          <InBrief>{`${row.customerName} · ${row.line1}, ${row.city}`}</InBrief>
          <span className="mt-0.5 flex flex-wrap gap-x-3 font-normal text-muted-foreground text-sm @min-[40rem]:hidden">
            <PriorityMark priority={row.priority} />
            <span>
              {row.scheduledStart ? (
                <DateText at={row.scheduledStart} zone={row.timeZone ?? zone} readerZone={zone} />
              ) : (
                "Not scheduled"
              )}
            </span>
            <span>{row.technicianName ?? "Unassigned"}</span>
          </span>
        </span>
      ),
    },
    { key: "status", header: "Status", card: "corner", cell: (row) => <WorkOrderStatusBadge status={row.status} /> },
    { key: "priority", header: "Priority", card: "hidden", cell: (row) => <PriorityMark priority={row.priority} /> },
    {
      key: "customer",
      header: "Customer",
      needsRoom: true,
      card: "hidden",
      cell: (row) => <OneLine>{row.customerName}</OneLine>,
    },
    { key: "site", header: "Site", needsRoom: true, card: "hidden", cell: (row) => <OneLine>{row.city}</OneLine> },
    {
      key: "technician",
      header: "Technician",
      card: "hidden",
      cell: (row) => (
        <>
          {row.technicianName ? <OneLine>{row.technicianName}</OneLine> : <Nothing>Unassigned</Nothing>}
          {row.scheduledStart && (
            <InBrief>
              <DateText at={row.scheduledStart} zone={row.timeZone ?? zone} readerZone={zone} />
            </InBrief>
          )}
        </>
      ),
    },
    {
      key: "start",
      header: "Start",
      needsRoom: true,
      card: "hidden",
      cell: (row) =>
        row.scheduledStart ? (
          <DateText at={row.scheduledStart} zone={row.timeZone ?? zone} readerZone={zone} />
        ) : (
          <Nothing>Not scheduled</Nothing>
        ),
    },
  ];
}

/** A second line for what has no column of its own where the table is narrow. */
function InBrief({ children }: { children: ReactNode }) {
  return (
    <span className="block truncate font-normal text-muted-foreground text-xs @max-[40rem]:text-sm @min-[66rem]:hidden">
      {children}
    </span>
  );
}

/** Keeps a table's rows one line high; a card shows all of it. */
function OneLine({ children }: { children: string }) {
  return (
    <span title={children} className="block @min-[40rem]:max-w-36 @min-[40rem]:truncate @7xl:max-w-56">
      {children}
    </span>
  );
}

function Nothing({ children }: { children: string }) {
  return <span className="whitespace-nowrap text-subtle-foreground">{children}</span>;
}
