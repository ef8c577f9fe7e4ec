import { type Column, DataTable } from "~/components/data-table/data-table";
import { CivilDateText } from "~/components/date-text";
import { MoneyText } from "~/components/money-text";
import { MOVEMENT_KIND_LABELS } from "~/domain/inventory/movement";
import type { Movement } from "~/domain/inventory/movements.server";
import { formatAmountOf } from "~/domain/inventory/quantity";
import { paths } from "~/paths";

const columns: readonly Column<Movement>[] = [
  { key: "kind", header: "Movement", cell: kindOf },
  {
    key: "item",
    header: "Item",
    cell: ({ itemSku, itemName }) => (
      <>
        {itemSku}
        <span className="block truncate text-muted-foreground text-sm">{itemName}</span>
      </>
    ),
  },
  { key: "location", header: "Location", cell: ({ locationName }) => locationName },
  { key: "quantity", header: "Quantity", numeric: true, cell: signedQuantity },
  { key: "cost", header: "Cost", numeric: true, needsRoom: true, cell: costOf },
  { key: "date", header: "Date", cell: ({ occurredOn }) => <CivilDateText date={occurredOn} year /> },
];

function kindOf({ kind, reversesId, reversedById }: Movement): string {
  const label = MOVEMENT_KIND_LABELS[kind];
  return reversesId ? `${label}, reversal` : reversedById ? `${label}, reversed` : label;
}

function signedQuantity({ quantityMilli, baseUnit }: Movement): string {
  return `${quantityMilli > 0 ? "+" : ""}${formatAmountOf(quantityMilli, baseUnit)}`;
}

function costOf({ totalCostMinor, uncostedMilli, quantityMilli }: Movement) {
  if (totalCostMinor === null) return null;
  if (uncostedMilli === Math.abs(quantityMilli)) return <span className="text-subtle-foreground">Unknown</span>;
  return <MoneyText minor={Math.abs(totalCostMinor)} />;
}

type MovementTableProps = { rows: readonly Movement[] /** Where the page names it. */; without?: "item" | "location" };

/** Movements, latest first; without costs for members who may not see them. */
export function MovementTable({ rows, without }: MovementTableProps) {
  const hasCosts = rows.some(({ totalCostMinor }) => totalCostMinor !== null);
  return (
    <DataTable
      caption="Movements"
      columns={columns.filter(({ key }) => key !== without && (key !== "cost" || hasCosts))}
      rows={rows}
      rowKey={({ id }) => id}
      rowHref={({ id }) => paths.movement(id)}
    />
  );
}
