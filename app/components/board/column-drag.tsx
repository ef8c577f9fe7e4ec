import { DndContext, DragOverlay, type KeyboardCoordinateGetter } from "@dnd-kit/core";
import { type ReactNode, type RefObject, type SyntheticEvent, useCallback, useRef, useState } from "react";
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
  /** The preview under the pointer. */
  overlay: (card: Card) => ReactNode;
  onListen: (listeners: DragListeners) => void;
  onOver: (columnId: string | null) => void;
  onDrop: (card: Card, columnId: string) => void;
}

/** Lets cards be dragged between columns with mouse, touch and keyboard. */
export function ColumnDrag<Card extends { id: string }>(props: ColumnDragProps<Card>) {
  const { id: contextId, root, columns, columnOf, labelOf, overlay, onListen, onOver, onDrop } = props;
  const [dragged, setDragged] = useState<Card | null>(null);
  const picked = useRef<Card | null>(null);
  const at = useRef(0);
  const now = useRef(columns);
  now.current = columns;

  const pick = useCallback(({ type, target }: SyntheticEvent) => {
    if (!(target instanceof Element)) return null;
    // With the keyboard, a card is dragged by its title, so that Space on a button inside it presses the button.
    if (type === "keydown" && !target.matches("[data-title]")) return null;
    const element = target.closest<HTMLElement>("li[id^=card-]");
    picked.current = now.current.flatMap(({ items }) => items).find(({ id }) => element?.id === `card-${id}`) ?? null;
    return picked.current && element;
  }, []);
  const toNeighbor: KeyboardCoordinateGetter = useCallback((event, { currentCoordinates, context }) => {
    const step = STEPS[event.code];
    if (step === undefined) return undefined;
    event.preventDefault();
    at.current = Math.min(Math.max(at.current + step, 0), now.current.length - 1);
    const target = context.droppableRects.get(now.current[at.current]?.id ?? "");
    return target ? { x: target.left + 8, y: target.top + target.height / 2 } : currentCoordinates;
  }, []);
  const end = () => {
    setDragged(null);
    onOver(null);
  };
  const nameOf = (id: unknown) => columns.find((column) => column.id === id)?.name ?? "";
  return (
    <DndContext
      id={contextId}
      sensors={useDragSensors(toNeighbor)}
      collisionDetection={underPointer}
      accessibility={{
        announcements: dragAnnouncements({
          item: () => (picked.current ? labelOf(picked.current) : ""),
          from: () => nameOf(picked.current && columnOf(picked.current)),
          target: (over) => nameOf(over.id),
          preview: (_active, over) => nameOf(over.id),
        }),
        screenReaderInstructions: { draggable: "" },
        restoreFocus: false,
      }}
      onDragStart={(start) => {
        ignoreClickAfterDrag(start);
        const card = picked.current;
        at.current = columns.findIndex(({ id }) => card !== null && id === columnOf(card));
        setDragged(card);
      }}
      onDragOver={({ over }) => onOver(over ? String(over.id) : null)}
      onDragEnd={(ended) => {
        const on = dropTarget(ended);
        end();
        if (picked.current && on) onDrop(picked.current, String(on.id));
      }}
      onDragCancel={end}
    >
      <DragSource pick={pick} onListen={onListen} />
      {columns.map(({ id }) => (
        <DropArea
          key={id}
          id={id}
          element={() => root.current?.querySelector(`[data-column="${CSS.escape(id)}"]`) ?? null}
        />
      ))}
      {createPortal(
        <DragOverlay dropAnimation={null}>
          {dragged && (
            <div className="dense flex cursor-grabbing flex-col gap-1 rounded-md border border-ring bg-card p-3 text-body shadow-popover">
              {overlay(dragged)}
            </div>
          )}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  );
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
