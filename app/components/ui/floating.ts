import { type MouseEvent, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";

const gap = 6;
const margin = 8;

/**
 * Positions a popover next to its anchor without measuring it: on the side with room, aligned with the nearer screen
 * edge. Styles are set on the element itself, as the content security policy allows.
 */
export function place(anchor: Element, floating: HTMLElement): void {
  const box = anchor.getBoundingClientRect();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  // Less than the page while an on-screen keyboard covers part of it.
  const view = window.visualViewport;
  const top = view?.offsetTop ?? 0;
  const bottom = view ? Math.min(height, top + view.height) : height;
  const below = bottom - box.bottom - gap - margin;
  const above = box.top - top - gap - margin;
  const under = below >= Math.min(320, above);
  const style = floating.style;
  style.inset = "auto";
  style.maxHeight = `${Math.max(under ? below : above, 120)}px`;
  if (under) style.top = `${box.bottom + gap}px`;
  else style.bottom = `${height - box.top + gap}px`;
  if (box.left + box.width / 2 > width / 2) style.right = `${Math.max(margin, width - box.right)}px`;
  else style.left = `${Math.max(margin, box.left)}px`;
}

type FloatingOptions = {
  /** Called once its contents are rendered. */
  opened?: (floating: HTMLElement) => void;
  onOpenChange?: (open: boolean) => void;
  /** Open once mounted: its trigger was pressed to load the contents. */
  defaultOpen?: boolean;
};

/**
 * A popover and the button that opens and closes it: the props of both, and whether it is open, since its contents are rendered
 * only then. The popover itself is mounted when its button is first pressed or focused, because a screen may have hundreds.
 */
export function useFloating({ opened, onOpenChange, defaultOpen = false }: FloatingOptions) {
  const triggerRef = useRef<HTMLButtonElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const id = useId();
  const [isThere, setIsThere] = useState(defaultOpen);
  const [isOpen, setOpen] = useState(false);
  const changed = useRef(onOpenChange);
  changed.current = onOpenChange;

  // The browser opens and closes a popover (trigger, Escape, a click elsewhere, Back); this only follows its events.
  useEffect(() => {
    const [button, box] = [triggerRef.current, contentRef.current];
    if (!isThere || !button || !box) return;
    button.popoverTargetElement = box;
    const before = (event: ToggleEvent) => {
      if (event.target !== box || event.newState !== "open") return;
      place(button, box);
      setOpen(true);
      changed.current?.(true);
    };
    // The contents may be removed only once the popover is hidden, or focus inside could not return to the trigger.
    const after = (event: ToggleEvent) => {
      if (event.target !== box || event.newState !== "closed") return;
      setOpen(false);
      changed.current?.(false);
    };
    const follow = () => box.matches(":popover-open") && place(button, box);
    box.addEventListener("beforetoggle", before);
    box.addEventListener("toggle", after);
    window.addEventListener("scroll", follow, { capture: true, passive: true });
    window.addEventListener("resize", follow);
    return () => {
      box.removeEventListener("beforetoggle", before);
      box.removeEventListener("toggle", after);
      window.removeEventListener("scroll", follow, { capture: true });
      window.removeEventListener("resize", follow);
    };
  }, [isThere]);

  // A popover can be opened only once it is in the document.
  useEffect(() => {
    if (defaultOpen) contentRef.current?.showPopover();
  }, [defaultOpen]);

  // The contents are rendered now, so focus can move there.
  useEffect(() => {
    if (isOpen && contentRef.current) opened?.(contentRef.current);
  }, [isOpen, opened]);

  const show = () => {
    flushSync(() => setIsThere(true));
    contentRef.current?.showPopover();
  };
  return {
    isThere,
    isOpen,
    show,
    trigger: {
      ref: triggerRef,
      "aria-expanded": isOpen,
      "aria-controls": isThere ? id : undefined,
      onPointerDown: () => setIsThere(true),
      onFocus: () => setIsThere(true),
      // Opened by a script or screen reader, without the pointer or focus events that otherwise come first.
      onClick: (event: MouseEvent) => {
        if (isThere) return;
        event.preventDefault();
        show();
      },
    },
    // React 18 does not know the attribute; spread as a prop, it still reaches the element.
    content: { ref: contentRef, id, popover: "auto" },
  };
}
