import {
  closestCenter,
  DndContext,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { useEffect } from "react";
import { handleElementId, rowElementId } from "./task-element-ids";

export type Dragged = { id: string; over: string | null };

export type TaskDragLayerProps = {
  ids: readonly string[];
  onDrag: (dragged: Dragged | null) => void;
  onDrop: (id: string, over: string) => void;
};

/** Laid over the list once it stands there: lets its rows be dragged by their handles with mouse and finger. */
export function TaskDragLayer({ ids, onDrag, onDrop }: TaskDragLayerProps) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 150, tolerance: 8 } }),
  );
  return (
    <DndContext
      id="tasks"
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={({ active }) => onDrag({ id: String(active.id), over: null })}
      onDragOver={({ active, over }) => onDrag({ id: String(active.id), over: over && String(over.id) })}
      onDragEnd={({ active, over }) => {
        onDrag(null);
        if (over && over.id !== active.id) onDrop(String(active.id), String(over.id));
      }}
      onDragCancel={() => onDrag(null)}
    >
      {ids.map((id) => (
        <TaskHandle key={id} id={id} />
      ))}
    </DndContext>
  );
}

/** The sensors ask for React's events by React's names. */
const reactNames: Record<string, string> = { mousedown: "onMouseDown", touchstart: "onTouchStart" };

function TaskHandle({ id }: { id: string }) {
  const { setNodeRef, listeners } = useDraggable({ id });
  const { setNodeRef: setTargetRef } = useDroppable({ id });

  // The row was there before this layer was loaded, so it is found rather than rendered.
  useEffect(() => {
    const row = document.getElementById(rowElementId(id));
    const handle = document.getElementById(handleElementId(id));
    setNodeRef(row);
    setTargetRef(row);
    const start = (event: Event) =>
      listeners?.[reactNames[event.type] ?? ""]?.({
        nativeEvent: event,
        target: event.target,
        preventDefault: () => event.preventDefault(),
      });
    const types = Object.keys(reactNames);
    for (const type of types) handle?.addEventListener(type, start, { passive: type === "touchstart" });
    return () => {
      for (const type of types) handle?.removeEventListener(type, start);
    };
  }, [id, listeners, setNodeRef, setTargetRef]);
  return null;
}
