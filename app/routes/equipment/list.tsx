import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { AirVent, Plus } from "lucide-react";
import { FilterBar, type FilterChip, FilterSelect } from "~/components/data-table/filter-bar";
import { Pagination } from "~/components/data-table/pagination";
import { EquipmentTable } from "~/components/equipment/equipment-table";
import { Fleet } from "~/components/equipment/fleet";
import { EmptyState } from "~/components/feedback/empty-state";
import { PageHeader } from "~/components/page-header";
import { TabsNav } from "~/components/tabs-nav";
import { Button } from "~/components/ui/button";
import { healthDashboard, listEquipment, maintenanceDue } from "~/domain/equipment/list.server";
import {
  EQUIPMENT_STATUS_LABELS,
  EQUIPMENT_STATUSES,
  EQUIPMENT_TYPE_LABELS,
  EQUIPMENT_TYPES,
  MAINTENANCE_LOOK_AHEAD_DAYS,
} from "~/domain/equipment/rules";
import { EquipmentView } from "~/domain/equipment/schema";
import type { Unit } from "~/domain/equipment/unit.server";
import { allow, can } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export const meta: MetaFunction = () => [{ title: "Equipment · Plenum" }];

const looksAhead = [7, 30, 60, 90];

/** `view` is the list, `health` or `due`; the list's filters and order are in the address too. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const asked = url.searchParams.get("view");
  const mayWrite = can(allow(ctx, "equipment.read"), "equipment.write");
  if (asked === "health") return { view: asked, mayWrite, fleet: await healthDashboard(ctx) } as const;
  if (asked === "due") {
    const wished = Number(url.searchParams.get("daysAhead"));
    const days = looksAhead.includes(wished) ? wished : MAINTENANCE_LOOK_AHEAD_DAYS;
    return { view: asked, mayWrite, days, due: await maintenanceDue(ctx, days) } as const;
  }
  const filter = EquipmentView.parse(Object.fromEntries(url.searchParams));
  return { view: "list", mayWrite, filter, list: await listEquipment(ctx, filter) } as const;
});

export default function Equipment() {
  const data = useLoaderData<typeof loader>();
  const { view, mayWrite } = data;
  return (
    <>
      <PageHeader
        title="Equipment"
        count={data.view === "list" ? (data.list.total ?? undefined) : undefined}
        action={mayWrite && <NewButton />}
      />
      <TabsNav
        label="Views of equipment"
        tabs={[
          { to: paths.equipmentList(), label: "All equipment", current: view === "list" },
          { to: paths.equipmentList({ view: "health" }), label: "Health", current: view === "health" },
          { to: paths.equipmentList({ view: "due" }), label: "Maintenance due", current: view === "due" },
        ]}
      />
      {data.view === "list" && <All {...data} />}
      {data.view === "health" && (
        <>
          <Fleet fleet={data.fleet} />
          <h2 className="pb-3 font-semibold">Needs attention, the worst first</h2>
          <EquipmentTable
            rows={data.fleet.worst}
            href={hrefOf}
            reasons
            empty={
              <EmptyState icon={AirVent} title="Nothing needs attention">
                No alerts, nothing due, no warranty about to end, and health of 70 or more everywhere.
              </EmptyState>
            }
          />
        </>
      )}
      {data.view === "due" && (
        <>
          <nav aria-label="Look ahead" className="flex flex-wrap gap-2 pb-4">
            {looksAhead.map((days) => (
              <Link
                key={days}
                to={paths.equipmentList({ view: "due", daysAhead: String(days) })}
                aria-current={days === data.days ? "true" : undefined}
                className="chip"
              >
                {days} days
              </Link>
            ))}
          </nav>
          <EquipmentTable
            rows={data.due}
            href={hrefOf}
            empty={
              <EmptyState icon={AirVent} title={`Nothing is due within ${data.days} days`}>
                Give units a maintenance plan and their visits show here ahead of time.
              </EmptyState>
            }
          />
        </>
      )}
    </>
  );
}

const hrefOf = (unit: Unit) => paths.equipment(unit.id);

const types = EQUIPMENT_TYPES.map((value) => ({ value, label: EQUIPMENT_TYPE_LABELS[value] }));
const statuses = EQUIPMENT_STATUSES.map((value) => ({ value, label: EQUIPMENT_STATUS_LABELS[value] }));
const warranties = [
  { value: "true", label: "Under warranty" },
  { value: "false", label: "Out of warranty" },
];
const orders = [
  { value: "healthScore", label: "By health" },
  { value: "nextMaintenanceDate", label: "By next maintenance" },
  { value: "warrantyExpirationDate", label: "By end of warranty" },
  { value: "installDate", label: "By age" },
  { value: "manufacturer", label: "By manufacturer" },
  { value: "createdAt", label: "By entry" },
];

type AllProps = { filter: EquipmentView; list: Awaited<ReturnType<typeof listEquipment>>; mayWrite: boolean };

function All({ filter, list, mayWrite }: AllProps) {
  const query = queryOf(filter);
  const at = (change: Record<string, string | undefined>) => paths.equipmentList({ ...query, ...change });
  const chips = chipsOf(filter, at);
  return (
    <>
      <FilterBar
        search={{ name: "search", value: filter.search ?? "", label: "Name, model, serial or customer" }}
        chips={chips}
        clearHref={paths.equipmentList()}
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
        <FilterSelect name="sortBy" label="Order" any="By name" value={query.sortBy ?? ""} choices={orders} />
        <FilterSelect
          name="sortOrder"
          label="Direction"
          any="Ascending"
          value={query.sortOrder ?? ""}
          choices={[{ value: "desc", label: "Descending" }]}
        />
      </FilterBar>
      <EquipmentTable
        rows={list.items}
        href={hrefOf}
        empty={
          chips.length > 0 ? (
            <EmptyState icon={AirVent} title="No equipment matches">
              Try other words, or fewer filters.
            </EmptyState>
          ) : (
            <EmptyState
              icon={AirVent}
              title="No equipment yet"
              action={mayWrite && <NewButton />}
              example="Gas furnace, Carrier 59TP6A080, basement, installed 2019-10-04, warranty until 2029-10-04"
            >
              What stands at your customers' sites: its age, warranty, refrigerant and the visits that keep it well.
            </EmptyState>
          )
        }
      />
      {(list.previousCursor || list.nextCursor) && (
        <Pagination
          previousHref={list.previousCursor ? at({ before: list.previousCursor }) : undefined}
          nextHref={list.nextCursor ? at({ cursor: list.nextCursor }) : undefined}
        >
          {list.total === null ? "The newest 200 that match" : `${list.items.length} of ${list.total}`}
        </Pagination>
      )}
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
