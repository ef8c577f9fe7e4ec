import type { ReactNode } from "react";
import { PhoneLink } from "~/components/contact-link";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { SecondLine } from "~/components/data-table/second-line";
import { DateText } from "~/components/date-text";
import { EmptyValue } from "~/components/empty-value";
import type { SiteRow } from "~/domain/sites/list.server";
import { OCCUPANCY_LABELS } from "~/domain/sites/site";
import { paths } from "~/paths";

const columns: readonly Column<SiteRow>[] = [
  { key: "address", header: "Property", cell: (row) => <Place row={row} />, className: "w-[34%]" },
  { key: "customer", header: "Customer", cell: (row) => row.customerName ?? <EmptyValue /> },
  {
    key: "phone",
    header: "Phone",
    needsRoom: true,
    cell: (row) => (row.customerPhone ? <PhoneLink phone={row.customerPhone} /> : <EmptyValue />),
  },
  {
    key: "occupancy",
    header: "Occupancy",
    needsRoom: true,
    cell: (row) => (row.occupancy === "unknown" ? <EmptyValue /> : OCCUPANCY_LABELS[row.occupancy]),
  },
];

const nextVisit: Column<SiteRow> = {
  key: "next",
  header: "Next visit",
  cell: (row) => (row.nextVisit ? <DateText at={row.nextVisit} zone={row.timeZone} /> : <EmptyValue />),
};

function Place({ row: { line1, line2, label, city, state, postalCode } }: { row: SiteRow }) {
  return (
    <>
      {[line1, line2].filter(Boolean).join(", ")}
      <SecondLine>{[label, `${city}, ${state} ${postalCode}`].filter(Boolean).join(", ")}</SecondLine>
    </>
  );
}

type SiteTableProps = { rows: readonly SiteRow[]; seesJobs: boolean; empty: ReactNode };

export function SiteTable({ rows, seesJobs, empty }: SiteTableProps) {
  return (
    <DataTable
      caption="Properties"
      columns={seesJobs ? [...columns, nextVisit] : columns}
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={(row) => paths.property(row.number)}
      empty={empty}
    />
  );
}
