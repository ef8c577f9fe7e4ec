import type { ReactNode } from "react";
import { Card } from "~/components/ui/card";

/** A card in a column of a board, with its id as the element's: `card-…`. */
export function CardItem({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Card
      as="li"
      id={id}
      className="flex touch-manipulation select-none flex-col gap-1 p-3 [-webkit-touch-callout:none] hover:border-input has-focus-visible:border-input data-dragging:opacity-40 @max-[15rem]/column:p-2.5"
    >
      {children}
    </Card>
  );
}

/** A card's preview under the pointer while it is dragged. */
export function CardPreview({ children }: { children: ReactNode }) {
  return (
    <div className="dense flex cursor-grabbing flex-col gap-1 rounded-md border border-ring bg-card p-3 text-body shadow-popover">
      {children}
    </div>
  );
}
