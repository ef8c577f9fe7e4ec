import { Link, useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FilterBar, FilterSelect } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { SecondLine } from "~/components/data-table/second-line";
import { EmptyState } from "~/components/feedback/empty-state";
import { Button } from "~/components/ui/button";
import { Plus, Warehouse } from "~/components/ui/icons";
import { LOCATION_TYPE_LABELS, LOCATION_TYPES } from "~/domain/inventory/locations/location";
import { type Location, listLocations } from "~/domain/inventory/locations/locations.server";
import { formatQuantity } from "~/domain/inventory/quantity";
import { LocationView } from "~/domain/inventory/schema";
import { choicesOf } from "~/domain/shared/choices";
import { allow, can } from "~/domain/shared/permissions";
import { counted } from "~/domain/shared/text/counted";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { CapacityBar } from "~/routes/inventory/shared/capacity-bar";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, url }) => {
  const filter = LocationView.parse(Object.fromEntries(url.searchParams));
  const mayWrite = can(allow(ctx, "inventory.read"), "inventory.write");
  return { filter, mayWrite, list: await listLocations(ctx, filter) };
});

const types = choicesOf(LOCATION_TYPES, LOCATION_TYPE_LABELS);
const states = [
  { value: "true", label: "Active" },
  { value: "false", label: "Inactive" },
];

const columns: readonly Column<Location>[] = [
  {
    key: "name",
    header: "Location",
    className: "w-[36%]",
    cell: ({ name, technicianName, parentName, active }) => (
      <>
        {name}
        <SecondLine>
          {[technicianName, parentName && `in ${parentName}`, !active && "Inactive"].filter(Boolean).join(" · ")}
        </SecondLine>
      </>
    ),
  },
  { key: "type", header: "Type", card: "corner", cell: ({ type }) => LOCATION_TYPE_LABELS[type] },
  { key: "onHand", header: "Units on hand", numeric: true, cell: ({ onHandMilli }) => formatQuantity(onHandMilli) },
  {
    key: "capacity",
    header: "Capacity",
    cell: (location) => <CapacityBar location={location} />,
  },
];

export default function Locations() {
  const { filter, mayWrite, list } = useLoaderData<typeof loader>();
  const active = filter.active === undefined ? undefined : String(filter.active);
  const query = { type: filter.type, active };
  const isFiltered = filter.type !== undefined || active !== undefined;
  return (
    <>
      <FilterBar
        chips={[]}
        clearHref={paths.locations()}
        fileHref={paths.apiListFile("inventory/locations", { type: filter.type, active })}
      >
        <FilterSelect name="type" label="Type" any="Any type" value={filter.type ?? ""} choices={types} />
        <FilterSelect name="active" label="Status" any="Any status" value={active ?? ""} choices={states} />
      </FilterBar>
      <DataTable
        caption="Locations"
        columns={columns}
        rows={list.items}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.location(id)}
        empty={
          isFiltered ? (
            <EmptyState icon={Warehouse} title="No location matches">
              Try fewer filters.
            </EmptyState>
          ) : (
            <EmptyState
              icon={Warehouse}
              title="No locations yet"
              action={
                mayWrite && (
                  <Button asChild variant="default">
                    <Link to={paths.newLocation()}>
                      <Plus />
                      New location
                    </Link>
                  </Button>
                )
              }
              example="Main warehouse, 340 units on hand; Truck 4, Luis Ortega"
            >
              The warehouse, every truck and the bins in them: everywhere you keep stock.
            </EmptyState>
          )
        }
      />
      <CursorPagination page={list} href={(at) => paths.locations({ ...query, ...at })}>
        {counted(list.items.length, "location")}
      </CursorPagination>
    </>
  );
}
