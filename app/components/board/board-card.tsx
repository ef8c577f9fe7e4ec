import { createContext, memo, useContext } from "react";
import type { Card, Mover } from "~/domain/work-orders/board";
import type { WorkOrderStatus } from "~/domain/work-orders/work-order";
import { cn } from "~/lib/utils";
import { cardElementId } from "./board-words";
import { CardFace } from "./card-face";
import { MoveMenu } from "./move-menu";

/** What every card of a board needs, and what does not change while one is dragged. */
export interface BoardFacts {
  mover: Mover;
  zone: string;
  onMove: (card: Card, to: WorkOrderStatus) => void;
  customerHref: (customerId: string) => string;
}

const Facts = createContext<BoardFacts | null>(null);
export const BoardFactsProvider = Facts.Provider;

/** One work order in its column. `lifted`: it is being dragged away. */
export const BoardCard = memo(function BoardCard({ card, lifted }: { card: Card; lifted: boolean }) {
  const facts = useContext(Facts);
  if (!facts) return null;
  const { mover, zone, onMove, customerHref } = facts;
  return (
    <li
      id={cardElementId(card.id)}
      className={cn(
        "flex select-none flex-col gap-1 rounded-md border border-border bg-card p-3 [-webkit-touch-callout:none]",
        "hover:border-input has-focus-visible:border-input",
        lifted && "opacity-40",
      )}
    >
      <CardFace
        card={card}
        zone={zone}
        menu={<MoveMenu card={card} mover={mover} onMove={onMove} customerHref={customerHref(card.customerId)} />}
      />
    </li>
  );
});
