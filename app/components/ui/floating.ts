import { type RefObject, useEffect, useRef, useState } from "react";

const gap = 6;
const margin = 8;

/** React 18 does not know the `popover` attribute; spread as props, it still reaches the element. */
export const popover = { popover: "auto", "data-anchored": "" } as const;

/**
 * Positions a popover next to its anchor without measuring it: on the side with room, aligned with the nearer screen
 * edge. Styles are set on the element itself, as the content security policy allows.
 */
export function place(anchor: Element, floating: HTMLElement): void {
  const box = anchor.getBoundingClientRect();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const below = height - box.bottom - gap - margin;
  const above = box.top - gap - margin;
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
  /** For a popover that is mounted later. */
  isThere?: boolean;
};

/** Whether the popover is open; positions it while open, and makes `trigger` the button that opens and closes it. */
export function useFloating(
  trigger: RefObject<HTMLElement>,
  floating: RefObject<HTMLElement>,
  { opened, onOpenChange, isThere = true }: FloatingOptions = {},
): boolean {
  const [open, setOpen] = useState(false);
  const changed = useRef(onOpenChange);
  changed.current = onOpenChange;

  // The browser opens and closes a popover (trigger, Escape, a click elsewhere, Back); this only follows its events.
  useEffect(() => {
    const [button, box] = [trigger.current, floating.current];
    if (!isThere || !button || !box) return;
    if (button instanceof HTMLButtonElement) button.popoverTargetElement = box;
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
  }, [trigger, floating, isThere]);

  // The contents are rendered now, so focus can move there.
  useEffect(() => {
    if (open && floating.current) opened?.(floating.current);
  }, [open, floating, opened]);

  return open;
}
