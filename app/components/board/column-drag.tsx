import {
  type CollisionDetection,
  DndContext,
  DragOverlay,
  type KeyboardCoordinateGetter,
  type Modifiers,
  type Over,
} from "@dnd-kit/core";
import { type ReactNode, type RefObject, type SyntheticEvent, useCallback, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
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

interface ColumnDragProps<Card extends { id: string }> {
  /** Id of the drag context, stable across renders. */
  id: string;
  /**
   * The element that contains the columns, each marked with `data-column`; a card is an `li` with the id `card-…`, its
   * title marked with `data-title`.
   */
  root: RefObject<HTMLElement>;
  columns: readonly { id: string; name: string; items: readonly Card[] }[];
  columnOf: (card: Card) => string;
  /** The card's name in announcements. */
  labelOf: (card: Card) => string;
  /** What a drop on a column would do, for announcements; by default the column's name. */
  preview?: (card: Card, columnId: string) => string;
  /** The preview under the pointer. */
  overlay: (card: Card) => ReactNode;
  modifiers?: Modifiers;
  /** Drop targets that replace the columns while a card is dragged, each with the id `trayId` of its column. */
  tray?: (card: Card) => ReactNode;
  onListen: (listeners: DragListeners) => void;
  /** The column a card is dragged over, and the card; both null once the drag ends. */
  onOver: (columnId: string | null, card: Card | null) => void;
  onDrop: (card: Card, columnId: string) => void;
}

export const trayId = (columnId: string) => `tray-${columnId}`;

/** Lets cards be dragged between columns with mouse, touch and keyboard. */
export function ColumnDrag<Card extends { id: string }>(props: ColumnDragProps<Card>) {
  const { id: contextId, root, columns, columnOf, labelOf, preview, overlay, modifiers, tray } = props;
  const { onListen, onOver, onDrop } = props;
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const picked = useRef<Card | null>(null);
  const now = useRef({ columns, isDragging: false });
  now.current = { columns, isDragging: draggedId !== null };
  const steps = useColumnSteps(now);

  const pick = useCallback(({ type, target }: SyntheticEvent) => {
    if (now.current.isDragging || !(target instanceof Element)) return null;
    // With the keyboard, a card is dragged by its title, so that Space on a button inside it presses the button.
    if (type === "keydown" && !target.matches("[data-title]")) return null;
    const element = target.closest<HTMLElement>("li[id^=card-]");
    picked.current = (element && cardIn(now.current.columns, element.id.slice("card-".length))) ?? null;
    return picked.current && element;
  }, []);

  /** The card's current data, because it may have changed during the drag. */
  const draggedCard = () => picked.current && (cardIn(columns, picked.current.id) ?? picked.current);
  const withDragged = <Value,>(read: (card: Card) => Value): Value | null => {
    const card = draggedCard();
    return card && read(card);
  };
  const end = () => {
    setDraggedId(null);
    onOver(null, null);
  };
  const nameOf = (id: string | null) => columns.find((column) => column.id === id)?.name ?? "";

  // If someone else moves the card during the drag, its element is replaced.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cards are rendered from these
  useEffect(() => {
    const element = draggedId && document.getElementById(`card-${draggedId}`);
    if (!element) return;
    element.dataset.dragging = "";
    return () => {
      delete element.dataset.dragging;
    };
  }, [draggedId, columns]);

  const dragged = draggedId === null ? null : draggedCard();
  return (
    <DndContext
      id={contextId}
      sensors={useDragSensors(steps.toNeighbor)}
      collisionDetection={steps.underChoice}
      autoScroll={!tray}
      accessibility={{
        announcements: dragAnnouncements({
          item: () => withDragged(labelOf) ?? "",
          from: () => nameOf(withDragged(columnOf)),
          target: (over) => nameOf(columnIdOf(over)),
          preview: (_active, over) =>
            withDragged((card) => preview?.(card, columnIdOf(over))) ?? nameOf(columnIdOf(over)),
        }),
        screenReaderInstructions: { draggable: "" },
        restoreFocus: false,
      }}
      onDragStart={(start) => {
        ignoreClickAfterDrag(start);
        const card = draggedCard();
        if (!card) return;
        steps.startAt(columnOf(card));
        setDraggedId(card.id);
        onOver(null, card);
      }}
      onDragOver={({ over }) => onOver(over && columnIdOf(over), draggedCard())}
      onDragEnd={(ended) => {
        const card = draggedCard();
        const on = dropTarget(ended);
        end();
        if (card && on) onDrop(card, columnIdOf(on));
      }}
      onDragCancel={end}
    >
      <DragSource pick={pick} onListen={onListen} />
      {columns.map(({ id }) => (
        <DropArea
          key={id}
          id={id}
          data={{ columnId: id }}
          isDisabled={tray !== undefined}
          element={() => root.current?.querySelector(`[data-column="${CSS.escape(id)}"]`) ?? null}
        />
      ))}
      {dragged && tray?.(dragged)}
      {createPortal(
        <DragOverlay dropAnimation={null} modifiers={modifiers}>
          {dragged && overlay(dragged)}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  );
}

type Columns<Card> = readonly { id: string; items: readonly Card[] }[];

const cardIn = <Card extends { id: string }>(columns: Columns<Card>, id: string): Card | undefined =>
  columns.flatMap(({ items }) => items).find((card) => card.id === id);

/** Guarantee: the only drop targets are columns, or their fields in the tray. */
const columnIdOf = ({ data }: Pick<Over, "data">): string => data.current?.columnId;

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Left and right move between columns, counted here because the board's drag state lags behind quick key presses. */
function useColumnSteps(now: RefObject<{ columns: readonly { id: string }[] }>) {
  const at = useRef(0);
  const idAt = useCallback((index: number) => now.current?.columns[index]?.id ?? "", [now]);
  const startAt = (columnId: string) => {
    at.current = now.current?.columns.findIndex(({ id }) => id === columnId) ?? 0;
  };
  const toNeighbor: KeyboardCoordinateGetter = useCallback(
    (event, { currentCoordinates, context }) => {
      const step = STEPS[event.code];
      if (step === undefined) return undefined;
      event.preventDefault();
      at.current = Math.min(Math.max(at.current + step, 0), (now.current?.columns.length ?? 1) - 1);
      const id = idAt(at.current);
      const target = context.droppableRects.get(id) ?? context.droppableRects.get(trayId(id));
      return target ? { x: target.left, y: target.top + target.height / 2 } : currentCoordinates;
    },
    [now, idAt],
  );
  // With the keyboard, the chosen column counts, which may be narrower than the card.
  const underChoice: CollisionDetection = useCallback(
    (args) => {
      if (args.pointerCoordinates) return underPointer(args);
      const id = idAt(at.current);
      const ids: unknown[] = [id, trayId(id)];
      return args.droppableContainers
        .filter(({ id, disabled }) => !disabled && ids.includes(id))
        .map((droppableContainer) => ({ id: droppableContainer.id, data: { droppableContainer, value: 0 } }));
    },
    [idAt],
  );
  return { startAt, toNeighbor, underChoice };
}
