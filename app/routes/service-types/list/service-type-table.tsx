import type { ReactNode } from "react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { EmptyValue } from "~/components/empty-value";
import { MoneyText } from "~/components/money-text";
import type { ServiceTypeRow } from "~/domain/service-types/list.server";
import { formatDuration } from "~/domain/shared/time/date-format";
import { paths } from "~/paths";
import { ActiveBadge, CategoryBadge } from "~/routes/service-types/shared/badges";

const columns: readonly Column<ServiceTypeRow>[] = [
  { key: "name", header: "Name", cell: (row) => row.name, className: "w-[32%]" },
  { key: "status", header: "Status", card: "corner", cell: (row) => <ActiveBadge active={row.active} /> },
  { key: "category", header: "Category", cell: (row) => <CategoryBadge category={row.category} /> },
  { key: "duration", header: "Duration", numeric: true, cell: (row) => formatDuration(row.durationMinutes) },
  {
    key: "price",
    header: "Price",
    numeric: true,
    cell: (row) => (row.priceMinor === null ? <EmptyValue /> : <MoneyText minor={row.priceMinor} />),
  },
  { key: "tasks", header: "Tasks", numeric: true, cell: (row) => row.taskCount || <EmptyValue /> },
  { key: "jobs", header: "Jobs booked", numeric: true, cell: (row) => row.jobs || <EmptyValue /> },
];

export function ServiceTypeTable({ rows, empty }: { rows: readonly ServiceTypeRow[]; empty: ReactNode }) {
  return (
    <DataTable
      caption="Service types"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={(row) => paths.serviceType(row.id)}
      empty={empty}
    />
  );
}
