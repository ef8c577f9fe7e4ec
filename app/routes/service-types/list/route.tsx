import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import type { z } from "zod";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FilterBar, type FilterChip, FilterSelect } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { EmptyValue } from "~/components/empty-value";
import { EmptyState } from "~/components/feedback/empty-state";
import { MoneyText } from "~/components/money-text";
import { PageHeader } from "~/components/page-header";
import { AddStarterTypes } from "~/components/service-types/add-starter-types";
import { Button } from "~/components/ui/button";
import { ListChecks, Plus } from "~/components/ui/icons";
import { listServiceTypes, type ServiceTypeRow } from "~/domain/service-types/list.server";
import { ServiceTypeListView } from "~/domain/service-types/schema";
import { SERVICE_CATEGORIES, SERVICE_CATEGORY_LABELS } from "~/domain/service-types/service-type";
import { choicesOf } from "~/domain/shared/choices";
import { formatDuration } from "~/domain/shared/time/date-format";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { ActiveBadge, CategoryBadge } from "~/routes/service-types/shared/badges";

export { ErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Service types · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const view = ServiceTypeListView.parse(Object.fromEntries(url.searchParams));
  return { ...(await listServiceTypes(ctx, view)), view };
});

type View = z.output<typeof ServiceTypeListView>;

const categories = choicesOf(SERVICE_CATEGORIES, SERVICE_CATEGORY_LABELS);
const states = [
  { value: "true", label: "Active" },
  { value: "false", label: "Archived" },
];

export default function ServiceTypes() {
  const { view, rights, ...page } = useLoaderData<typeof loader>();
  const { items, total } = page;
  const query = queryOf(view);
  const chips = chipsOf(view);
  return (
    <>
      <PageHeader title="Service types" count={total ?? undefined} action={rights.write && <NewButton />} />
      <FilterBar
        search={{ name: "search", value: view.search ?? "", label: "Name" }}
        chips={chips}
        clearHref={paths.serviceTypes()}
        fileHref={paths.apiListFile("service-types", query)}
      >
        <FilterSelect
          name="category"
          label="Category"
          any="Any category"
          value={view.category ?? ""}
          choices={categories}
        />
        <FilterSelect name="active" label="Status" any="Any status" value={query.active ?? ""} choices={states} />
      </FilterBar>
      <ServiceTypeTable
        rows={items}
        empty={
          chips.length > 0 ? (
            <EmptyState icon={ListChecks} title="No service type matches">
              Try a different search or clear a filter.
            </EmptyState>
          ) : (
            <EmptyState
              icon={ListChecks}
              title="No service types yet"
              action={<AddStarterTypes />}
              example="Furnace tune-up, 60 min, $149, 9 tasks from filter to combustion test"
            >
              Set up each kind of job once: duration, price, required skills, parts and checklist.
            </EmptyState>
          )
        }
      />
      <CursorPagination page={page} href={(at) => paths.serviceTypes({ ...query, ...at })}>
        {total === null ? `${items.length} shown` : `${items.length} of ${total}`}
      </CursorPagination>
      <Outlet />
    </>
  );
}

function NewButton() {
  const [search] = useSearchParams();
  return (
    <Button asChild variant="default">
      <Link to={paths.newServiceType(Object.fromEntries(search))} preventScrollReset>
        <Plus />
        New service type
      </Link>
    </Button>
  );
}

function queryOf({ search, category, active }: View) {
  return { search, category, active: active === undefined ? undefined : String(active) };
}

function chipsOf(view: View): FilterChip[] {
  const { search, category, active } = view;
  const without = (name: keyof ReturnType<typeof queryOf>) =>
    paths.serviceTypes({ ...queryOf(view), [name]: undefined });
  return [
    ...(search ? [{ label: `“${search}”`, clearHref: without("search") }] : []),
    ...(category ? [{ label: SERVICE_CATEGORY_LABELS[category], clearHref: without("category") }] : []),
    ...(active === undefined ? [] : [{ label: active ? "Active" : "Archived", clearHref: without("active") }]),
  ];
}

const columns: readonly Column<ServiceTypeRow>[] = [
  { key: "name", header: "Name", cell: (row) => row.name, className: "w-[32%]" },
  { key: "status", header: "Status", card: "corner", cell: (row) => <ActiveBadge active={row.active} /> },
  { key: "category", header: "Category", cell: (row) => <CategoryBadge category={row.category} /> },
  { key: "duration", header: "Duration", numeric: true, cell: (row) => formatDuration(row.durationMinutes) },
  {
    key: "price",
    header: "Price",
    numeric: true,
    cell: (row) => (row.priceMinor === null ? <EmptyValue /> : <MoneyText minor={row.priceMinor} />),
  },
  { key: "tasks", header: "Tasks", numeric: true, cell: (row) => row.taskCount || <EmptyValue /> },
  { key: "jobs", header: "Jobs booked", numeric: true, cell: (row) => row.jobs || <EmptyValue /> },
];

function ServiceTypeTable({ rows, empty }: { rows: readonly ServiceTypeRow[]; empty: ReactNode }) {
  return (
    <DataTable
      caption="Service types"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={(row) => paths.serviceType(row.id)}
      empty={empty}
    />
  );
}
