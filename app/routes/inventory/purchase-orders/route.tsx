import { Link, useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FileLink, FilterBar, type FilterChip, FilterSelect } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { SecondLine } from "~/components/data-table/second-line";
import { CivilDateText } from "~/components/date-text";
import { EmptyValue } from "~/components/empty-value";
import { EmptyState } from "~/components/feedback/empty-state";
import { OrderBadge } from "~/components/inventory/order-badge";
import { orderTotalColumn } from "~/components/inventory/order-total-column";
import { Button } from "~/components/ui/button";
import { Truck } from "~/components/ui/icons";
import { seesCosts } from "~/domain/inventory/costs";
import { listPurchaseOrders, type PurchaseOrderListItem } from "~/domain/purchasing/order-list.server";
import {
  formatPurchaseOrderNumber,
  PURCHASE_ORDER_STATUS_LABELS,
  PURCHASE_ORDER_STATUSES,
} from "~/domain/purchasing/purchase-order";
import { PurchaseOrderView } from "~/domain/purchasing/schema";
import { supplierFilterChoices } from "~/domain/purchasing/suppliers.server";
import { choicesOf } from "~/domain/shared/choices";
import { allow, can } from "~/domain/shared/permissions";
import { counted } from "~/domain/shared/text/counted";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, url }) => {
  const filter = PurchaseOrderView.parse(Object.fromEntries(url.searchParams));
  const me = allow(ctx, "inventory.read");
  const [list, suppliers] = await Promise.all([listPurchaseOrders(ctx, filter), supplierFilterChoices(ctx)]);
  return { filter, mayWrite: can(me, "inventory.write"), hasTotals: seesCosts(me), list, suppliers };
});

const statuses = [
  { value: "open", label: "On its way" },
  { value: "overdue", label: "Overdue" },
  ...choicesOf(PURCHASE_ORDER_STATUSES, PURCHASE_ORDER_STATUS_LABELS),
];

const columnsFor = (hasTotals: boolean): readonly Column<PurchaseOrderListItem>[] => [
  {
    key: "number",
    header: "Order",
    className: "w-[30%]",
    cell: ({ number, supplierName }) => (
      <>
        {formatPurchaseOrderNumber(number)}
        <SecondLine>{supplierName}</SecondLine>
      </>
    ),
  },
  { key: "status", header: "Status", card: "corner", cell: (row) => <OrderBadge {...row} /> },
  {
    key: "expected",
    header: "Expected",
    cell: ({ expectedOn }) => (expectedOn ? <CivilDateText date={expectedOn} /> : <EmptyValue />),
  },
  {
    key: "reference",
    header: "Reference",
    needsRoom: true,
    cell: ({ supplierReference }) => supplierReference ?? <EmptyValue />,
  },
  {
    key: "lines",
    header: "Lines received",
    numeric: true,
    cell: ({ lineCount, receivedLines }) => `${receivedLines} of ${lineCount}`,
  },
  ...(hasTotals ? [orderTotalColumn] : []),
];

export default function PurchaseOrders() {
  const { filter, mayWrite, hasTotals, list, suppliers } = useLoaderData<typeof loader>();
  const { search, status, supplierId } = filter;
  const at = (change: Record<string, string | undefined>) =>
    paths.purchaseOrders({ search, status, supplierId, ...change });
  const supplier = suppliers.find(({ value }) => value === supplierId);
  const chips: FilterChip[] = [
    ...(search ? [{ label: `“${search}”`, clearHref: at({ search: undefined }) }] : []),
    ...(status
      ? [
          {
            label: statuses.find(({ value }) => value === status)?.label ?? status,
            clearHref: at({ status: undefined }),
          },
        ]
      : []),
    ...(supplierId ? [{ label: supplier?.label ?? "One supplier", clearHref: at({ supplierId: undefined }) }] : []),
  ];
  return (
    <>
      <FilterBar
        search={{ name: "search", value: search ?? "", label: "Number, supplier, reference or SKU" }}
        chips={chips}
        clearHref={paths.purchaseOrders()}
      >
        <FilterSelect name="status" label="Status" any="Any status" value={status ?? ""} choices={statuses} />
        <FilterSelect
          name="supplierId"
          label="Supplier"
          any="All suppliers"
          value={supplierId ?? ""}
          choices={suppliers}
        />
        {mayWrite && (
          <Button asChild variant="outline" className="sm:ml-auto">
            <Link to={paths.reorder()}>Reorder</Link>
          </Button>
        )}
        <FileLink
          href={paths.apiListFile("inventory/purchase-orders", { search, status, supplierId })}
          className={mayWrite ? undefined : "sm:ml-auto"}
        />
      </FilterBar>
      <DataTable
        caption="Purchase orders"
        columns={columnsFor(hasTotals)}
        rows={list.items}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.purchaseOrder(id)}
        empty={
          chips.length > 0 ? (
            <EmptyState icon={Truck} title="No purchase order matches">
              Try a different search or clear a filter.
            </EmptyState>
          ) : (
            <EmptyState
              icon={Truck}
              title="No purchase orders yet"
              action={
                mayWrite && (
                  <Button asChild variant="default">
                    <Link to={paths.reorder()}>Reorder</Link>
                  </Button>
                )
              }
              example="PO-012, Johnstone Supply, 4 lines, expected tomorrow"
            >
              What you ordered from suppliers, and what has arrived.
            </EmptyState>
          )
        }
      />
      <CursorPagination page={list} href={at}>
        {counted(list.items.length, "order")}
      </CursorPagination>
    </>
  );
}
