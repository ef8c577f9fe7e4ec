import { useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { Pagination } from "~/components/data-table/pagination";
import { EmptyState } from "~/components/feedback/empty-state";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Package } from "~/components/ui/icons";
import { listMovements } from "~/domain/inventory/movements.server";
import { formatAmountOf } from "~/domain/inventory/quantity";
import { stockAtLocation } from "~/domain/inventory/stock.server";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { MovementTable } from "~/routes/inventory/shared/movement-table";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

const ITEMS_SHOWN = 50;
const MOVEMENTS_SHOWN = 10;

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const locationId = params.locationId ?? "";
  const cursor = url.searchParams.get("cursor") ?? undefined;
  const [stock, movements] = await Promise.all([
    stockAtLocation(ctx, { locationId, limit: ITEMS_SHOWN, cursor }),
    listMovements(ctx, { locationId, limit: MOVEMENTS_SHOWN }),
  ]);
  return { locationId, stock, movements: movements.items, hasMore: movements.nextCursor !== null };
});

type Held = Awaited<ReturnType<typeof stockAtLocation>>["items"][number];

const columns: readonly Column<Held>[] = [
  {
    key: "item",
    header: "Item",
    cell: ({ name, sku }) => (
      <>
        {name}
        <span className="block truncate font-normal text-muted-foreground text-sm">{sku}</span>
      </>
    ),
  },
  { key: "onHand", header: "On hand", numeric: true, cell: (held) => formatAmountOf(held.onHandMilli, held.baseUnit) },
  {
    key: "available",
    header: "Available",
    numeric: true,
    cell: (held) => formatAmountOf(held.availableMilli, held.baseUnit),
  },
];

export default function LocationOverview() {
  const { locationId, stock, movements, hasMore } = useLoaderData<typeof loader>();
  return (
    <div className="flex flex-col gap-8">
      <Section title="Stock">
        <DataTable
          caption="Stock"
          columns={columns}
          rows={stock.items}
          rowKey={({ itemId }) => itemId}
          rowHref={({ itemId }) => paths.item(itemId)}
          empty={
            <EmptyState icon={Package} title="Nothing on hand">
              Receive or transfer an item to this location.
            </EmptyState>
          }
        />
        {stock.nextCursor && (
          <Pagination nextHref={`${paths.location(locationId)}?cursor=${encodeURIComponent(stock.nextCursor)}`}>
            {`${stock.items.length} items`}
          </Pagination>
        )}
      </Section>
      {movements.length > 0 && (
        <Section
          title="Movements"
          action={hasMore && <TextLink to={paths.movements({ locationId })}>All movements</TextLink>}
        >
          <MovementTable rows={movements} without="location" />
        </Section>
      )}
    </div>
  );
}
