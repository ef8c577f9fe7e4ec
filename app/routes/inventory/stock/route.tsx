import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FileLink, FilterBar, type FilterChip, FilterSelect } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { SecondLine } from "~/components/data-table/second-line";
import { CivilDateText } from "~/components/date-text";
import { EmptyValue } from "~/components/empty-value";
import { EmptyState } from "~/components/feedback/empty-state";
import { MoneyText } from "~/components/money-text";
import { Button } from "~/components/ui/button";
import { Package } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { seesCosts } from "~/domain/inventory/costs";
import { reorderAtMilli } from "~/domain/inventory/items/item";
import { activeLocations } from "~/domain/inventory/locations/locations.server";
import { formatAmountOf, formatQuantity } from "~/domain/inventory/quantity";
import { StockView } from "~/domain/inventory/schema";
import { GRID_PLACES, listStock, type StockLevel } from "~/domain/inventory/stock-levels.server";
import { allow } from "~/domain/shared/permissions";
import { counted } from "~/domain/shared/text/counted";
import { formatClock, formatDate } from "~/domain/shared/time/date-format";
import { dayBounds, instantOf } from "~/domain/shared/time/time-zones";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { ItemScan } from "~/routes/inventory/shared/item-scan";
import { LevelBar } from "~/routes/inventory/shared/level-bar";
import { onHand } from "~/routes/inventory/shared/on-hand";
import { StockGrid } from "./stock-grid";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Stock · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const me = allow(ctx, "inventory.read");
  const filter = StockView.parse(Object.fromEntries(url.searchParams));
  const { asOf: day, time, view, ...rest } = filter;
  // A single location needs no grid.
  const isGrid = view === "grid" && rest.locationId === undefined;
  const asOf = day && new Date(lastMomentOf(day, time, me.timeZone)).toISOString();
  const [{ items, ...list }, locations] = await Promise.all([
    listStock(
      ctx,
      { ...rest, view: view === "reorder" ? view : "all", asOf },
      isGrid ? { places: GRID_PLACES } : undefined,
    ),
    activeLocations(ctx),
  ]);
  const grid = isGrid ? { held: items.map(({ places }) => places.map(heldThere)), columns: columnsOf(items) } : null;
  const file = { search: rest.search, locationId: rest.locationId, view: view === "reorder" ? view : undefined, asOf };
  const fileHref = paths.apiListFile("inventory/stock", file);
  return { filter, list: { ...list, items: items.map(shown) }, locations, grid, fileHref, hasValues: seesCosts(me) };
});

/** The last moment of the minute, or of the day without one. A minute that the clocks repeat ends the second time. */
function lastMomentOf(date: string, time: string | undefined, zone: string): number {
  if (time === undefined) return dayBounds(date, zone).end - 1;
  const at = instantOf({ date, time }, zone);
  return (at.kind === "overlap" ? at.second : at.instant) + 59_999;
}

const heldThere = ({ id, onHandMilli, reservedMilli }: StockLevel["places"][number]) => ({
  id,
  onHandMilli,
  reservedMilli,
});

/** The locations that hold any of these items, by name. */
function columnsOf(items: readonly StockLevel[]) {
  const names = new Map(items.flatMap(({ places }) => places.map(({ id, name }) => [id, name] as const)));
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
}

/** The fields of an item's stock that the table shows: half of them. */
function shown({ places, placeCount, ...row }: StockLevel) {
  const { id, name, sku, baseUnit, maxStockMilli, suggestedMilli, stockState } = row;
  const { onHandMilli, reservedMilli, expiredMilli, availableMilli, incomingMilli, uncostedMilli, valueMinor } = row;
  return {
    ...{ id, name, sku, baseUnit, maxStockMilli, suggestedMilli, stockState },
    ...{ onHandMilli, reservedMilli, expiredMilli, availableMilli, incomingMilli },
    reorderMilli: reorderAtMilli(row),
    valueMinor: onHandMilli > 0 && uncostedMilli === onHandMilli ? null : valueMinor,
    where: [
      ...places.map(({ name, onHandMilli }) => `${name} ${formatQuantity(onHandMilli)}`),
      ...(placeCount > places.length ? [`${placeCount - places.length} more`] : []),
    ].join(" · "),
  };
}

type StockRow = ReturnType<typeof shown>;

const views = [
  { value: "grid", label: "By location" },
  { value: "reorder", label: "To reorder" },
];

const itemColumn: Column<StockRow> = {
  key: "item",
  header: "Item",
  className: "w-[26%]",
  cell: ({ name, sku }) => (
    <>
      {name}
      <SecondLine>{sku}</SecondLine>
    </>
  ),
};
const levelColumn: Column<StockRow> = {
  key: "level",
  header: "Level",
  card: "corner",
  cell: (row) => (
    <LevelBar
      availableMilli={row.availableMilli}
      reservedMilli={row.reservedMilli}
      incomingMilli={row.incomingMilli}
      reorderMilli={row.reorderMilli}
      fullMilli={row.maxStockMilli}
      tone={tones[row.stockState]}
      label={levelLabel(row)}
    />
  ),
};
const tones = { out: "bad", low: "warn", ok: "ok" } as const;

function levelLabel({ availableMilli, baseUnit, reorderMilli }: StockRow): string {
  const available = `${formatAmountOf(availableMilli, baseUnit)} available`;
  return reorderMilli === null ? available : `${available}, reorder at ${formatQuantity(reorderMilli)}`;
}

const amounts: readonly Column<StockRow>[] = [
  { key: "onHand", header: "On hand", numeric: true, cell: (row) => onHand({ ...row, unit: row.baseUnit }) },
  {
    key: "reserved",
    header: "Reserved",
    numeric: true,
    needsRoom: true,
    card: (row) => unlessZero(row.reservedMilli),
    cell: (row) => count(row.reservedMilli),
  },
  { key: "available", header: "Available", numeric: true, cell: (row) => count(row.availableMilli) },
];
const incomingColumn: Column<StockRow> = {
  key: "incoming",
  header: "Incoming",
  numeric: true,
  needsRoom: true,
  card: (row) => unlessZero(row.incomingMilli),
  cell: (row) => count(row.incomingMilli),
};
const orderColumn: Column<StockRow> = {
  key: "order",
  header: "Order",
  numeric: true,
  cell: ({ suggestedMilli, baseUnit }) =>
    suggestedMilli === null ? (
      <EmptyValue>Set a maximum</EmptyValue>
    ) : (
      <strong>{formatAmountOf(suggestedMilli, baseUnit)}</strong>
    ),
};
const whereColumn: Column<StockRow> = {
  key: "where",
  header: "Where",
  className: "w-[20%]",
  card: "lead",
  cell: ({ where }) => <span className="text-muted-foreground text-sm">{where}</span>,
};
const valueColumn: Column<StockRow> = {
  key: "value",
  header: "Value",
  numeric: true,
  needsRoom: true,
  cell: ({ valueMinor }) => (valueMinor === null ? <EmptyValue>Unknown</EmptyValue> : <MoneyText minor={valueMinor} />),
};

const count = (milli: number) => (milli === 0 ? <EmptyValue>0</EmptyValue> : formatQuantity(milli));

/** A phone's card omits zeros. */
const unlessZero = (milli: number) => (milli === 0 ? "hidden" : "line");

function shownColumns({ asOf, locationId, view }: StockView, hasValues: boolean): readonly Column<StockRow>[] {
  const [onHand] = amounts;
  const values = hasValues ? [valueColumn] : [];
  const where = locationId ? [] : [whereColumn];
  if (asOf) return [itemColumn, ...(onHand ? [onHand] : []), ...where, ...(locationId ? [] : values)];
  const isReorder = view === "reorder";
  return [
    itemColumn,
    levelColumn,
    ...amounts,
    incomingColumn,
    // At a single location it may be restocked from elsewhere rather than ordered.
    ...(isReorder ? [locationId ? { ...orderColumn, header: "To restock" } : orderColumn] : where),
    ...values,
  ];
}

export default function Stock() {
  const { filter, list, locations, grid, fileHref, hasValues } = useLoaderData<typeof loader>();
  const query = {
    search: filter.search,
    locationId: filter.locationId,
    view: filter.view === "all" ? undefined : filter.view,
    asOf: filter.asOf,
    time: filter.asOf && filter.time,
  };
  const at = (change: Record<string, string | undefined>) => paths.stock({ ...query, ...change });
  const chips = chipsOf(filter, locations, at);
  return (
    <>
      <FilterBar
        search={{ name: "search", value: filter.search ?? "", label: "Name, SKU, manufacturer or barcode" }}
        aside={<ItemScan hrefOf={paths.stockDistribution} searchHref={(search) => paths.stock({ search })} />}
        chips={chips}
        clearHref={paths.stock()}
      >
        <FilterSelect
          name="locationId"
          label="Location"
          any="All locations"
          value={filter.locationId ?? ""}
          choices={locations.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <FilterSelect name="view" label="Show" any="All items" value={query.view ?? ""} choices={views} />
        <div className="flex flex-col gap-1.5 sm:flex-row sm:items-center sm:gap-2">
          <label htmlFor="stock-as-of" className="text-muted-foreground text-sm">
            As of
          </label>
          <Input
            key={filter.asOf}
            id="stock-as-of"
            type="date"
            name="asOf"
            defaultValue={filter.asOf}
            className="sm:w-40"
          />
          {filter.asOf && (
            <Input
              key={`${filter.asOf} ${filter.time}`}
              type="time"
              name="time"
              aria-label="Time of that day"
              defaultValue={filter.time}
              className="sm:w-32"
            />
          )}
        </div>
        {filter.view === "reorder" && (
          <Button asChild variant="default" className="sm:ml-auto">
            <Link to={paths.reorder()}>Create purchase orders</Link>
          </Button>
        )}
        <FileLink href={fileHref} className={filter.view === "reorder" ? undefined : "sm:ml-auto"} />
      </FilterBar>
      {filter.asOf && (
        <p className="pb-3 text-muted-foreground">
          On hand {filter.time ? `at ${formatClock(filter.time)} on ` : "at the end of "}
          <CivilDateText date={filter.asOf} year />, from movements recorded by then.
        </p>
      )}
      {grid && list.items.length > 0 ? (
        <StockGrid
          rows={list.items.map((row, at) => ({ ...row, held: grid.held[at] ?? [] }))}
          locations={grid.columns}
          isNow={!filter.asOf}
          hasValues={hasValues}
        />
      ) : (
        <DataTable
          caption="Stock"
          columns={shownColumns(filter, hasValues)}
          rows={list.items}
          rowKey={({ id }) => id}
          rowHref={({ id }) => paths.stockDistribution(id)}
          empty={<NoStock filter={filter} />}
        />
      )}
      <CursorPagination page={list} href={at}>
        {counted(list.items.length, "item")}
      </CursorPagination>
    </>
  );
}

function NoStock({ filter: { search, locationId, view } }: { filter: StockView }) {
  if (search)
    return (
      <EmptyState icon={Package} title="No item matches">
        Try a different search or clear a filter.
      </EmptyState>
    );
  if (view === "reorder")
    return (
      <EmptyState icon={Package} title="Nothing to reorder">
        Every item has more available or on its way than its reorder point.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={Package}
      title={locationId ? "Nothing on hand here" : "No items yet"}
      action={
        <Button asChild variant="default">
          <Link to={locationId ? paths.newMovement({ locationId }) : paths.newItem()}>
            {locationId ? "Receive stock" : "New item"}
          </Link>
        </Button>
      }
    >
      What is on hand, reserved and available for every item, in the warehouse and on every truck.
    </EmptyState>
  );
}

const viewLabels = { grid: "By location", reorder: "To reorder" };

type At = (change: Record<string, string | undefined>) => string;

function chipsOf(
  { search, locationId, view, asOf, time }: StockView,
  locations: readonly { id: string; name: string }[],
  at: At,
): FilterChip[] {
  const location = locations.find(({ id }) => id === locationId);
  return [
    ...(search ? [{ label: `“${search}”`, clearHref: at({ search: undefined }) }] : []),
    ...(locationId ? [{ label: location?.name ?? "One location", clearHref: at({ locationId: undefined }) }] : []),
    ...(view === "all" ? [] : [{ label: viewLabels[view], clearHref: at({ view: undefined }) }]),
    ...(asOf
      ? [
          {
            label: `As of ${formatDate(asOf, true)}${time ? `, ${formatClock(time)}` : ""}`,
            clearHref: at({ asOf: undefined, time: undefined }),
          },
        ]
      : []),
  ];
}
