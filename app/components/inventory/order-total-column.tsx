import type { Column } from "~/components/data-table/data-table";
import { MoneyText } from "~/components/money-text";
import type { PurchaseOrderListItem } from "~/domain/purchasing/order-list.server";

/** A purchase order's total, for members who may see costs. */
export const orderTotalColumn: Column<PurchaseOrderListItem> = {
  key: "total",
  header: "Total",
  numeric: true,
  cell: ({ totalMinor, unpriced, lineCount }) =>
    totalMinor === null || unpriced === lineCount ? "Unknown" : <MoneyText minor={totalMinor} />,
};
