import { Link } from "@remix-run/react";
import { EmptyState } from "~/components/feedback/empty-state";
import { Button } from "~/components/ui/button";
import { SearchX } from "~/components/ui/icons";

/** No work orders match the search and filters, although there are some. */
export function NoMatch({ showAll }: { showAll: string }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No work orders match"
      action={
        <Button variant="outline" asChild>
          <Link to={showAll}>Show all work orders</Link>
        </Button>
      }
    >
      Try a different search or clear a filter.
    </EmptyState>
  );
}
