import type { ComponentProps } from "react";
import { CardPreview } from "~/components/board/card-item";
import { ColumnDrag } from "~/components/board/column-drag";
import { formatIssueNumber } from "~/domain/issues/issue";
import type { Card } from "./route";

type BoardDragProps = Pick<
  ComponentProps<typeof ColumnDrag<Card>>,
  "root" | "columns" | "onListen" | "onOver" | "onDrop"
>;

/** Lets issues be dragged between states. */
export function BoardDrag(props: BoardDragProps) {
  return (
    <ColumnDrag
      {...props}
      id="issue-board"
      columnOf={({ stateId }) => stateId}
      labelOf={({ number }) => formatIssueNumber(number)}
      overlay={({ number, title }) => (
        <CardPreview>
          <span className="text-muted-foreground text-sm tabular">{formatIssueNumber(number)}</span>
          <p className="font-medium">{title}</p>
        </CardPreview>
      )}
    />
  );
}
