import { useLoaderData } from "@remix-run/react";
import { FilterBar, FilterSelect } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { EmptyState } from "~/components/feedback/empty-state";
import { ArrowLeftRight } from "~/components/ui/icons";
import { MOVEMENT_KIND_LABELS, MOVEMENT_KINDS } from "~/domain/inventory/movement";
import { listMovements } from "~/domain/inventory/movements.server";
import { MovementView } from "~/domain/inventory/schema";
import { choicesOf } from "~/domain/shared/choices";
import { counted } from "~/domain/shared/text/counted";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { MovementTable } from "~/routes/inventory/shared/movement-table";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, url }) => {
  const filter = MovementView.parse(Object.fromEntries(url.searchParams));
  return { filter, list: await listMovements(ctx, filter) };
});

const kinds = choicesOf(MOVEMENT_KINDS, MOVEMENT_KIND_LABELS);

export default function Movements() {
  const { filter, list } = useLoaderData<typeof loader>();
  const { kind, itemId, locationId } = filter;
  const query = { kind, itemId, locationId };
  const [first] = list.items;
  const chips = [
    ...(itemId && first ? [{ label: first.itemSku, clearHref: paths.movements({ ...query, itemId: undefined }) }] : []),
    ...(locationId && first
      ? [{ label: first.locationName, clearHref: paths.movements({ ...query, locationId: undefined }) }]
      : []),
  ];
  const isFiltered = Boolean(kind ?? itemId ?? locationId);
  return (
    <>
      <FilterBar chips={chips} clearHref={paths.movements()} fileHref={paths.apiListFile("inventory/movements", query)}>
        {itemId && <input type="hidden" name="itemId" value={itemId} />}
        {locationId && <input type="hidden" name="locationId" value={locationId} />}
        <FilterSelect name="kind" label="Movement" any="Any movement" value={kind ?? ""} choices={kinds} />
      </FilterBar>
      {list.items.length > 0 ? (
        <MovementTable rows={list.items} />
      ) : (
        <div className="list-frame">
          <EmptyState icon={ArrowLeftRight} title={isFiltered ? "No movement matches" : "No movements yet"}>
            {isFiltered
              ? "Try fewer filters."
              : "Everything received, used, transferred, adjusted or counted, with who posted it."}
          </EmptyState>
        </div>
      )}
      <CursorPagination page={list} href={(at) => paths.movements({ ...query, ...at })}>
        {counted(list.items.length, "movement")}
      </CursorPagination>
    </>
  );
}
