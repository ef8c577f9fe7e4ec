import type { ReactNode } from "react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { SecondLine } from "~/components/data-table/second-line";
import { EquipmentStatusBadge, HealthBadge, MaintenanceBadge, WarrantyBadge } from "./badges";
import type { ShownUnit } from "./shown-unit";

const columns: readonly Column<ShownUnit>[] = [
  {
    key: "name",
    header: "Equipment",
    className: "w-[24%]",
    cell: ({ equipmentName, madeOrType }) => (
      <>
        {equipmentName}
        <SecondLine>{madeOrType}</SecondLine>
      </>
    ),
  },
  {
    key: "status",
    header: "Status",
    card: "corner",
    needsRoom: true,
    cell: (unit) => <EquipmentStatusBadge status={unit.status} />,
  },
  {
    key: "customer",
    header: "Customer",
    cell: (unit) => unit.customerName ?? <span className="text-subtle-foreground">None</span>,
  },
  { key: "health", header: "Health", cell: (unit) => <HealthBadge {...unit} /> },
  { key: "maintenance", header: "Maintenance", cell: (unit) => <MaintenanceBadge {...unit} /> },
  { key: "warranty", header: "Warranty", needsRoom: true, cell: (unit) => <WarrantyBadge {...unit} /> },
];

const why: Column<ShownUnit> = {
  key: "why",
  header: "Why",
  card: "lead",
  cell: (unit) => <span className="whitespace-normal">{unit.needsAttention?.join(", ")}</span>,
};

type EquipmentTableProps = {
  rows: readonly ShownUnit[];
  href: (unit: ShownUnit) => string;
  empty: ReactNode;
  /** `without` omits the customer column; `reasons` shows why equipment needs attention. */
  without?: "customer";
  reasons?: boolean;
};

export function EquipmentTable({ rows, href, empty, without, reasons }: EquipmentTableProps) {
  const shown = columns.filter(({ key }) => key !== without && !(reasons && key === "status"));
  return (
    <DataTable
      caption="Equipment"
      columns={reasons ? [...shown.slice(0, 3), why] : shown}
      rows={rows}
      rowKey={(unit) => unit.id}
      rowHref={href}
      empty={empty}
    />
  );
}
