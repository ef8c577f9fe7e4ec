import { useDraggable } from "@dnd-kit/core";
import { Link } from "@remix-run/react";
import { Ban, CirclePause } from "lucide-react";
import { createContext, memo, type ReactNode, useContext, useEffect, useRef } from "react";
import { AvatarName } from "~/components/avatar-name";
import { DateText } from "~/components/date-text";
import { PriorityMark } from "~/components/work-orders/priority";
import type { Card, Mover } from "~/domain/work-orders/board";
import { formatWorkOrderNumber, type WorkOrderStatus } from "~/domain/work-orders/work-order";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { reasonOf } from "./labels";
import { MoveMenu } from "./move-menu";

/** What every card of a board needs, and what does not change while one is dragged. */
interface BoardContext {
  mover: Mover;
  /** Of the organization: every time on the board is by one clock. */
  zone: string;
  onMove: (card: Card, to: WorkOrderStatus) => void;
  customerHref: (customerId: string) => string;
}

const Board = createContext<BoardContext | null>(null);
export const BoardProvider = Board.Provider;

const ELEMENT_ID_PREFIX = "card-";

/** One work order in its column: the whole of it is dragged by pointer, its title by keyboard. */
export function BoardCard({ card }: { card: Card }) {
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: card.id,
    data: { card },
  });
  return (
    <li
      ref={setNodeRef}
      id={ELEMENT_ID_PREFIX + card.id}
      {...listeners}
      className={cn(
        "flex touch-manipulation select-none flex-col gap-1 rounded-md border border-border bg-card p-3 [-webkit-touch-callout:none]",
        "hover:border-input has-focus-visible:border-input",
        isDragging && "opacity-40",
      )}
    >
      <CardContent card={card} titleRef={setActivatorNodeRef} howToMoveId={attributes["aria-describedby"]} />
    </li>
  );
}

interface CardContentProps {
  card: Card;
  titleRef: (element: HTMLElement | null) => void;
  /** Tells how a card is moved by keyboard. */
  howToMoveId: string;
}

/** Every card hears of every drag: what it shows is drawn again only when it changes. */
const CardContent = memo(function CardContent({ card, titleRef, howToMoveId }: CardContentProps) {
  const board = useContext(Board);
  if (!board) throw new Error("A card belongs on a board");
  const { mover, zone, onMove, customerHref } = board;
  return (
    <CardFace
      card={card}
      zone={zone}
      menu={<MoveMenu card={card} mover={mover} onMove={onMove} customerHref={customerHref(card.customerId)} />}
      title={
        <Link
          ref={titleRef}
          to={paths.workOrder(card.number)}
          draggable={false}
          aria-describedby={howToMoveId}
          className="line-clamp-2 rounded-sm font-medium hover:text-link"
        >
          {card.title}
        </Link>
      }
    />
  );
});

interface CardFaceProps {
  card: Card;
  zone: string;
  title: ReactNode;
  menu?: ReactNode;
}

/** What, for whom, where, who goes, when, and why not now. */
export function CardFace({ card, zone, title, menu }: CardFaceProps) {
  const reason = reasonOf(card);
  const ReasonIcon = card.holdReason ? CirclePause : Ban;
  return (
    <>
      <div className="flex items-center gap-2 text-sm">
        <span className="text-muted-foreground tabular">{formatWorkOrderNumber(card.number)}</span>
        <PriorityMark priority={card.priority} className="ml-auto text-xs" />
        {menu}
      </div>
      {title}
      <p className="truncate text-muted-foreground text-sm">
        {card.customerName} · {card.city}
      </p>
      {reason && (
        <p className={`flex items-center gap-1.5 text-sm ${card.holdReason ? "text-warn" : "text-bad"}`}>
          <ReasonIcon aria-hidden="true" className="size-3.5 shrink-0" />
          {reason}
        </p>
      )}
      <div className="mt-1 flex items-center justify-between gap-2 text-sm">
        {card.technicianName ? (
          <AvatarName name={card.technicianName} />
        ) : (
          <span className="text-subtle-foreground">Unassigned</span>
        )}
        {card.scheduledStart && (
          <DateText at={card.scheduledStart} zone={zone} className="shrink-0 text-muted-foreground text-xs" />
        )}
      </div>
    </>
  );
}

/** A card that changes its column, by whomever, takes the focus with it where it had it. */
export function useFocusWithCard(): void {
  const last = useRef<{ cardId: string; element: Element } | null>(null);

  // Which card has the focus is known to the browser alone, and forgotten when the card is taken out of its column.
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      const card = target instanceof Element ? target.closest(`li[id^='${ELEMENT_ID_PREFIX}']`) : null;
      last.current = card && target instanceof Element ? { cardId: card.id, element: target } : null;
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, []);

  // After every drawing: the card may stand elsewhere now.
  useEffect(() => {
    const had = last.current;
    if (!had || had.element.isConnected || document.activeElement !== document.body) return;
    document.getElementById(had.cardId)?.querySelector("a")?.focus({ preventScroll: true });
  });
}
