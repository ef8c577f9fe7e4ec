import type { ComponentProps } from "react";
import { CardPreview } from "~/components/board/card-item";
import { ColumnDrag } from "~/components/board/column-drag";
import { formatLeadNumber } from "~/domain/leads/lead";
import type { Card } from "./route";

type LeadDragProps = Pick<
  ComponentProps<typeof ColumnDrag<Card>>,
  "root" | "columns" | "onListen" | "onOver" | "onDrop"
>;

/** Lets leads be dragged between stages. */
export function LeadDrag(props: LeadDragProps) {
  return (
    <ColumnDrag
      {...props}
      id="lead-board"
      columnOf={({ stage }) => stage}
      labelOf={({ name }) => name}
      overlay={({ number, name }) => (
        <CardPreview>
          <span className="text-muted-foreground text-sm tabular">{formatLeadNumber(number)}</span>
          <p className="font-medium">{name}</p>
        </CardPreview>
      )}
    />
  );
}
