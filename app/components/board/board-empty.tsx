import { Link } from "@remix-run/react";
import { SquareKanban } from "lucide-react";
import { EmptyState } from "~/components/feedback/empty-state";
import { Button } from "~/components/ui/button";
import { NoMatch } from "~/components/work-orders/no-match";
import { paths } from "~/paths";
import type { BoardQuery } from "./board-filters";

/** No card on the whole board: because there is no work order yet, or because none matches. */
export function BoardEmpty({ query, mayAdd }: { query: BoardQuery; mayAdd: boolean }) {
  if (Object.values(query).some(Boolean)) return <NoMatch showAll={paths.board()} />;
  return (
    <EmptyState
      icon={SquareKanban}
      title="Nothing on the board yet"
      action={
        mayAdd && (
          <Button variant="outline" asChild>
            <Link to={paths.newWorkOrder()}>Book the first work order</Link>
          </Button>
        )
      }
    >
      Every work order is a card here, in the column of its state, and goes on by being dragged.
    </EmptyState>
  );
}
