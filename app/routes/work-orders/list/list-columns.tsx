import type { ReactNode } from "react";
import type { Column } from "~/components/data-table/data-table";
import { DateText } from "~/components/date-text";
import { PriorityMark } from "~/components/work-orders/priority";
import { WorkOrderStatusBadge } from "~/components/work-orders/status";
import { UnsafeMark } from "~/components/work-orders/unsafe-mark";
import { formatArrivalWindow, intervalOf, windowOf } from "~/domain/technicians/arrival-window";
import { isOver } from "~/domain/work-orders/board";
import { formatWorkOrderNumber, type Priority } from "~/domain/work-orders/work-order";
import type { ShownWorkOrder } from "./shown-work-order";

/** Columns of a list of work orders; times on the clocks of each site, with their tag where those differ from the business's. */
export function workOrderColumns(zone: string): Column<ShownWorkOrder>[] {
  return [
    {
      key: "number",
      header: "Work order",
      className: "w-full",
      cell: (row) => (
        <span className="row-name">
          <span className="row-line">
            <span className="row-number">{formatWorkOrderNumber(row.number)}</span>
            <span title={row.title} className="truncate">
              {row.title}
            </span>
            {row.unsafe && <UnsafeMark className="text-sm" />}
          </span>
          <span className="row-more">
            <span className="card-only">
              {isUrgent(row.priority) ? <PriorityMark priority={row.priority} /> : formatWorkOrderNumber(row.number)}
            </span>
            <span className="truncate">{`${row.customerName} · ${row.line1}, ${row.city}`}</span>
          </span>
        </span>
      ),
    },
    {
      key: "status",
      header: "Status",
      card: "corner",
      cell: (row) => (
        <>
          <WorkOrderStatusBadge status={row.status} />
          <span className="row-when card-only">
            {row.scheduledStart ? (
              <DateText at={row.scheduledStart} zone={row.timeZone ?? zone} readerZone={zone} style="soon" />
            ) : (
              "Not scheduled"
            )}
          </span>
        </>
      ),
    },
    { key: "priority", header: "Priority", card: "hidden", cell: (row) => <PriorityMark priority={row.priority} /> },
    {
      key: "customer",
      header: "Customer",
      needsRoom: true,
      card: "hidden",
      cell: (row) => (
        <>
          <OneLine>{row.customerName}</OneLine>
          <span className="row-second">{row.city}</span>
        </>
      ),
    },
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
          <>
            <DateText at={row.scheduledStart} zone={row.timeZone ?? zone} readerZone={zone} />
            <Promised row={row} zone={zone} />
          </>
        ) : (
          <Nothing>Not scheduled</Nothing>
        ),
    },
  ];
}

/** Said in place of the number where there is room for one of them. */
const isUrgent = (priority: Priority) => priority === "high" || priority === "emergency";

/** What the customer was promised, where it is not over; its day is the start's. */
function Promised({ row, zone }: { row: ShownWorkOrder; zone: string }) {
  const window = intervalOf(windowOf(row));
  if (!window || isOver(row.status)) return null;
  return <span className="row-second">{`Promised ${formatArrivalWindow(window, row.timeZone ?? zone)}`}</span>;
}

/** A second line for what has no column of its own where the table is narrow. */
function InBrief({ children }: { children: ReactNode }) {
  return <span className="row-brief">{children}</span>;
}

/** Keeps a table's rows one line high; a card shows all of it. */
function OneLine({ children }: { children: string }) {
  return (
    <span title={children} className="one-line">
      {children}
    </span>
  );
}

function Nothing({ children }: { children: string }) {
  return <span className="no-value">{children}</span>;
}
