import { Link, Outlet, useLoaderData, useSearchParams } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { CursorPagination } from "~/components/data-table/pagination";
import { SecondLine } from "~/components/data-table/second-line";
import { EmptyValue } from "~/components/empty-value";
import { EmptyState } from "~/components/feedback/empty-state";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Copy, Package, Plus } from "~/components/ui/icons";
import { listMovements } from "~/domain/inventory/movements.server";
import { formatAmountOf, formatQuantity } from "~/domain/inventory/quantity";
import { stockAtLocation } from "~/domain/inventory/stock.server";
import { counted } from "~/domain/shared/text/counted";
import { pageLoader } from "~/http/page-loader";
import { paths, type Query } from "~/paths";
import { MovementTable } from "~/routes/inventory/shared/movement-table";
import { onHand } from "~/routes/inventory/shared/on-hand";
import { useInventoryLocation } from "~/routes/inventory/shared/use-location";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

/** A truck's whole stock fits on one page. */
const ITEMS_SHOWN = 200;
const MOVEMENTS_SHOWN = 10;

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const locationId = params.locationId ?? "";
  const [cursor, before] = ["cursor", "before"].map((name) => url.searchParams.get(name) ?? undefined);
  const [stock, movements] = await Promise.all([
    stockAtLocation(ctx, { locationId, limit: ITEMS_SHOWN, cursor, before }),
    listMovements(ctx, { locationId, limit: MOVEMENTS_SHOWN }),
  ]);
  return { locationId, stock, movements: movements.items, hasMore: movements.nextCursor !== null };
});

type Held = Awaited<ReturnType<typeof stockAtLocation>>["items"][number];

const itemColumn: Column<Held> = {
  key: "item",
  header: "Item",
  cell: ({ name, sku }) => (
    <>
      {name}
      <SecondLine>{sku}</SecondLine>
    </>
  ),
};
const onHandColumn: Column<Held> = {
  key: "onHand",
  header: "On hand",
  numeric: true,
  cell: (held) => onHand({ ...held, unit: held.baseUnit }),
};
const reservedColumn: Column<Held> = {
  key: "reserved",
  header: "Reserved",
  numeric: true,
  card: ({ reservedMilli }) => unlessZero(reservedMilli),
  cell: ({ reservedMilli }) => count(reservedMilli),
};
const availableColumn: Column<Held> = {
  key: "available",
  header: "Available",
  numeric: true,
  cell: (held) => formatAmountOf(held.availableMilli, held.baseUnit),
};
const missingColumn: Column<Held> = {
  key: "missing",
  header: "To restock",
  numeric: true,
  card: ({ missingMilli }) => unlessZero(missingMilli),
  cell: ({ missingMilli, baseUnit }) =>
    missingMilli > 0 ? (
      <strong className="text-warn">{formatAmountOf(missingMilli, baseUnit)}</strong>
    ) : (
      count(missingMilli)
    ),
};

const count = (milli: number) => (milli === 0 ? <EmptyValue>0</EmptyValue> : formatQuantity(milli));

/** A phone's card omits zeros. */
const unlessZero = (milli: number) => (milli === 0 ? "hidden" : "line");

export default function LocationOverview() {
  const { locationId, stock, movements, hasMore } = useLoaderData<typeof loader>();
  const location = useInventoryLocation();
  const mayLevel = location.mayWrite && location.active;
  const [search] = useSearchParams();
  const query = Object.fromEntries(search);
  const isLeveled = stock.items.some(({ minMilli }) => minMilli !== null);
  const columns = [
    itemColumn,
    onHandColumn,
    reservedColumn,
    ...(isLeveled ? [] : [availableColumn]),
    ...(isLeveled || mayLevel ? [levelColumn(locationId, mayLevel, query)] : []),
    ...(isLeveled ? [missingColumn] : []),
  ];
  const missing = stock.items.filter(({ missingMilli }) => missingMilli > 0).length;
  // Items to restock first, then by name.
  const rows = stock.items.toSorted(
    (a, b) => Number(b.missingMilli > 0) - Number(a.missingMilli > 0) || a.name.localeCompare(b.name),
  );
  return (
    <div className="flex flex-col gap-8">
      <Section title="Stock" action={mayLevel && <LevelActions locationId={locationId} query={query} />}>
        {isLeveled && (
          <p className="pb-3 text-muted-foreground">
            {missing === 0
              ? "Every minimum is met."
              : `${missing === 1 ? "1 item is" : `${missing} items are`} below the minimum.`}
          </p>
        )}
        <DataTable
          caption="Stock"
          columns={columns}
          rows={rows}
          rowKey={({ itemId }) => itemId}
          rowHref={({ itemId }) => paths.item(itemId)}
          empty={
            <EmptyState icon={Package} title="Nothing on hand">
              Receive or transfer an item to this location, or set its minimum and maximum.
            </EmptyState>
          }
        />
        <CursorPagination page={stock} href={(at) => paths.location(locationId, at)}>
          {counted(stock.items.length, "item")}
        </CursorPagination>
      </Section>
      {movements.length > 0 && (
        <Section
          title="Movements"
          action={hasMore && <TextLink to={paths.movements({ locationId })}>All movements</TextLink>}
        >
          <MovementTable rows={movements} without="location" />
        </Section>
      )}
      <Outlet />
    </div>
  );
}

function LevelActions({ locationId, query }: { locationId: string; query: Query }) {
  return (
    <span className="flex flex-wrap gap-2">
      <Button variant="outline" size="sm" asChild>
        <Link to={paths.copyLevels(locationId, query)} preventScrollReset>
          <Copy />
          Copy levels
        </Link>
      </Button>
      <Button variant="outline" size="sm" asChild>
        <Link to={paths.newLocationLevel(locationId, query)} preventScrollReset>
          <Plus />
          Add item
        </Link>
      </Button>
    </span>
  );
}

const levelColumn = (locationId: string, mayLevel: boolean, query: Query): Column<Held> => ({
  key: "levels",
  header: "Minimum to maximum",
  numeric: true,
  cell: ({ itemId, sku, minMilli, maxMilli }) => {
    const levels =
      minMilli !== null && maxMilli !== null && `${formatQuantity(minMilli)} to ${formatQuantity(maxMilli)}`;
    if (!mayLevel) return levels;
    return (
      <TextLink to={paths.locationLevel(locationId, itemId, query)} preventScrollReset>
        {levels || "Set"}
        <span className="sr-only">{` for ${sku}`}</span>
      </TextLink>
    );
  },
});
