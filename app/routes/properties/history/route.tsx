import { useLoaderData } from "@remix-run/react";
import { FileLink } from "~/components/data-table/filter-bar";
import { Pagination } from "~/components/data-table/pagination";
import { siteHistory } from "~/domain/sites/detail.server";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { useSite } from "~/routes/properties/shared/use-site";
import { WorkOrderList } from "~/routes/properties/shared/work-order-list";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

const PAGE = 25;

export const loader = pageLoader(({ ctx, params, url }) =>
  siteHistory(ctx, params.id ?? "", { limit: PAGE, cursor: url.searchParams.get("cursor") ?? undefined }),
);

/** All jobs at the property, newest first. */
export default function PropertyHistory() {
  const { items, nextCursor } = useLoaderData<typeof loader>();
  const { id, number, timeZone } = useSite();
  return (
    <>
      {items.length > 0 && (
        <div className="flex justify-end pb-3">
          <FileLink href={paths.apiSiteHistoryFile(id)} size="sm" />
        </div>
      )}
      <WorkOrderList jobs={items} zone={timeZone} empty="No jobs at this property yet." />
      {nextCursor && (
        <Pagination
          nextHref={paths.propertyTab(number, "history", { cursor: nextCursor })}
        >{`${items.length} jobs`}</Pagination>
      )}
    </>
  );
}
