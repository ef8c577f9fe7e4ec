import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { listTechnicians } from "~/domain/technicians/list.server";
import { TechnicianListView } from "~/domain/technicians/schema";
import { pageLoader } from "~/http/page-loader";
import { withFallback } from "~/http/with-fallback.server";
import { paths } from "~/paths";
import { ListEmpty, ListFilters, ListPages } from "./list-parts";
import { TechnicianTable } from "./technician-table";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Technicians · Plenum" }];

const nothing: Awaited<ReturnType<typeof listTechnicians>> = {
  items: [],
  nextCursor: null,
  previousCursor: null,
  total: 0,
  teams: [],
};

export const loader = pageLoader(async ({ ctx, url }) => {
  const query = Object.fromEntries(url.searchParams);
  // Older links had these screens in the query.
  if (query.view === "free") throw redirect(paths.availableTechnicians({ from: query.from, skills: query.skills }));
  if (query.holidays) throw redirect(paths.holidays());
  const view = TechnicianListView.parse(query);
  return { ...(await withFallback({ ctx, url }, () => listTechnicians(ctx, view), nothing)), view };
});

export default function TechnicianList() {
  const { items, view, failed, teams, ...pages } = useLoaderData<typeof loader>();
  return (
    <>
      <ListFilters view={view} teams={teams} />
      <TechnicianTable rows={items} empty={<ListEmpty view={view} failed={failed} />} />
      <ListPages view={view} shown={items.length} {...pages} />
      <Outlet />
    </>
  );
}
