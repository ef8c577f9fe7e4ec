import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useSearchParams } from "@remix-run/react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FileLink } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { EmptyState } from "~/components/feedback/empty-state";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { AirVent } from "~/components/ui/icons";
import { listDesigns } from "~/domain/designs/load.server";
import { DesignView } from "~/domain/designs/schema";
import { allowMember } from "~/domain/shared/permissions";
import { counted } from "~/domain/shared/text/counted";
import { formatDay } from "~/domain/shared/time/date-format";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "System designer · Plenum" }];
export const handle: ShellHandle = { frame: "canvas" };

export const loader = pageLoader(async ({ ctx, url }) => {
  const view = DesignView.parse(Object.fromEntries(url.searchParams));
  return { ...(await listDesigns(ctx, view)), timeZone: allowMember(ctx).timeZone };
});

type Row = Awaited<ReturnType<typeof listDesigns>>["items"][number];

/** System layouts, most recently saved first. */
export default function Designs() {
  const { mayWrite, timeZone, ...page } = useLoaderData<typeof loader>();
  const { items } = page;
  const [search] = useSearchParams();
  const columns: Column<Row>[] = [
    {
      key: "title",
      header: "Design",
      card: "lead",
      cell: ({ title }) => title,
    },
    { key: "site", header: "Property", cell: ({ line1, city }) => (line1 ? `${line1}, ${city}` : "Not assigned") },
    { key: "customer", header: "Customer", cell: ({ customerName }) => customerName ?? "—" },
    { key: "parts", header: "Parts", numeric: true, cell: ({ parts }) => parts },
    { key: "version", header: "Version", numeric: true, cell: ({ version }) => version },
    {
      key: "saved",
      header: "Saved",
      cell: ({ updatedAt, updatedByName }) =>
        [formatDay(updatedAt, timeZone, true), updatedByName].filter(Boolean).join(" by "),
    },
  ];
  const create = mayWrite && (
    <Button asChild>
      <Link to={paths.newDesign(Object.fromEntries(search))} preventScrollReset>
        New design
      </Link>
    </Button>
  );
  return (
    <div className="px-gutter pt-4 pb-8">
      <PageHeader
        title="System designer"
        secondary={<FileLink href={paths.apiListFile("designs")} />}
        action={items.length > 0 && create}
      />
      <DataTable
        caption="Designs"
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.design(id)}
        empty={
          <EmptyState icon={AirVent} title="No designs yet" action={create}>
            Lay out equipment, ducts, line sets and controls for a property. Plenum checks static pressure, air
            velocity, returns and line-set length as you draw, and turns the layout into an estimate.
          </EmptyState>
        }
      />
      <CursorPagination page={page} href={paths.designer}>
        {counted(items.length, "design")}
      </CursorPagination>
      <Outlet />
    </div>
  );
}
