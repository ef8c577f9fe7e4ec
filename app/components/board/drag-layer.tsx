import {
  type Active,
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  DragOverlay,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  type Over,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { type Card, dropOn, type Mover } from "~/domain/work-orders/board";
import {
  BOARD_COLUMNS,
  formatWorkOrderNumber,
  STATUS_LABELS,
  type WorkOrderStatus,
} from "~/domain/work-orders/work-order";
import { dropWords } from "./board-words";
import { CardHandle } from "./card-handle";
import { besideFinger, CardInHand } from "./card-in-hand";
import { ColumnTarget } from "./column-target";
import { DropTray } from "./drop-tray";

export interface Dragged {
  card: Card;
  over: WorkOrderStatus | null;
}

export interface DragLayerProps {
  cards: readonly Card[];
  mover: Mover;
  zone: string;
  onDrag: (dragged: Dragged | null) => void;
  onDrop: (card: Card, to: WorkOrderStatus) => void;
}

const statusOf = (over: Pick<Over, "id"> | null) => BOARD_COLUMNS.find((status) => status === over?.id) ?? null;

/** By the pointer what lies under it, by the keyboard what is nearest. */
const underPointer: CollisionDetection = (args) =>
  args.pointerCoordinates ? pointerWithin(args) : closestCenter(args);

const smallScreen = "(width < 40rem)";
const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
const keys = { start: ["Space"], cancel: ["Escape"], end: ["Space", "Enter", "Tab"] };

/** Laid over the board once it stands there: lets its cards be dragged with mouse, finger and keyboard. */
export function DragLayer({ cards, mover, zone, onDrag, onDrop }: DragLayerProps) {
  const [card, setCard] = useState<Card | null>(null);
  const small = useSmallScreen();
  const byId = useMemo(() => new Map(cards.map((one) => [one.id, one])), [cards]);
  const { begin, toNeighbour } = useSteps();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: toNeighbour, keyboardCodes: keys }),
  );
  const cardOf = (active: Active) => byId.get(String(active.id)) ?? null;
  const end = () => {
    setCard(null);
    onDrag(null);
  };
  return (
    <DndContext
      id="board"
      sensors={sensors}
      collisionDetection={underPointer}
      autoScroll={!small}
      accessibility={{ announcements: announcements(cardOf, mover), screenReaderInstructions: { draggable: "" } }}
      onDragStart={({ active }) => {
        const lifted = cardOf(active);
        setCard(lifted);
        if (lifted) begin(lifted);
        onDrag(lifted && { card: lifted, over: null });
      }}
      onDragOver={({ active, over }) => {
        const lifted = cardOf(active);
        onDrag(lifted && { card: lifted, over: statusOf(over) });
      }}
      onDragEnd={({ active, over }) => {
        const lifted = cardOf(active);
        const to = statusOf(over);
        end();
        if (lifted && to) onDrop(lifted, to);
      }}
      onDragCancel={end}
    >
      {cards.map((one) => (
        <CardHandle key={`${one.status} ${one.id}`} id={one.id} />
      ))}
      {!small && BOARD_COLUMNS.map((status) => <ColumnTarget key={status} status={status} />)}
      {small && card && <DropTray card={card} mover={mover} />}
      {createPortal(
        <DragOverlay dropAnimation={null} modifiers={small ? [besideFinger] : undefined}>
          {card && <CardInHand card={card} zone={zone} small={small} />}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  );
}

/** Left and right go from column to column, counted here: what the board knows of the drag lags behind quick keys. */
function useSteps() {
  const at = useRef(0);
  const begin = useCallback((card: Card) => {
    at.current = BOARD_COLUMNS.indexOf(card.status);
  }, []);
  const toNeighbour: KeyboardCoordinateGetter = useCallback((event, { currentCoordinates, context }) => {
    const step = steps[event.code];
    if (step === undefined) return undefined;
    event.preventDefault();
    at.current = Math.min(Math.max(at.current + step, 0), BOARD_COLUMNS.length - 1);
    const column = context.droppableRects.get(BOARD_COLUMNS[at.current] ?? "");
    return column ? { x: column.left, y: column.top + column.height / 2 } : currentCoordinates;
  }, []);
  return { begin, toNeighbour };
}

function useSmallScreen(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(smallScreen);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => window.matchMedia(smallScreen).matches,
  );
}

/** What a screen reader hears of a drag. */
function announcements(cardOf: (active: Active) => Card | null, mover: Mover): Announcements {
  const told = (active: Active, over: Over | null, words: (card: Card, to: WorkOrderStatus) => string) => {
    const card = cardOf(active);
    const to = statusOf(over);
    return card && to ? words(card, to) : undefined;
  };
  const reference = (card: Card) => formatWorkOrderNumber(card.number);
  return {
    onDragStart: ({ active }) => {
      const card = cardOf(active);
      return card ? `Picked up ${reference(card)}, ${STATUS_LABELS[card.status]}.` : undefined;
    },
    onDragOver: ({ active, over }) =>
      told(active, over, (card, to) => {
        const drop = dropOn(card, to, mover);
        const words = dropWords(card, to, drop);
        return drop.kind === "refused"
          ? `${STATUS_LABELS[to]}: not possible. ${words}`
          : `${STATUS_LABELS[to]}: ${words}.`;
      }),
    onDragEnd: ({ active, over }) =>
      told(active, over, (card, to) => `${reference(card)} let go over ${STATUS_LABELS[to]}.`),
    onDragCancel: ({ active }) => {
      const card = cardOf(active);
      return card ? `${reference(card)} stays in ${STATUS_LABELS[card.status]}.` : undefined;
    },
  };
}
