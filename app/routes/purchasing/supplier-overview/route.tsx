import { Link, useLoaderData, useOutletContext } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FileLink } from "~/components/data-table/filter-bar";
import { SecondLine } from "~/components/data-table/second-line";
import { CivilDateText } from "~/components/date-text";
import { DescriptionList } from "~/components/description-list";
import { EmptyValue } from "~/components/empty-value";
import { SupplierPrice } from "~/components/inventory/item-suppliers";
import { OrderBadge } from "~/components/inventory/order-badge";
import { orderTotalColumn } from "~/components/inventory/order-total-column";
import { Section } from "~/components/section";
import { buttonVariants } from "~/components/ui/button";
import { seesCosts } from "~/domain/inventory/costs";
import { formatAmountOf } from "~/domain/inventory/quantity";
import { listPurchaseOrders, type PurchaseOrderListItem } from "~/domain/purchasing/order-list.server";
import { formatPurchaseOrderNumber } from "~/domain/purchasing/purchase-order";
import { itemsOfSupplier, type SupplierItem } from "~/domain/purchasing/supplier-items.server";
import type { Supplier } from "~/domain/purchasing/suppliers.server";
import { allow } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  const supplierId = params.supplierId ?? "";
  const [sold, orders] = await Promise.all([
    itemsOfSupplier(ctx, supplierId),
    listPurchaseOrders(ctx, { supplierId, limit: 5 }),
  ]);
  return {
    sold: sold.items,
    hasMoreSold: sold.nextCursor !== null,
    orders,
    hasPrices: seesCosts(allow(ctx, "inventory.read")),
  };
});

const columns: readonly Column<SupplierItem>[] = [
  {
    key: "item",
    header: "Item",
    className: "w-[38%]",
    cell: ({ sku, itemName, preferred }) => (
      <>
        {sku}
        <SecondLine>{[itemName, preferred && "Preferred here"].filter(Boolean).join(" · ")}</SecondLine>
      </>
    ),
  },
  { key: "part", header: "Part number", cell: ({ partNumber }) => partNumber ?? <EmptyValue /> },
  {
    key: "pack",
    header: "Pack",
    numeric: true,
    needsRoom: true,
    cell: ({ packSizeMilli, baseUnit }) => formatAmountOf(packSizeMilli, baseUnit),
  },
];

const priceColumns: readonly Column<SupplierItem>[] = [
  { key: "price", header: "Price", numeric: true, cell: (sold) => <SupplierPrice sold={sold} /> },
  {
    key: "since",
    header: "Since",
    needsRoom: true,
    cell: ({ priceFrom }) => (priceFrom ? <CivilDateText date={priceFrom} year /> : <EmptyValue />),
  },
];

const orderColumns: readonly Column<PurchaseOrderListItem>[] = [
  { key: "number", header: "Order", cell: ({ number }) => formatPurchaseOrderNumber(number) },
  { key: "status", header: "Status", card: "corner", cell: (row) => <OrderBadge {...row} /> },
  {
    key: "expected",
    header: "Expected",
    cell: ({ expectedOn }) => (expectedOn ? <CivilDateText date={expectedOn} year /> : <EmptyValue />),
  },
];

export default function SupplierOverview() {
  const { sold, hasMoreSold, orders, hasPrices } = useLoaderData<typeof loader>();
  const supplier = useOutletContext<Supplier>();
  const { accountNumber, terms, leadTimeDays, notes } = supplier;
  return (
    <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]">
      <Section
        title="Purchase orders"
        className="lg:col-start-1"
        action={
          orders.nextCursor && (
            <Link
              to={paths.purchaseOrders({ supplierId: supplier.id })}
              className={buttonVariants({ variant: "outline", size: "sm" })}
            >
              All orders
            </Link>
          )
        }
      >
        {orders.items.length > 0 ? (
          <DataTable
            caption="Purchase orders"
            columns={hasPrices ? [...orderColumns, orderTotalColumn] : orderColumns}
            rows={orders.items}
            rowKey={({ id }) => id}
            rowHref={({ id }) => paths.purchaseOrder(id)}
          />
        ) : (
          <p className="text-muted-foreground">No orders with this supplier yet.</p>
        )}
      </Section>
      <Section
        title="Items sold"
        description={hasMoreSold ? `The first ${sold.length}, by SKU. The file has all of them.` : undefined}
        className="lg:col-start-1"
        action={sold.length > 0 && <FileLink href={paths.apiSupplierItemFile(supplier.id)} size="sm" />}
      >
        {sold.length > 0 ? (
          <DataTable
            caption="Items sold"
            columns={hasPrices ? [...columns, ...priceColumns] : columns}
            rows={sold}
            rowKey={({ itemId }) => itemId}
            rowHref={({ itemId }) => paths.item(itemId)}
          />
        ) : (
          <p className="text-muted-foreground">No items yet. Add this supplier on the page of an item that it sells.</p>
        )}
      </Section>
      <Section title="Details" className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <DescriptionList
          facts={[
            { term: "Account number", detail: accountNumber },
            { term: "Terms", detail: terms },
            {
              term: "Lead time",
              detail: leadTimeDays !== null && `${leadTimeDays} ${leadTimeDays === 1 ? "day" : "days"}`,
            },
            { term: "Notes", detail: notes && <span className="whitespace-pre-line">{notes}</span> },
          ]}
        />
      </Section>
    </div>
  );
}
