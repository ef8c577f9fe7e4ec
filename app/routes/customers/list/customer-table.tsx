import type { ReactNode } from "react";
import { PhoneLink } from "~/components/contact-link";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { EmptyValue } from "~/components/empty-value";
import { CUSTOMER_TYPE_LABELS } from "~/domain/customers/customer";
import { paths } from "~/paths";
import { CustomerStatus } from "~/routes/customers/shared/customer-status";
import type { ShownCustomer } from "./shown-customer";

const columns: readonly Column<ShownCustomer>[] = [
  { key: "name", header: "Name", cell: (row) => row.name, className: "w-[32%]" },
  { key: "status", header: "Status", card: "corner", cell: (row) => <CustomerStatus {...row} /> },
  {
    key: "type",
    header: "Type",
    card: "hidden",
    needsRoom: true,
    cell: (row) => CUSTOMER_TYPE_LABELS[row.customerType],
  },
  { key: "phone", header: "Phone", cell: (row) => (row.phone ? <PhoneLink phone={row.phone} /> : <EmptyValue />) },
  {
    key: "city",
    header: "City",
    cell: (row) =>
      row.city ? <span className="sm:whitespace-nowrap">{`${row.city}, ${row.state}`}</span> : <EmptyValue />,
  },
  {
    key: "open",
    header: "Open jobs",
    numeric: true,
    cell: (row) =>
      row.openWorkOrders > 0 ? <span className="text-foreground">{row.openWorkOrders}</span> : <EmptyValue />,
  },
  { key: "number", header: "Number", numeric: true, card: "hidden", needsRoom: true, cell: (row) => `#${row.number}` },
];

export function CustomerTable({ rows, empty }: { rows: readonly ShownCustomer[]; empty: ReactNode }) {
  return (
    <DataTable
      caption="Customers"
      columns={columns}
      rows={rows}
      rowKey={(row) => String(row.number)}
      rowHref={(row) => paths.customer(row.number)}
      empty={empty}
    />
  );
}
