import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { FilterBar, type FilterChip, FilterSelect } from "~/components/data-table/filter-bar";
import { Pagination } from "~/components/data-table/pagination";
import { EmptyState } from "~/components/feedback/empty-state";
import { VectorMap } from "~/components/map/vector-map";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { House } from "~/components/ui/icons";
import { statesOf } from "~/domain/maps/fips";
import { choicesOf } from "~/domain/shared/choices";
import { listSites } from "~/domain/sites/list.server";
import { SiteListView } from "~/domain/sites/schema";
import { OCCUPANCIES, OCCUPANCY_LABELS } from "~/domain/sites/site";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { SiteTable } from "./site-table";

export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Properties · Plenum" }];

const PAGE = 25;

export const loader = pageLoader(async ({ ctx, url }) => {
  const view = SiteListView.parse(Object.fromEntries(url.searchParams));
  return { ...(await listSites(ctx, { ...view, limit: PAGE })), view };
});

const occupancies = choicesOf(OCCUPANCIES, OCCUPANCY_LABELS);
const mapChoices = [
  { value: "on", label: "On the map" },
  { value: "off", label: "Not on the map" },
];

type View = SiteListView;

/** Properties of all customers, with their addresses. */
export default function Properties() {
  const { items, view, nextCursor, previousCursor, seesJobs, mayWrite } = useLoaderData<typeof loader>();
  const [chosen, setChosen] = useState<string | null>(null);
  const query = { search: view.search || undefined, occupancy: view.occupancy, map: view.map };
  const href = (change: Partial<Record<string, string | undefined>>) => paths.properties({ ...query, ...change });
  const chips = chipsOf(view, href);
  const pins = items.flatMap(({ id, point, line1, city, customerName }) =>
    point
      ? [{ id, point, title: [`${line1}, ${city}`, customerName].filter(Boolean).join(", "), className: "text-link" }]
      : [],
  );
  const missing = items.length - pins.length;
  return (
    <>
      <PageHeader title="Properties" />
      <FilterBar
        search={{ name: "search", value: view.search, label: "Street, city, ZIP, name or phone" }}
        chips={chips}
        clearHref={paths.properties()}
        fileHref={paths.apiListFile("sites", query)}
      >
        <FilterSelect
          name="occupancy"
          label="Occupancy"
          any="Any occupancy"
          value={view.occupancy ?? ""}
          choices={occupancies}
        />
        <FilterSelect name="map" label="Location" any="Any location" value={view.map ?? ""} choices={mapChoices} />
      </FilterBar>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <SiteTable
            rows={items}
            seesJobs={seesJobs}
            empty={<NoSites filtered={chips.length > 0} mayWrite={mayWrite} />}
          />
          {items.length > 0 && (
            <Pagination
              previousHref={previousCursor ? href({ before: previousCursor }) : undefined}
              nextHref={nextCursor ? href({ cursor: nextCursor }) : undefined}
            >
              {`${items.length} shown${view.search ? ", newest first" : ""}`}
            </Pagination>
          )}
        </div>
        {pins.length > 0 && (
          <aside aria-label="Map of the properties shown" className="top-20 flex flex-col gap-2 xl:sticky">
            <VectorMap
              label="Properties shown"
              pins={pins}
              states={statesOf(items.map(({ state }) => state))}
              selected={chosen}
              onSelect={setChosen}
              className="h-64 xl:h-96"
            />
            <Chosen site={items.find(({ id }) => id === chosen)} />
            {missing > 0 && (
              <p className="text-muted-foreground text-sm">
                {missing === 1 ? "1 of these is" : `${missing} of these are`} not on the map.{" "}
                <Link to={href({ map: "off", cursor: undefined })} className="text-link underline underline-offset-4">
                  Show what is missing
                </Link>
              </p>
            )}
          </aside>
        )}
      </div>
    </>
  );
}

function Chosen({
  site,
}: {
  site: { number: number; line1: string; city: string; customerName: string | null } | undefined;
}) {
  if (!site) return null;
  return (
    <p className="text-sm">
      <Link to={paths.property(site.number)} className="text-link underline underline-offset-4">
        {site.line1}, {site.city}
      </Link>
      {site.customerName && <span className="block text-muted-foreground">{site.customerName}</span>}
    </p>
  );
}

function NoSites({ filtered, mayWrite }: { filtered: boolean; mayWrite: boolean }) {
  if (filtered) {
    return (
      <EmptyState
        icon={House}
        title="No property matches"
        action={
          <Button variant="outline" asChild>
            <Link to={paths.properties()}>Clear search and filters</Link>
          </Button>
        }
      >
        Each word must match the start of a word in the address, the customer's or a contact's name, or a phone number.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={House}
      title="No properties yet"
      action={
        mayWrite && (
          <Button asChild>
            <Link to={paths.newCustomer()}>New customer</Link>
          </Button>
        )
      }
      example="4120 N Oakland Ave, Milwaukee, rented, gate code 4471, tenant on the second floor"
    >
      Every service address of your customers, with its equipment, contacts and how to get in.
    </EmptyState>
  );
}

function chipsOf({ search, occupancy, map }: View, href: (change: Record<string, undefined>) => string): FilterChip[] {
  return [
    ...(search ? [{ label: `“${search}”`, clearHref: href({ search: undefined }) }] : []),
    ...(occupancy ? [{ label: OCCUPANCY_LABELS[occupancy], clearHref: href({ occupancy: undefined }) }] : []),
    ...(map ? [{ label: map === "on" ? "On the map" : "Not on the map", clearHref: href({ map: undefined }) }] : []),
  ];
}
