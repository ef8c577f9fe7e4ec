import { Link } from "@remix-run/react";
import { createContext, memo, type ReactNode, useContext, useEffect, useRef } from "react";
import { CardItem } from "~/components/board/card-item";
import { DateText } from "~/components/date-text";
import { EmptyValue } from "~/components/empty-value";
import { Avatar } from "~/components/ui/avatar";
import { Ban, CalendarClock, CirclePause } from "~/components/ui/icons";
import { PriorityMark } from "~/components/work-orders/priority";
import { formatRelative } from "~/domain/shared/time/date-format";
import { formatArrivalWindow, intervalOf, windowOf } from "~/domain/technicians/arrival-window";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { isOver, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import type { Card, Mover } from "~/domain/work-orders/board";
import { useNow } from "~/lib/clock";
import { cn } from "~/lib/utils";
import { UnsafeMark } from "~/routes/work-orders/shared/unsafe-mark";
import { reasonOf, shortName } from "./labels";
import { MoveMenu } from "./move-menu";

/** Shared by every card of a board, and constant during a drag. */
interface BoardContext {
  mover: Mover;
  /** The business's time zone. */
  zone: string;
  onMove: (card: Card, to: WorkOrderStatus) => void;
  customerHref: (customerId: string) => string;
  cardHref: (number: number) => string;
}

const Board = createContext<BoardContext | null>(null);
export const BoardProvider = Board.Provider;

const ELEMENT_ID_PREFIX = "card-";
/** Id of the element that contains the columns. */
export const CARDS_ID = "cards";
export const HOW_TO_MOVE_ID = "how-to-move";

const cardElement = (cardId: string) => document.getElementById(ELEMENT_ID_PREFIX + cardId);

/** Id of the card that contains an element. */
function cardIdOf(element: Element): string | null {
  return element.closest(`li[id^='${ELEMENT_ID_PREFIX}']`)?.id.slice(ELEMENT_ID_PREFIX.length) ?? null;
}

/**
 * One work order in its column: dragged by the whole card with a pointer, by its title with the keyboard. Rendered
 * again only when it changes, because a board has hundreds.
 */
export const BoardCard = memo(
  function BoardCard({ card }: { card: Card }) {
    const board = useContext(Board);
    if (!board) throw new Error("A card belongs on a board");
    const { mover, zone, onMove, customerHref, cardHref } = board;
    return (
      <CardItem id={ELEMENT_ID_PREFIX + card.id}>
        <CardFace
          card={card}
          zone={zone}
          menu={<MoveMenu card={card} mover={mover} onMove={onMove} customerHref={customerHref(card.customerId)} />}
          title={
            <Link
              to={cardHref(card.number)}
              preventScrollReset
              draggable={false}
              data-title=""
              aria-describedby={HOW_TO_MOVE_ID}
              className="line-clamp-2 rounded-sm font-medium hover:text-link"
            >
              {card.title}
            </Link>
          }
        />
      </CardItem>
    );
  },
  (a, b) => isSameCard(a.card, b.card),
);

/** Compares by value, since a reload creates new objects. */
function isSameCard(a: Card, b: Card): boolean {
  const others = new Map(Object.entries(b));
  return Object.entries(a).every(([name, value]) => others.get(name) === value);
}

/** In a narrow column an emergency is on a line of its own, and an arrival window is marked by its icon. */
const onOwnLine = "@max-[15rem]/column:order-1 @max-[15rem]/column:col-span-full @max-[15rem]/column:mr-auto";
const timeStyle = "ml-auto shrink-0 text-xs";

interface CardFaceProps {
  card: Card;
  zone: string;
  title: ReactNode;
  menu?: ReactNode;
}

/** A card's title, customer, place, technician, time, and any reason it is on hold. */
export function CardFace({ card, zone, title, menu }: CardFaceProps) {
  const reason = reasonOf(card);
  const window = intervalOf(windowOf(card));
  const ReasonIcon = card.holdReason ? CirclePause : Ban;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 text-sm @max-[15rem]/column:grid @max-[15rem]/column:grid-cols-[1fr_auto_auto] @max-[15rem]/column:gap-x-0.5">
        <span className="mr-auto text-muted-foreground tabular @max-[15rem]/column:text-xs">
          {formatWorkOrderNumber(card.number)}
        </span>
        {/* Most jobs have normal priority, so only others are marked. */}
        {card.priority !== "normal" && (
          <PriorityMark
            priority={card.priority}
            className={cn("text-xs", card.priority === "emergency" && onOwnLine)}
          />
        )}
        {menu}
      </div>
      {title}
      <p className="truncate text-muted-foreground text-sm">{`${card.customerName} · ${card.line1}`}</p>
      {card.unsafe && <UnsafeMark className="text-sm" />}
      {reason && (
        <p className={`flex items-center gap-1.5 text-sm ${card.holdReason ? "text-warn" : "text-bad"}`}>
          <ReasonIcon aria-hidden="true" className="size-3.5 shrink-0" />
          {reason}
        </p>
      )}
      <div className="mt-1 flex flex-wrap items-center gap-x-2 text-sm">
        {card.technicianName ? (
          <>
            <Avatar name={card.technicianName} size="small" />
            <span title={card.technicianName} className="truncate">
              {shortName(card.technicianName)}
            </span>
          </>
        ) : (
          <EmptyValue className="truncate">Unassigned</EmptyValue>
        )}
        <CardTime card={card} zone={zone} />
      </div>
      {window && !isOver(card.status) && (
        <p className="flex items-center justify-end gap-0.5 text-muted-foreground text-xs tabular tracking-tight">
          <CalendarClock aria-hidden="true" className="size-3 shrink-0" />
          <span className="@max-[15rem]/column:sr-only">Promised </span>
          {formatArrivalWindow(window, card.timeZone ?? zone)}
        </p>
      )}
    </>
  );
}

/** The scheduled start, or how long an unscheduled job has been waiting. */
function CardTime({ card, zone }: Pick<CardFaceProps, "card" | "zone">) {
  const { scheduledStart, late, createdAt } = card;
  const now = useNow();
  if (!scheduledStart) {
    if (card.status !== "unscheduled") return null;
    const age = formatRelative(Date.parse(createdAt), now);
    return (
      <small className={cn(timeStyle, "text-muted-foreground")}>{age === "just now" ? "New" : `Added ${age}`}</small>
    );
  }
  return (
    <small className={cn(timeStyle, late ? "font-medium text-bad" : "text-muted-foreground")}>
      {late && "Late: "}
      <DateText at={scheduledStart} zone={card.timeZone ?? zone} style="soon" />
    </small>
  );
}

/** Keeps the focus on a card when it moves to another column, whoever moved it. */
export function useFocusWithCard(): void {
  const last = useRef<{ cardId: string; element: Element } | null>(null);

  // Only the browser knows which card has the focus, and it loses it when the card is removed from its column.
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      const cardId = target instanceof Element ? cardIdOf(target) : null;
      last.current = cardId && target instanceof Element ? { cardId, element: target } : null;
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, []);

  // After every render, because the card may be elsewhere now.
  useEffect(() => {
    const had = last.current;
    if (!had || had.element.isConnected || document.activeElement !== document.body) return;
    cardElement(had.cardId)?.querySelector("a")?.focus({ preventScroll: true });
  });
}
