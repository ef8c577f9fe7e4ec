import { Link } from "@remix-run/react";
import { EmptyState } from "~/components/feedback/empty-state";
import { Button } from "~/components/ui/button";
import { ClipboardList, SearchX } from "~/components/ui/icons";
import type { WorkOrderFilter } from "~/domain/work-orders/schema";
import { paths } from "~/paths";
import { isFiltered } from "~/routes/work-orders/shared/list-query";
import { NoMatch } from "~/routes/work-orders/shared/no-match";

type ListEmptyProps = {
  filter: WorkOrderFilter;
  office: boolean;
  /** URL for searching further, if only the newest part of the list was searched. */
  furtherHref: string | undefined;
  /** Opens the form of a new customer; null without permission. */
  newCustomerHref: string | null;
};

/** Shown when the list is empty: there are no work orders yet, or none match. */
export function ListEmpty({ filter, office, furtherHref, newCustomerHref }: ListEmptyProps) {
  if (filter.from && filter.to && filter.to < filter.from) {
    return (
      <EmptyState isOnAnyPage icon={SearchX} title="To is before From">
        Choose a last day that is not before the first.
      </EmptyState>
    );
  }
  if (furtherHref) {
    const isByStart = !filter.search && (filter.from || filter.to || filter.late || filter.sort === "start");
    return (
      <EmptyState
        isOnAnyPage
        icon={SearchX}
        title={isByStart ? "No matches in the first 100 jobs" : "No matches in the latest 100 jobs"}
        action={
          <Button variant="outline" asChild>
            <Link to={furtherHref}>{isByStart ? "Search later jobs" : "Search older jobs"}</Link>
          </Button>
        }
      >
        {isByStart ? "Later jobs may match." : "Older jobs may match."}
      </EmptyState>
    );
  }
  if (isFiltered(filter)) {
    return (
      <NoMatch showAll={paths.workOrders()}>
        {/* Whoever calls for the first time is in no list. */}
        {filter.search && newCustomerHref && (
          <Button variant="outline" asChild>
            <Link to={newCustomerHref} preventScrollReset>
              Add a new customer
            </Link>
          </Button>
        )}
      </NoMatch>
    );
  }
  return (
    <EmptyState
      icon={ClipboardList}
      title="No work orders yet"
      action={
        office && (
          <Button variant="outline" asChild>
            <Link to={paths.newWorkOrder()}>Create the first work order</Link>
          </Button>
        )
      }
      example={<p>WO-001 No heat upstairs · Ada Byron, 12 Oak Street · Fri, Nov 20, 8:30 AM · Luis</p>}
    >
      A work order follows a job from the call to the invoice: who, where, when and what was done.
    </EmptyState>
  );
}
