import { DndContext, DragOverlay, type KeyboardCoordinateGetter } from "@dnd-kit/core";
import { type RefObject, type SyntheticEvent, useCallback, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { formatIssueNumber } from "~/domain/issues/issue";
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
import type { BoardData, Card } from "./route";

interface BoardDragProps {
  /** What holds the columns. */
  root: RefObject<HTMLElement>;
  columns: BoardData["columns"];
  onListen: (listeners: DragListeners) => void;
  onOver: (stateId: string | null) => void;
  onDrop: (card: Card, stateId: string) => void;
}

/** Lets cards be dragged from column to column with mouse, finger and keyboard. */
export function BoardDrag({ root, columns, onListen, onOver, onDrop }: BoardDragProps) {
  const [dragged, setDragged] = useState<Card | null>(null);
  const picked = useRef<Card | null>(null);
  const at = useRef(0);
  const now = useRef(columns);
  now.current = columns;

  const pick = useCallback(({ type, target }: SyntheticEvent) => {
    if (!(target instanceof Element)) return null;
    // By keyboard a card is dragged by its title: Space on a button within is the button's.
    if (type === "keydown" && !target.matches("[data-title]")) return null;
    const element = target.closest<HTMLElement>("li[id^=card-]");
    picked.current = cardsOf(now.current).find(({ id }) => element?.id === `card-${id}`) ?? null;
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
      id="issue-board"
      sensors={useDragSensors(toNeighbor)}
      collisionDetection={underPointer}
      accessibility={{
        announcements: dragAnnouncements({
          item: () => (picked.current ? formatIssueNumber(picked.current.number) : ""),
          from: () => nameOf(picked.current?.stateId),
          target: (over) => nameOf(over.id),
          preview: (_active, over) => nameOf(over.id),
        }),
        screenReaderInstructions: { draggable: "" },
        restoreFocus: false,
      }}
      onDragStart={(start) => {
        ignoreClickAfterDrag(start);
        at.current = columns.findIndex(({ id }) => id === picked.current?.stateId);
        setDragged(picked.current);
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
              <span className="text-muted-foreground text-sm tabular">{formatIssueNumber(dragged.number)}</span>
              <p className="font-medium">{dragged.title}</p>
            </div>
          )}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  );
}

const cardsOf = (columns: BoardData["columns"]) => columns.flatMap(({ items }) => items);

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
