import { Link, useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FileLink, FilterBar, type FilterChip, FilterSelect } from "~/components/data-table/filter-bar";
import { OrderSelect } from "~/components/data-table/order-select";
import { CursorPagination } from "~/components/data-table/pagination";
import { SecondLine } from "~/components/data-table/second-line";
import { EmptyValue } from "~/components/empty-value";
import { EmptyState } from "~/components/feedback/empty-state";
import { MoneyText } from "~/components/money-text";
import { Button } from "~/components/ui/button";
import { Package, Plus, QrCode, Upload } from "~/components/ui/icons";
import { ITEM_CATEGORIES, ITEM_CATEGORY_LABELS } from "~/domain/inventory/items/item";
import { type Item, listItems } from "~/domain/inventory/items/items.server";
import { formatAmountOf } from "~/domain/inventory/quantity";
import { type ItemMark, ItemView } from "~/domain/inventory/schema";
import { choicesOf } from "~/domain/shared/choices";
import { counted } from "~/domain/shared/text/counted";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { ItemScan } from "~/routes/inventory/shared/item-scan";
import { onHand } from "~/routes/inventory/shared/on-hand";
import { StockBadge } from "~/routes/inventory/shared/stock-badge";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, url }) => {
  const filter = ItemView.parse(Object.fromEntries(url.searchParams));
  const { only, ...wanted } = filter;
  const { items, ...list } = await listItems(ctx, { ...wanted, ...(only && { [only]: true }) });
  return { filter, list: { ...list, items: items.map(shown) } };
});

/** The fields of an item that the table shows: a third of them. */
function shown({ id, name, sku, manufacturer, primaryCategory, baseUnit, listPriceMinor, ...stock }: Item) {
  const { stockState, onHandMilli, expiredMilli, availableMilli } = stock;
  return {
    ...{ id, name, sku, manufacturer, primaryCategory, baseUnit, listPriceMinor },
    ...{ stockState, onHandMilli, expiredMilli, availableMilli },
  };
}

const categories = choicesOf(ITEM_CATEGORIES, ITEM_CATEGORY_LABELS);
const states = [
  { value: "true", label: "Active" },
  { value: "false", label: "Inactive" },
];
const marks: { value: ItemMark; label: string }[] = [
  { value: "low", label: "Low stock" },
  { value: "hazardousMaterial", label: "Hazardous" },
  { value: "requiresCertification", label: "Needs certification" },
];
const orders = [
  { sortBy: "name", sortOrder: "asc", label: "By name" },
  { sortBy: "name", sortOrder: "desc", label: "By name, Z to A" },
  { sortBy: "sku", sortOrder: "asc", label: "By SKU" },
  { sortBy: "sku", sortOrder: "desc", label: "By SKU, Z to A" },
  { sortBy: "createdAt", sortOrder: "desc", label: "Newest first" },
  { sortBy: "createdAt", sortOrder: "asc", label: "Oldest first" },
] as const;

const columns: readonly Column<ReturnType<typeof shown>>[] = [
  {
    key: "name",
    header: "Item",
    className: "w-[32%]",
    cell: ({ name, sku, manufacturer }) => (
      <>
        {name}
        <SecondLine>{[sku, manufacturer].filter(Boolean).join(" · ")}</SecondLine>
      </>
    ),
  },
  { key: "stock", header: "Stock", card: "corner", cell: ({ stockState }) => <StockBadge state={stockState} /> },
  {
    key: "onHand",
    header: "On hand",
    numeric: true,
    cell: (item) => onHand({ ...item, unit: item.baseUnit }),
  },
  {
    key: "available",
    header: "Available",
    numeric: true,
    cell: ({ availableMilli, baseUnit }) => formatAmountOf(availableMilli, baseUnit),
  },
  {
    key: "category",
    header: "Category",
    needsRoom: true,
    cell: ({ primaryCategory }) => ITEM_CATEGORY_LABELS[primaryCategory],
  },
  {
    key: "price",
    header: "List price",
    numeric: true,
    needsRoom: true,
    cell: ({ listPriceMinor }) =>
      listPriceMinor === null ? <EmptyValue>Not set</EmptyValue> : <MoneyText minor={listPriceMinor} />,
  },
];

export default function Items() {
  const { filter, list } = useLoaderData<typeof loader>();
  const query = queryOf(filter);
  const at = (change: Record<string, string | undefined>) => paths.items({ ...query, ...change });
  const chips = chipsOf(filter, at);
  return (
    <>
      <FilterBar
        search={{ name: "search", value: filter.search ?? "", label: "Name, SKU, manufacturer or barcode" }}
        aside={<ItemScan hrefOf={paths.item} searchHref={(search) => paths.items({ search })} />}
        chips={chips}
        clearHref={paths.items()}
        rows
      >
        <FilterSelect
          name="primaryCategory"
          label="Category"
          any="Any category"
          value={filter.primaryCategory ?? ""}
          choices={categories}
        />
        <FilterSelect name="active" label="Status" any="Any status" value={query.active ?? ""} choices={states} />
        <FilterSelect name="only" label="Show" any="All items" value={filter.only ?? ""} choices={marks} />
        <OrderSelect sortBy={filter.sortBy} sortOrder={filter.sortOrder} orders={orders} />
        <div className="flex flex-col gap-2 sm:ml-auto sm:flex-row">
          <Button asChild variant="outline">
            <Link to={paths.labels(query)}>
              <QrCode />
              Labels
            </Link>
          </Button>
          {list.rights.write && (
            <Button asChild variant="outline">
              <Link to={paths.importItems()}>
                <Upload />
                Import
              </Link>
            </Button>
          )}
          <FileLink href={paths.itemExport(query)} />
        </div>
      </FilterBar>
      <DataTable
        caption="Items"
        columns={columns}
        rows={list.items}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.item(id)}
        empty={
          chips.length > 0 ? (
            <EmptyState icon={Package} title="No item matches">
              Try a different search or clear a filter.
            </EmptyState>
          ) : (
            <EmptyState
              icon={Package}
              title="No items yet"
              action={
                list.rights.write && (
                  <Button asChild variant="default">
                    <Link to={paths.newItem()}>
                      <Plus />
                      New item
                    </Link>
                  </Button>
                )
              }
              example="CAP-45-5, dual run capacitor 45/5 µF, 12 EA on hand, reorder at 6"
            >
              Parts, refrigerant and materials, with what is on hand in the warehouse and on every truck.
            </EmptyState>
          )
        }
      />
      <CursorPagination page={list} href={at}>
        {counted(list.items.length, "item")}
      </CursorPagination>
    </>
  );
}

function queryOf({ search, primaryCategory, only, active, sortBy, sortOrder }: ItemView) {
  return {
    ...{ search, primaryCategory, only },
    active: active === undefined ? undefined : String(active),
    sortBy: sortBy === "name" ? undefined : sortBy,
    sortOrder: sortOrder === "asc" ? undefined : sortOrder,
  };
}

type At = (change: Record<string, string | undefined>) => string;

function chipsOf({ search, primaryCategory, only, active }: ItemView, at: At): FilterChip[] {
  return [
    ...(search ? [{ label: `“${search}”`, clearHref: at({ search: undefined }) }] : []),
    ...(primaryCategory
      ? [{ label: ITEM_CATEGORY_LABELS[primaryCategory], clearHref: at({ primaryCategory: undefined }) }]
      : []),
    ...marks.flatMap(({ value, label }) => (value === only ? [{ label, clearHref: at({ only: undefined }) }] : [])),
    ...(active === undefined ? [] : [{ label: active ? "Active" : "Inactive", clearHref: at({ active: undefined }) }]),
  ];
}
