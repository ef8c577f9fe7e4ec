import { Link } from "@remix-run/react";
import { createContext, memo, type ReactNode, useContext, useEffect, useRef } from "react";
import { DateText } from "~/components/date-text";
import { Avatar } from "~/components/ui/avatar";
import { Ban, CalendarClock, CirclePause } from "~/components/ui/icons";
import { PriorityMark } from "~/components/work-orders/priority";
import { UnsafeMark } from "~/components/work-orders/unsafe-mark";
import { formatRelative } from "~/domain/shared/date-format";
import { formatArrivalWindow, intervalOf, windowOf } from "~/domain/technicians/arrival-window";
import { type Card, isOver, type Mover } from "~/domain/work-orders/board";
import { formatWorkOrderNumber, type WorkOrderStatus } from "~/domain/work-orders/work-order";
import { useNow } from "~/lib/clock";
import { paths } from "~/paths";
import { reasonOf, shortName } from "./labels";
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
/** What holds the columns. */
export const CARDS_ID = "cards";
export const HOW_TO_MOVE_ID = "how-to-move";

export const cardElement = (cardId: string) => document.getElementById(ELEMENT_ID_PREFIX + cardId);

/** Of the card around an element. */
export function cardIdOf(element: Element): string | null {
  return element.closest(`li[id^='${ELEMENT_ID_PREFIX}']`)?.id.slice(ELEMENT_ID_PREFIX.length) ?? null;
}

/**
 * One work order in its column: the whole of it is dragged by pointer, its title by keyboard. Drawn anew only when it
 * changes: a board has hundreds.
 */
export const BoardCard = memo(
  function BoardCard({ card }: { card: Card }) {
    const board = useContext(Board);
    if (!board) throw new Error("A card belongs on a board");
    const { mover, zone, onMove, customerHref } = board;
    return (
      <li id={ELEMENT_ID_PREFIX + card.id} className="board-card">
        <CardFace
          card={card}
          zone={zone}
          menu={<MoveMenu card={card} mover={mover} onMove={onMove} customerHref={customerHref(card.customerId)} />}
          title={
            <Link
              to={paths.workOrder(card.number)}
              draggable={false}
              data-title=""
              aria-describedby={HOW_TO_MOVE_ID}
              className="card-title"
            >
              {card.title}
            </Link>
          }
        />
      </li>
    );
  },
  (a, b) => isSameCard(a.card, b.card),
);

/** Read anew it is another object. */
function isSameCard(a: Card, b: Card): boolean {
  const others = new Map(Object.entries(b));
  return Object.entries(a).every(([name, value]) => others.get(name) === value);
}

interface CardFaceProps {
  card: Card;
  zone: string;
  title: ReactNode;
  menu?: ReactNode;
}

/** What, for whom, where, who goes, when, and why not now. */
export function CardFace({ card, zone, title, menu }: CardFaceProps) {
  const reason = reasonOf(card);
  const window = intervalOf(windowOf(card));
  const ReasonIcon = card.holdReason ? CirclePause : Ban;
  return (
    <>
      <div className="card-top">
        <span>{formatWorkOrderNumber(card.number)}</span>
        {/* Normal is what most are: a mark on every card would be on none. */}
        {card.priority !== "normal" && <PriorityMark priority={card.priority} className="text-xs" />}
        {menu}
      </div>
      {title}
      <p className="card-line">{`${card.customerName} · ${card.line1}`}</p>
      {card.unsafe && <UnsafeMark className="text-sm" />}
      {reason && (
        <p className={`flex items-center gap-1.5 text-sm ${card.holdReason ? "text-warn" : "text-bad"}`}>
          <ReasonIcon aria-hidden="true" className="size-3.5 shrink-0" />
          {reason}
        </p>
      )}
      <div className="card-foot">
        {card.technicianName ? (
          <>
            <Avatar name={card.technicianName} size="small" />
            <span title={card.technicianName}>{shortName(card.technicianName)}</span>
          </>
        ) : (
          <span className="no-value">Unassigned</span>
        )}
        <CardTime card={card} zone={zone} />
      </div>
      {window && !isOver(card.status) && (
        <p className="flex items-center justify-end gap-0.5 text-muted-foreground text-xs tabular tracking-tight">
          <CalendarClock aria-hidden="true" className="size-3 shrink-0" />
          <span className="card-word">Promised </span>
          {formatArrivalWindow(window, zone)}
        </p>
      )}
    </>
  );
}

/** When it is to begin; for how long it waits where it has no time. */
function CardTime({ card, zone }: Pick<CardFaceProps, "card" | "zone">) {
  const { scheduledStart, late, createdAt } = card;
  const now = useNow();
  if (!scheduledStart) {
    if (card.status !== "unscheduled") return null;
    const age = formatRelative(Date.parse(createdAt), now);
    return <small>{age === "just now" ? "New" : `Added ${age}`}</small>;
  }
  return (
    <small className={late ? "font-medium text-bad" : undefined}>
      {late && "Late: "}
      <DateText at={scheduledStart} zone={zone} style="soon" />
    </small>
  );
}

/** A card that changes its column, by whomever, takes the focus with it where it had it. */
export function useFocusWithCard(): void {
  const last = useRef<{ cardId: string; element: Element } | null>(null);

  // Which card has the focus is known to the browser alone, and forgotten when the card is taken out of its column.
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      const cardId = target instanceof Element ? cardIdOf(target) : null;
      last.current = cardId && target instanceof Element ? { cardId, element: target } : null;
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, []);

  // After every drawing: the card may stand elsewhere now.
  useEffect(() => {
    const had = last.current;
    if (!had || had.element.isConnected || document.activeElement !== document.body) return;
    cardElement(had.cardId)?.querySelector("a")?.focus({ preventScroll: true });
  });
}
