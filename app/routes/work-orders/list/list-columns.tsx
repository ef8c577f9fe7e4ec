import type { Column } from "~/components/data-table/data-table";
import { DateText } from "~/components/date-text";
import { EmptyValue } from "~/components/empty-value";
import { PriorityMark } from "~/components/work-orders/priority";
import { WorkOrderStatusBadge } from "~/components/work-orders/status";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import type { Priority } from "~/domain/work-order-basics/priority";
import { cn } from "~/lib/utils";
import { UnsafeMark } from "~/routes/work-orders/shared/unsafe-mark";
import type { ShownWorkOrder } from "./shown-work-order";

/** What a narrow table has no column for. */
const narrowLine = "block truncate font-normal text-muted-foreground text-xs @max-[40rem]:text-sm @min-[66rem]:hidden";

/** Columns of a work order list; times are in each site's zone, tagged if it differs from the business's. */
export function workOrderColumns(zone: string): Column<ShownWorkOrder>[] {
  return [
    {
      key: "number",
      header: "Work order",
      className: "w-full",
      cell: (row) => (
        <>
          <span className="block truncate contain-inline-size">
            <span className="mr-1.5 font-normal text-muted-foreground tabular @max-[40rem]:hidden">
              {formatWorkOrderNumber(row.number)}
            </span>
            {row.unsafe && <UnsafeMark className="mr-1.5 text-sm" />}
            {` ${row.title}`}
          </span>
          <span className={cn(narrowLine, "mt-0.5 contain-inline-size")}>
            <span className="@min-[40rem]:hidden">{`${formatWorkOrderNumber(row.number)} · `}</span>
            {`${row.customerName} · ${row.line1}, ${row.city}`}
          </span>
        </>
      ),
    },
    { key: "status", header: "Status", card: "corner", cell: (row) => <WorkOrderStatusBadge status={row.status} /> },
    {
      key: "priority",
      header: "Priority",
      card: ({ priority }) => (isUrgent(priority) ? "lead" : "hidden"),
      cell: (row) => <PriorityMark priority={row.priority} />,
    },
    {
      key: "customer",
      header: "Customer",
      needsRoom: true,
      card: "hidden",
      cell: (row) => (
        <>
          <OneLine>{row.customerName}</OneLine>
          <SmallLine>{row.city}</SmallLine>
        </>
      ),
    },
    {
      key: "technician",
      header: "Technician",
      card: "hidden",
      cell: (row) => (
        <>
          {row.technicianName ? <OneLine>{row.technicianName}</OneLine> : <EmptyValue>Unassigned</EmptyValue>}
          {row.scheduledStart && (
            <DateText at={row.scheduledStart} zone={row.timeZone ?? zone} style="soon" className={narrowLine} />
          )}
        </>
      ),
    },
    {
      key: "start",
      header: "Start",
      needsRoom: true,
      card: "below",
      cell: (row) =>
        row.scheduledStart ? (
          <>
            <DateText at={row.scheduledStart} zone={row.timeZone ?? zone} style="soon" />
            {row.promised && <SmallLine>{`Promised ${row.promised}`}</SmallLine>}
          </>
        ) : (
          <EmptyValue>Not scheduled</EmptyValue>
        ),
    },
  ];
}

const isUrgent = (priority: Priority) => priority === "high" || priority === "emergency";

/** Keeps a table's rows one line high; a card shows all of it. */
function OneLine({ children }: { children: string }) {
  return <span className="block @min-[40rem]:max-w-36 @min-[40rem]:truncate @7xl:max-w-56">{children}</span>;
}

/** Below a table's value; a card has it elsewhere. */
function SmallLine({ children }: { children: string }) {
  return <span className="block whitespace-nowrap text-muted-foreground text-xs @max-[40rem]:hidden">{children}</span>;
}
