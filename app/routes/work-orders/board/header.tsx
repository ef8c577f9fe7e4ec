import { Link } from "@remix-run/react";
import { EmptyState } from "~/components/feedback/empty-state";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { List, Plus, SquareKanban } from "~/components/ui/icons";
import type { Choice } from "~/components/ui/native-select";
import type { Column } from "~/domain/work-orders/board";
import { paths } from "~/paths";
import { LiveStateMark } from "~/routes/work-orders/shared/live-state";
import { NoMatch } from "~/routes/work-orders/shared/no-match";
import { CARDS_ID } from "./card";
import { BoardFilters, type BoardQuery } from "./filters";

interface BoardHeaderProps {
  query: BoardQuery;
  technicians: readonly Choice[];
  columns: readonly Column[];
  mayAdd: boolean;
  isStale: boolean;
}

export function BoardHeader({ query, technicians, columns, mayAdd, isStale }: BoardHeaderProps) {
  const someCard = columns.flatMap((column) => column.items)[0];
  return (
    <div className="px-gutter pt-4">
      <a
        href={`#${CARDS_ID}`}
        className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:rounded-md focus:border focus:border-ring focus:bg-card focus:px-4 focus:py-2"
      >
        Skip to the cards
      </a>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-x-4">
            Kanban board
            <LiveStateMark isStale={isStale} />
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

/** Shown when the board has no cards: either there are no work orders yet, or none match. */
export function BoardEmpty({ query, mayAdd }: Pick<BoardHeaderProps, "query" | "mayAdd">) {
  if (Object.values(query).some(Boolean)) return <NoMatch showAll={paths.board()} />;
  return (
    <EmptyState
      icon={SquareKanban}
      title="No jobs on the board yet"
      action={
        mayAdd && (
          <Button variant="outline" asChild>
            <Link to={paths.newWorkOrder()}>Book the first work order</Link>
          </Button>
        )
      }
    >
      Every work order is a card in the column of its status. Drag cards to move jobs along.
    </EmptyState>
  );
}
