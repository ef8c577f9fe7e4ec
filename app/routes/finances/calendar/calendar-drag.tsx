import { DndContext, DragOverlay } from "@dnd-kit/core";
import { type RefObject, type SyntheticEvent, useCallback, useEffect, useRef, useState } from "react";
import { formatDate } from "~/domain/shared/time/date-format";
import type { CivilDate } from "~/domain/shared/time/dates";
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
import { type GridDay, type GridEntry, shownId } from "./calendar-view";

interface CalendarDragProps {
  /** The element that contains the days, each marked with `data-day`, and the entries' links, each with its `shownId`. */
  root: RefObject<HTMLElement>;
  days: readonly GridDay[];
  onListen: (listeners: DragListeners) => void;
  onDrop: (entry: GridEntry, to: CivilDate) => void;
}

/** Lets entries be dragged to another day with mouse and touch; with the keyboard, the arrow keys move them. */
export function CalendarDrag({ root, days, onListen, onDrop }: CalendarDragProps) {
  const [dragged, setDragged] = useState<GridEntry | null>(null);
  const picked = useRef<{ entry: GridEntry; element: HTMLElement } | null>(null);
  const now = useRef({ days, isDragging: false });
  now.current = { days, isDragging: dragged !== null };

  const pick = useCallback(({ target }: SyntheticEvent) => {
    if (now.current.isDragging) return null;
    const element = target instanceof Element ? target.closest<HTMLElement>("[data-entry]") : null;
    const entry = now.current.days
      .flatMap(({ entries }) => entries)
      .find((each) => shownId(each) === element?.dataset.entry);
    picked.current = element && entry ? { entry, element } : null;
    return picked.current?.element ?? null;
  }, []);

  // The calendar's elements are rendered elsewhere.
  useEffect(() => {
    const element = dragged && picked.current?.element;
    if (!element) return;
    element.dataset.dragging = "";
    return () => {
      delete element.dataset.dragging;
    };
  }, [dragged]);

  return (
    <DndContext
      id="calendar"
      sensors={useDragSensors()}
      collisionDetection={underPointer}
      accessibility={{
        announcements: dragAnnouncements({
          item: () => picked.current?.entry.name ?? "",
          target: (over) => formatDate(String(over.id)),
          afterDrop: "Not saved yet.",
        }),
        screenReaderInstructions: { draggable: "" },
      }}
      onDragStart={(start) => {
        ignoreClickAfterDrag(start);
        setDragged(picked.current?.entry ?? null);
      }}
      onDragCancel={() => setDragged(null)}
      onDragEnd={(end) => {
        const day = dropTarget(end);
        setDragged(null);
        if (dragged && day && day.id !== dragged.date) onDrop(dragged, String(day.id));
      }}
    >
      <DragSource pick={pick} onListen={onListen} />
      {days.map(({ date }) => (
        <DropArea key={date} id={date} element={() => root.current?.querySelector(`[data-day="${date}"]`) ?? null} />
      ))}
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <span className="block truncate rounded-sm bg-accent px-1.5 py-1 text-sm shadow-popover">{dragged.name}</span>
        )}
      </DragOverlay>
    </DndContext>
  );
}
