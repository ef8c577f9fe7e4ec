import { useDraggable } from "@dnd-kit/core";
import { memo, useEffect } from "react";
import { cardElementId, titleElementId } from "./board-words";

const buttons = "button, input, select, [role=menu]";

/** Makes the card that stands in its column draggable: the whole of it by pointer, its title by keyboard. */
export const CardHandle = memo(function CardHandle({ id }: { id: string }) {
  const { setNodeRef, setActivatorNodeRef, listeners } = useDraggable({ id });

  // The card was there before this layer was loaded, so it is found rather than rendered.
  useEffect(() => {
    const element = document.getElementById(cardElementId(id));
    setNodeRef(element);
    setActivatorNodeRef(document.getElementById(titleElementId(id)));
    if (!element) return;
    const start = (event: Event) => {
      const onButton = event.target instanceof Element && event.target.closest(buttons);
      if (!onButton)
        listeners?.[reactNames[event.type] ?? ""]?.({
          nativeEvent: event,
          target: event.target,
          preventDefault: () => event.preventDefault(),
        });
    };
    const types = Object.keys(reactNames);
    for (const type of types) element.addEventListener(type, start, { passive: type === "touchstart" });
    return () => {
      for (const type of types) element.removeEventListener(type, start);
    };
  }, [id, listeners, setNodeRef, setActivatorNodeRef]);
  return null;
});

/** The sensors ask for React's events by React's names. */
const reactNames: Record<string, string> = {
  mousedown: "onMouseDown",
  touchstart: "onTouchStart",
  keydown: "onKeyDown",
};
