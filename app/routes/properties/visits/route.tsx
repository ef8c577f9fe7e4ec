import { useLoaderData } from "@remix-run/react";
import { siteVisits } from "~/domain/sites/detail.server";
import { pageLoader } from "~/http/page-loader";
import { useSite } from "~/routes/properties/shared/use-site";
import { WorkOrderList } from "~/routes/properties/shared/work-order-list";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx, params }) => siteVisits(ctx, params.id ?? ""));

/** Upcoming jobs at the property, soonest first. */
export default function PropertyVisits() {
  const { items, isPartial } = useLoaderData<typeof loader>();
  return (
    <>
      <WorkOrderList
        jobs={items}
        zone={useSite().timeZone}
        empty="Nothing is booked here. Book a work order to plan the next visit."
      />
      {isPartial && <p className="pt-2 text-muted-foreground text-sm">Only the next {items.length} are listed.</p>}
    </>
  );
}
