import {
  type CollisionDetection,
  DndContext,
  DragOverlay,
  type KeyboardCoordinateGetter,
  type Modifier,
  type Over,
  useDroppable,
} from "@dnd-kit/core";
import { type RefObject, type SyntheticEvent, useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { toneText } from "~/components/ui/tone";
import { statusStyles } from "~/components/work-orders/status";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import { type Card, type Column, dropOn, type Mover } from "~/domain/work-orders/board";
import { BOARD_COLUMNS } from "~/domain/work-orders/work-order";
import {
  type DragListeners,
  DragSource,
  DropArea,
  dragAnnouncements,
  dropTarget,
  ignoreClickAfterDrag,
  underPointer,
  useDragSensors,
} from "~/lib/drag";
import { cn } from "~/lib/utils";
import { CardFace, cardElement, cardIdOf } from "./card";
import type { Dragging } from "./column";
import { dropLabel } from "./labels";

interface BoardDragProps {
  /** The element that contains the columns. */
  root: RefObject<HTMLElement>;
  columns: readonly Column[];
  mover: Mover;
  zone: string;
  dragging: Dragging | null;
  onListen: (listeners: DragListeners) => void;
  onDragging: (dragging: Dragging | null) => void;
  onDrop: (card: Card, to: WorkOrderStatus) => void;
}

/** Lets the board's cards be dragged between columns with mouse, touch and keyboard. */
export function BoardDrag({ root, columns, mover, zone, dragging, onListen, onDragging, onDrop }: BoardDragProps) {
  const isSmall = useIsSmallScreen();
  const { toNeighbor, startAt, underChoice } = useColumnSteps();
  const cards = useRef<{ columns: readonly Column[]; picked: Card | null; isDragging: boolean }>({
    columns,
    picked: null,
    isDragging: false,
  });
  cards.current.columns = columns;

  const pick = useCallback(({ type, target }: SyntheticEvent) => {
    if (cards.current.isDragging || !(target instanceof Element)) return null;
    // With the keyboard, a card is dragged by its title, so that Space on a button inside it presses the button.
    if (type === "keydown" && !target.matches("[data-title]")) return null;
    const cardId = cardIdOf(target);
    const card = cardId && cardIn(cards.current.columns, cardId);
    if (!card) return null;
    cards.current.picked = card;
    return cardElement(card.id);
  }, []);

  /** The card's current data, because it may have changed during the drag. */
  const draggedCard = () => {
    const { picked } = cards.current;
    return picked && (cardIn(columns, picked.id) ?? picked);
  };
  const end = () => {
    cards.current.isDragging = false;
    onDragging(null);
  };

  // If someone else moves the card during the drag, its element is replaced.
  const draggedId = dragging?.card.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cards are rendered from these
  useEffect(() => {
    const element = draggedId && cardElement(draggedId);
    if (!element) return;
    element.dataset.dragging = "";
    return () => {
      delete element.dataset.dragging;
    };
  }, [draggedId, columns]);

  return (
    <DndContext
      id="board"
      sensors={useDragSensors(toNeighbor)}
      collisionDetection={underChoice}
      autoScroll={!isSmall}
      accessibility={{
        announcements: announcementsFor(mover, draggedCard),
        screenReaderInstructions: { draggable: "" },
        restoreFocus: false,
      }}
      onDragStart={(start) => {
        ignoreClickAfterDrag(start);
        const card = draggedCard();
        if (!card) return;
        cards.current.isDragging = true;
        startAt(card.status);
        onDragging({ card, over: null });
      }}
      onDragOver={({ over }) => {
        const card = draggedCard();
        if (card) onDragging({ card, over: over && statusOf(over) });
      }}
      onDragEnd={(ended) => {
        const card = draggedCard();
        const on = dropTarget(ended);
        end();
        if (card && on) onDrop(card, statusOf(on));
      }}
      onDragCancel={end}
    >
      <DragSource pick={pick} onListen={onListen} />
      {BOARD_COLUMNS.map((status) => (
        <DropArea
          key={status}
          id={status}
          data={{ status }}
          isDisabled={isSmall}
          element={() => root.current?.querySelector(`[data-column=${status}]`) ?? null}
        />
      ))}
      {isSmall && dragging && <DropTray card={dragging.card} mover={mover} />}
      {createPortal(
        <DragOverlay dropAnimation={null} modifiers={isSmall ? [offsetFromFinger] : undefined}>
          {dragging && <DraggedCard card={dragging.card} zone={zone} isSmall={isSmall} />}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  );
}

const cardIn = (columns: readonly Column[], id: string): Card | undefined =>
  columns.flatMap(({ items }) => items).find((card) => card.id === id);

/** Guarantee: the only drop targets are columns, or their fields in the tray. */
const statusOf = ({ data }: Pick<Over, "data">): WorkOrderStatus => data.current?.status;

const trayId = (status: WorkOrderStatus) => `tray-${status}`;

/** On phones, which show one column at a time: every column as a drop target while a card is dragged. */
function DropTray({ card, mover }: { card: Card; mover: Mover }) {
  return createPortal(
    <div className="fixed inset-x-0 top-0 z-40 grid grid-cols-3 gap-2 border-border border-b bg-background p-2 shadow-popover">
      {BOARD_COLUMNS.map((status) => (
        <TrayField key={status} status={status} card={card} mover={mover} />
      ))}
    </div>,
    document.body,
  );
}

function TrayField({ status, card, mover }: { status: WorkOrderStatus; card: Card; mover: Mover }) {
  const { setNodeRef, isOver } = useDroppable({ id: trayId(status), data: { status } });
  const { icon: Icon, tone } = statusStyles[status];
  const drop = dropOn(card, status, mover);
  const isPossible = drop.kind === "moves" || drop.kind === "asks";
  return (
    <div
      ref={setNodeRef}
      data-drop={status}
      className={cn(
        "flex min-h-20 flex-col gap-1 overflow-hidden rounded-md border p-2 text-xs",
        isPossible ? "border-ring bg-card" : "border-border border-dashed text-muted-foreground",
        isOver && (isPossible ? "bg-link-soft" : "bg-muted"),
      )}
    >
      <span className="flex items-center gap-1.5 font-medium">
        <Icon aria-hidden="true" className={cn("size-3.5 shrink-0", toneText[tone])} />
        {STATUS_LABELS[status]}
      </span>
      {(isPossible || isOver) && <span className="line-clamp-3">{dropLabel(card, status, drop)}</span>}
    </div>
  );
}

/** The preview under the pointer; for touch, a small label that leaves the target below visible. */
function DraggedCard({ card, zone, isSmall }: { card: Card; zone: string; isSmall: boolean }) {
  if (isSmall) {
    return (
      <p className="w-44 truncate rounded-md border border-ring bg-card px-3 py-2 text-sm shadow-popover">
        <span className="text-muted-foreground tabular">{formatWorkOrderNumber(card.number)}</span> {card.title}
      </p>
    );
  }
  return (
    <div className="dense flex cursor-grabbing flex-col gap-1 rounded-md border border-ring bg-card p-3 text-body shadow-popover">
      <CardFace card={card} zone={zone} title={<p className="font-medium">{card.title}</p>} />
    </div>
  );
}

/** Moves the preview from the card's position to below the finger. */
const offsetFromFinger: Modifier = ({ activatorEvent, activeNodeRect, transform }) => {
  const touch = activatorEvent instanceof TouchEvent ? activatorEvent.touches[0] : undefined;
  if (!touch || !activeNodeRect) return transform;
  const x = transform.x + touch.clientX - activeNodeRect.left - 88;
  const y = transform.y + touch.clientY - activeNodeRect.top + 48;
  return { ...transform, x, y };
};

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Left and right move between columns, counted here because the board's drag state lags behind quick key presses. */
function useColumnSteps() {
  const at = useRef(0);
  const startAt = useCallback((status: WorkOrderStatus) => {
    at.current = BOARD_COLUMNS.indexOf(status);
  }, []);
  const toNeighbor: KeyboardCoordinateGetter = useCallback((event, { currentCoordinates, context }) => {
    const step = steps[event.code];
    if (step === undefined) return undefined;
    event.preventDefault();
    at.current = Math.min(Math.max(at.current + step, 0), BOARD_COLUMNS.length - 1);
    const status = BOARD_COLUMNS[at.current];
    if (!status) return currentCoordinates;
    const target = context.droppableRects.get(status) ?? context.droppableRects.get(trayId(status));
    return target ? { x: target.left, y: target.top + target.height / 2 } : currentCoordinates;
  }, []);
  // With the keyboard, the chosen column counts, which may be narrower than the card.
  const underChoice: CollisionDetection = useCallback((args) => {
    if (args.pointerCoordinates) return underPointer(args);
    const status = BOARD_COLUMNS[at.current];
    const ids: unknown[] = status ? [status, trayId(status)] : [];
    return args.droppableContainers
      .filter(({ id, disabled }) => !disabled && ids.includes(id))
      .map((droppableContainer) => ({ id: droppableContainer.id, data: { droppableContainer, value: 0 } }));
  }, []);
  return { startAt, toNeighbor, underChoice };
}

const smallScreen = "(width < 40rem)";

function watchScreen(changed: () => void): () => void {
  const query = window.matchMedia(smallScreen);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

function useIsSmallScreen(): boolean {
  return useSyncExternalStore(
    watchScreen,
    () => window.matchMedia(smallScreen).matches,
    () => false,
  );
}

function announcementsFor(mover: Mover, draggedCard: () => Card | null) {
  const numberOf = (card: Card | null) => (card ? formatWorkOrderNumber(card.number) : "");
  return dragAnnouncements({
    item: () => numberOf(draggedCard()),
    from: () => STATUS_LABELS[draggedCard()?.status ?? "unscheduled"],
    target: (over) => STATUS_LABELS[statusOf(over)],
    preview: (_active, over) => {
      const [card, status] = [draggedCard(), statusOf(over)];
      const name = STATUS_LABELS[status];
      if (!card) return name;
      const drop = dropOn(card, status, mover);
      const label = dropLabel(card, status, drop);
      return drop.kind === "refused" ? `${name}: not possible. ${label}` : `${name}: ${label}.`;
    },
  });
}
