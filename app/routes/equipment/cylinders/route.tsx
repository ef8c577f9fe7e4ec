import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useSearchParams } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FilterBar, FilterSelect } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { SecondLine } from "~/components/data-table/second-line";
import { EmptyValue } from "~/components/empty-value";
import { EmptyState } from "~/components/feedback/empty-state";
import { Button } from "~/components/ui/button";
import { Gauge } from "~/components/ui/icons";
import { CYLINDER_KIND_LABELS, pounds } from "~/domain/refrigerant/cylinders/cylinder";
import { type Cylinder, listCylinders } from "~/domain/refrigerant/cylinders/list.server";
import { CylinderView } from "~/domain/refrigerant/cylinders/schema";
import { counted } from "~/domain/shared/text/counted";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { CylinderBadge } from "~/routes/equipment/shared/cylinder-badge";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Cylinders · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const filter = CylinderView.parse(Object.fromEntries(url.searchParams));
  return { filter, ...(await listCylinders(ctx, filter)) };
});

const columns: readonly Column<Cylinder>[] = [
  {
    key: "number",
    header: "Cylinder",
    className: "w-[26%]",
    cell: ({ number, refrigerant, kind }) => (
      <>
        {number}
        <SecondLine>
          {refrigerant} · {CYLINDER_KIND_LABELS[kind]}
        </SecondLine>
      </>
    ),
  },
  {
    key: "holder",
    header: "Assigned to",
    cell: ({ holderName, status }) => (status === "returned" ? <EmptyValue /> : (holderName ?? "Shop")),
  },
  { key: "net", header: "Holds", numeric: true, cell: ({ netMilliLb }) => pounds(netMilliLb) },
  { key: "gross", header: "On the scale", numeric: true, cell: ({ grossMilliLb }) => pounds(grossMilliLb) },
  { key: "state", header: "State", card: "corner", cell: (row) => <CylinderBadge cylinder={row} /> },
];

const lists = [
  { value: "to_weigh", label: "Needs weighing" },
  { value: "returned", label: "Returned" },
];

/** The business's refrigerant cylinders by number, with their contents and holder. */
export default function Cylinders() {
  const { filter, mayWrite, ...page } = useLoaderData<typeof loader>();
  const { items } = page;
  const [search] = useSearchParams();
  const { q, list } = filter;
  const shown = list === "here" ? undefined : list;
  const isFiltered = Boolean(q) || shown !== undefined;
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-2">
        {mayWrite && (
          <Button variant="outline" asChild>
            <Link to={paths.newCylinder(Object.fromEntries(search))} preventScrollReset>
              Add cylinder
            </Link>
          </Button>
        )}
        <Button variant="outline" asChild>
          <Link to={paths.cylinderVariance()}>Variance by technician</Link>
        </Button>
        {mayWrite && (
          <Button variant="outline" asChild>
            <Link to={paths.disposals()}>Disposal log</Link>
          </Button>
        )}
      </div>
      <FilterBar
        search={{ name: "q", value: q ?? "", label: "Cylinder number" }}
        fileHref={paths.apiListFile("refrigerant-cylinders", { q, list: shown })}
      >
        <FilterSelect name="list" label="Show" any="On hand" value={shown ?? ""} choices={lists} />
      </FilterBar>
      <DataTable
        caption="Refrigerant cylinders"
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.cylinder(id)}
        empty={
          <EmptyState
            icon={Gauge}
            title={isFiltered ? "No cylinder matches" : "No cylinders yet"}
            action={
              isFiltered ? (
                <Button variant="outline" asChild>
                  <Link to={paths.cylinders()}>Clear search and filter</Link>
                </Button>
              ) : (
                mayWrite && (
                  <Button variant="outline" asChild>
                    <Link to={paths.newCylinder()} preventScrollReset>
                      Add the first cylinder
                    </Link>
                  </Button>
                )
              )
            }
          >
            See what each cylinder weighed before and after every use, who has it and how much is left.
          </EmptyState>
        }
      />
      <CursorPagination page={page} href={(at) => paths.cylinders({ q, list: shown, ...at })}>
        {counted(items.length, "cylinder")}
      </CursorPagination>
      <Outlet />
    </>
  );
}
