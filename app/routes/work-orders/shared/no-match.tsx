import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { EmptyState } from "~/components/feedback/empty-state";
import { Button } from "~/components/ui/button";
import { SearchX } from "~/components/ui/icons";

/** No work orders match the search and filters, although there are some. */
export function NoMatch({ showAll, children }: { showAll: string; children?: ReactNode }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No work orders match"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="outline" asChild>
            <Link to={showAll}>Show all work orders</Link>
          </Button>
          {children}
        </div>
      }
    >
      Try a different search or clear a filter.
    </EmptyState>
  );
}
