import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Card } from "~/components/ui/card";
import { place } from "~/components/ui/floating";

interface SpotPopoverProps {
  anchor: RefObject<HTMLElement>;
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A small dialog next to a position on the board, which can still be scrolled; Escape closes it. */
export function SpotPopover({ anchor, label, onClose, children }: SpotPopoverProps) {
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  // The top layer is imperative, and the position moves when the board is scrolled.
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const before = document.activeElement;
    const follow = () => anchor.current && place(anchor.current, element);
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      close.current();
    };
    element.showPopover();
    // The anchor is rendered in a second pass, once its lane is known.
    const frame = requestAnimationFrame(() => {
      anchor.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
      follow();
    });
    element.focus({ preventScroll: true });
    window.addEventListener("scroll", follow, { capture: true, passive: true });
    window.addEventListener("resize", follow);
    document.addEventListener("keydown", press);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", follow, { capture: true });
      window.removeEventListener("resize", follow);
      document.removeEventListener("keydown", press);
      if (before instanceof HTMLElement && before.isConnected && element.contains(document.activeElement)) {
        before.focus({ preventScroll: true });
      }
    };
  }, [anchor]);
  return (
    <Card
      ref={box}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      data-spot=""
      {...{ popover: "manual" }}
      className="w-96 max-w-[calc(100vw-1rem)] overflow-y-auto p-4 text-body text-foreground shadow-popover"
    >
      {children}
    </Card>
  );
}
