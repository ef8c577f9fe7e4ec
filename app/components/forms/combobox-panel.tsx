import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { place } from "~/components/ui/floating";
import { floatingStyle } from "~/components/ui/floating-style";
import { cn } from "~/lib/utils";

const MIN_WIDTH = 256;

type ComboboxPanelProps = { field: RefObject<HTMLElement>; isInline: boolean; className?: string; children: ReactNode };

/**
 * What a combobox shows below its field. It floats above everything, because a dialog would cut it off at its edge, and is at
 * least as wide as the field.
 */
export function ComboboxPanel({ field, isInline, className, children }: ComboboxPanelProps) {
  const ref = useRef<HTMLDivElement>(null);

  // The browser opens and positions nothing by itself here: the field keeps the focus and decides when the list is shown.
  useEffect(() => {
    const [anchor, panel] = [field.current, ref.current];
    if (isInline || !anchor || !panel) return;
    const follow = () => {
      panel.style.width = `${Math.max(anchor.getBoundingClientRect().width, MIN_WIDTH)}px`;
      place(anchor, panel);
    };
    panel.showPopover();
    follow();
    window.addEventListener("scroll", follow, { capture: true, passive: true });
    window.addEventListener("resize", follow);
    // An on-screen keyboard covers part of the page without resizing it.
    window.visualViewport?.addEventListener("resize", follow);
    return () => {
      window.removeEventListener("scroll", follow, { capture: true });
      window.removeEventListener("resize", follow);
      window.visualViewport?.removeEventListener("resize", follow);
    };
  }, [field, isInline]);

  if (isInline) return <div className={cn("mt-2", className)}>{children}</div>;
  // React 18 does not know the attribute; spread as a prop, it still reaches the element.
  const floating = { ref, popover: "manual", className: cn(floatingStyle, "border-input bg-popover", className) };
  return <div {...floating}>{children}</div>;
}
