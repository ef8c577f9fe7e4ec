import { redirect } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { FilterBar, type FilterChip, FilterSelect } from "~/components/data-table/filter-bar";
import { OrderSelect } from "~/components/data-table/order-select";
import { CursorPagination } from "~/components/data-table/pagination";
import { EquipmentTable } from "~/components/equipment/equipment-table";
import { type ShownUnit, shownUnit } from "~/components/equipment/shown-unit";
import { EmptyState } from "~/components/feedback/empty-state";
import { Button } from "~/components/ui/button";
import { AirVent, Plus } from "~/components/ui/icons";
import {
  EQUIPMENT_STATUS_LABELS,
  EQUIPMENT_STATUSES,
  EQUIPMENT_TYPE_LABELS,
  EQUIPMENT_TYPES,
} from "~/domain/equipment/equipment";
import { listEquipment } from "~/domain/equipment/list.server";
import { EquipmentView } from "~/domain/equipment/schema";
import { choicesOf } from "~/domain/shared/choices";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, url }) => {
  const { searchParams } = url;
  // Older links had the view in the query.
  if (searchParams.get("view") === "health") throw redirect(paths.equipmentHealth());
  if (searchParams.get("view") === "due")
    throw redirect(paths.maintenanceDue({ daysAhead: searchParams.get("daysAhead") }));
  const filter = EquipmentView.parse(Object.fromEntries(searchParams));
  const list = await listEquipment(ctx, filter);
  return { filter, list: { ...list, items: list.items.map(shownUnit) } };
});

const hrefOf = (unit: ShownUnit) => paths.equipment(unit.id);

const types = choicesOf(EQUIPMENT_TYPES, EQUIPMENT_TYPE_LABELS);
const statuses = choicesOf(EQUIPMENT_STATUSES, EQUIPMENT_STATUS_LABELS);
const warranties = [
  { value: "true", label: "Under warranty" },
  { value: "false", label: "Out of warranty" },
];
const orders = [
  { sortBy: "name", sortOrder: "asc", label: "By name" },
  { sortBy: "name", sortOrder: "desc", label: "By name, Z to A" },
  { sortBy: "healthScore", sortOrder: "asc", label: "Worst health first" },
  { sortBy: "healthScore", sortOrder: "desc", label: "Best health first" },
  { sortBy: "nextMaintenanceDate", sortOrder: "asc", label: "Next maintenance first" },
  { sortBy: "nextMaintenanceDate", sortOrder: "desc", label: "Next maintenance last" },
  { sortBy: "warrantyExpirationDate", sortOrder: "asc", label: "Warranty ends first" },
  { sortBy: "warrantyExpirationDate", sortOrder: "desc", label: "Warranty ends last" },
  { sortBy: "installDate", sortOrder: "asc", label: "Oldest system first" },
  { sortBy: "installDate", sortOrder: "desc", label: "Newest system first" },
  { sortBy: "manufacturer", sortOrder: "asc", label: "By manufacturer" },
  { sortBy: "manufacturer", sortOrder: "desc", label: "By manufacturer, Z to A" },
  { sortBy: "createdAt", sortOrder: "desc", label: "Recently added first" },
  { sortBy: "createdAt", sortOrder: "asc", label: "First added" },
] as const;

export default function AllEquipment() {
  const { filter, list } = useLoaderData<typeof loader>();
  const query = queryOf(filter);
  const at = (change: Record<string, string | undefined>) => paths.equipmentList({ ...query, ...change });
  const chips = chipsOf(filter, at);
  return (
    <>
      <FilterBar
        search={{ name: "search", value: filter.search ?? "", label: "Name, model, serial or customer" }}
        chips={chips}
        clearHref={paths.equipmentList()}
        fileHref={paths.apiListFile("equipment", query)}
      >
        <FilterSelect
          name="equipmentType"
          label="Type"
          any="Any type"
          value={filter.equipmentType ?? ""}
          choices={types}
        />
        <FilterSelect name="status" label="Status" any="Any status" value={filter.status ?? ""} choices={statuses} />
        <FilterSelect
          name="isUnderWarranty"
          label="Warranty"
          any="Any warranty"
          value={query.isUnderWarranty ?? ""}
          choices={warranties}
        />
        <OrderSelect sortBy={filter.sortBy} sortOrder={filter.sortOrder} orders={orders} />
      </FilterBar>
      <EquipmentTable
        rows={list.items}
        href={hrefOf}
        empty={
          chips.length > 0 ? (
            <EmptyState
              icon={AirVent}
              title="No equipment matches"
              action={
                <Button variant="outline" asChild>
                  <Link to={paths.equipmentList()}>Clear search and filters</Link>
                </Button>
              }
            >
              Try a different search or clear a filter.
            </EmptyState>
          ) : (
            <EmptyState
              icon={AirVent}
              title="No equipment yet"
              action={list.rights.write && <NewButton />}
              example="Gas furnace, Carrier 59TP6A080, basement, installed Oct 4, 2019, warranty until Oct 4, 2029"
            >
              Systems at your customers' properties, with age, warranty, refrigerant and maintenance.
            </EmptyState>
          )
        }
      />
      <CursorPagination page={list} href={at}>
        {list.total === null
          ? `${filter.isUnderWarranty === undefined ? "Newest" : "Among the newest"} 200 matches`
          : `${list.items.length} of ${list.total}`}
      </CursorPagination>
    </>
  );
}

function NewButton() {
  return (
    <Button asChild variant="default">
      <Link to={paths.newEquipment()}>
        <Plus />
        New equipment
      </Link>
    </Button>
  );
}

function queryOf({ search, equipmentType, status, isUnderWarranty, sortBy, sortOrder }: EquipmentView) {
  return {
    search,
    equipmentType,
    status,
    isUnderWarranty: isUnderWarranty === undefined ? undefined : String(isUnderWarranty),
    sortBy: sortBy === "name" ? undefined : sortBy,
    sortOrder: sortOrder === "asc" ? undefined : sortOrder,
  };
}

type At = (change: Record<string, string | undefined>) => string;

function chipsOf({ search, equipmentType, status, isUnderWarranty }: EquipmentView, at: At): FilterChip[] {
  const warranty = isUnderWarranty ? "Under warranty" : "Out of warranty";
  return [
    ...(search ? [{ label: `“${search}”`, clearHref: at({ search: undefined }) }] : []),
    ...(equipmentType
      ? [{ label: EQUIPMENT_TYPE_LABELS[equipmentType], clearHref: at({ equipmentType: undefined }) }]
      : []),
    ...(status ? [{ label: EQUIPMENT_STATUS_LABELS[status], clearHref: at({ status: undefined }) }] : []),
    ...(isUnderWarranty === undefined ? [] : [{ label: warranty, clearHref: at({ isUnderWarranty: undefined }) }]),
  ];
}
