import { useLoaderData } from "@remix-run/react";
import { FileLink } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { counted } from "~/domain/shared/text/counted";
import { siteHistory } from "~/domain/sites/detail.server";
import { SiteHistoryView } from "~/domain/sites/schema";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { useSite } from "~/routes/properties/shared/use-site";
import { WorkOrderList } from "~/routes/properties/shared/work-order-list";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx, params, url }) =>
  siteHistory(ctx, params.id ?? "", SiteHistoryView.parse(Object.fromEntries(url.searchParams))),
);

/** All jobs at the property, newest first. */
export default function PropertyHistory() {
  const page = useLoaderData<typeof loader>();
  const { items } = page;
  const { id, number, timeZone } = useSite();
  return (
    <>
      {items.length > 0 && (
        <div className="flex justify-end pb-3">
          <FileLink href={paths.apiSiteHistoryFile(id)} size="sm" />
        </div>
      )}
      <WorkOrderList jobs={items} zone={timeZone} empty="No jobs at this property yet." />
      <CursorPagination page={page} href={(at) => paths.propertyTab(number, "history", at)}>
        {counted(items.length, "job")}
      </CursorPagination>
    </>
  );
}
