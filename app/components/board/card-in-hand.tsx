import type { Modifier } from "@dnd-kit/core";
import type { Card } from "~/domain/work-orders/board";
import { formatWorkOrderNumber } from "~/domain/work-orders/work-order";
import { CardFace } from "./card-face";

/** The copy under the pointer; beside a finger only a slip, so that the field below stays in sight. */
export function CardInHand({ card, zone, small }: { card: Card; zone: string; small: boolean }) {
  if (small) {
    return (
      <p className="w-44 truncate rounded-md border border-ring bg-card px-3 py-2 text-sm shadow-popover">
        <span className="text-muted-foreground tabular">{formatWorkOrderNumber(card.number)}</span> {card.title}
      </p>
    );
  }
  return (
    <div className="dense flex cursor-grabbing flex-col gap-1 rounded-md border border-ring bg-card p-3 text-body shadow-popover">
      <CardFace card={card} zone={zone} copy />
    </div>
  );
}

/** Moves what is in hand from its place on the card to below the finger. */
export const besideFinger: Modifier = ({ activatorEvent, activeNodeRect, transform }) => {
  const touch = activatorEvent instanceof TouchEvent ? activatorEvent.touches[0] : undefined;
  if (!touch || !activeNodeRect) return transform;
  const x = transform.x + touch.clientX - activeNodeRect.left - 88;
  const y = transform.y + touch.clientY - activeNodeRect.top + 48;
  return { ...transform, x, y };
};
