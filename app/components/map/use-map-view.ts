import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type MapView, moved, WHOLE, zoomed } from "./pan-and-zoom";

const STEP_PX = 60;
const ZOOM = 1.5;

interface Frame {
  width: number;
  height: number;
}

/** Pans and zooms by dragging, pinching, wheel and keys. A drag is not a click. */
export function useMapView(frame: RefObject<HTMLElement>, { width, height }: Frame) {
  const [view, setView] = useState<MapView>(WHOLE);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const wasDragged = useRef(false);

  const zoom = (factor: number, at = { x: width / 2, y: height / 2 }) =>
    setView((before) => zoomed(before, factor, at));

  // The wheel scrolls the page unless the map has the focus or Ctrl is held; React's wheel listeners are passive.
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    function onWheel(event: WheelEvent): void {
      if (!event.ctrlKey && !event.metaKey && document.activeElement !== element) return;
      event.preventDefault();
      const box = element?.getBoundingClientRect();
      const at = { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
      setView((before) => zoomed(before, 2 ** (-event.deltaY / 300), at));
    }
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [frame]);

  function onPointerDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    wasDragged.current = false;
  }

  function onPointerMove(event: PointerEvent): void {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    if (!wasDragged.current && Math.hypot(dx, dy) < 4) return;
    if (!wasDragged.current) event.currentTarget.setPointerCapture(event.pointerId);
    wasDragged.current = true;
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    if (!other) {
      setView((view) => moved(view, dx, dy));
      return;
    }
    const box = event.currentTarget.getBoundingClientRect();
    const distance = (to: { x: number; y: number }) => Math.max(1, Math.hypot(to.x - other.x, to.y - other.y));
    const middle = { x: (now.x + other.x) / 2 - box.left, y: (now.y + other.y) / 2 - box.top };
    setView((view) => moved(zoomed(view, distance(now) / distance(before), middle), dx / 2, dy / 2));
  }

  function onPointerUp(event: PointerEvent): void {
    fingers.current.delete(event.pointerId);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const change: Partial<Record<string, () => void>> = {
      ArrowLeft: () => setView((view) => moved(view, STEP_PX, 0)),
      ArrowRight: () => setView((view) => moved(view, -STEP_PX, 0)),
      ArrowUp: () => setView((view) => moved(view, 0, STEP_PX)),
      ArrowDown: () => setView((view) => moved(view, 0, -STEP_PX)),
      "+": () => zoom(ZOOM),
      "=": () => zoom(ZOOM),
      "-": () => zoom(1 / ZOOM),
      "0": () => setView(WHOLE),
    };
    const run = event.ctrlKey || event.metaKey || event.altKey ? undefined : change[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  }

  return {
    view,
    setView,
    wasDragged,
    zoomIn: () => zoom(ZOOM),
    zoomOut: () => zoom(1 / ZOOM),
    showAll: () => setView(WHOLE),
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onKeyDown },
  };
}
