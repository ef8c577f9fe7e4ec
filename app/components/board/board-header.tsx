import { Link } from "@remix-run/react";
import { List, Plus } from "lucide-react";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import type { Choice } from "~/components/ui/select";
import type { Column } from "~/domain/work-orders/board";
import { LiveStateMark } from "~/lib/live/live-state";
import { paths } from "~/paths";
import { BoardFilters, type BoardQuery } from "./board-filters";

interface BoardHeaderProps {
  query: BoardQuery;
  technicians: readonly Choice[];
  columns: readonly Column[];
  mayAdd: boolean;
  stale: boolean;
}

export function BoardHeader({ query, technicians, columns, mayAdd, stale }: BoardHeaderProps) {
  const someCard = columns.flatMap((column) => column.items)[0];
  return (
    <div className="px-gutter pt-4">
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-x-4">
            Kanban board
            <LiveStateMark behind={stale} />
          </span>
        }
        secondary={
          <Button variant="outline" asChild>
            <Link to={paths.workOrders({ ...query })}>
              <List />
              List
            </Link>
          </Button>
        }
        action={
          mayAdd && (
            <Button asChild variant="default">
              <Link to={paths.newWorkOrder()}>
                <Plus />
                New work order
              </Link>
            </Button>
          )
        }
      />
      <BoardFilters query={query} technicians={technicians} customerName={someCard?.customerName} />
    </div>
  );
}
