import { Slot } from "@radix-ui/react-slot";
import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { place, popover, type Side } from "./floating";

type TooltipProps = { content: ReactNode; side?: Side; children: ReactElement };

/** Says more about what is pointed at or focused. Nothing may be known from it alone: fingers never see it. */
export function Tooltip({ content, side = "top", children }: TooltipProps) {
  const trigger = useRef<HTMLElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState<"no" | "soon" | "now">("no");
  const id = useId();

  // A resting pointer shows it after a moment; the popover is opened by script because nothing was clicked.
  useEffect(() => {
    if (shown === "soon") {
      const timer = setTimeout(() => setShown("now"), 400);
      return () => clearTimeout(timer);
    }
    if (shown === "now" && trigger.current && bubble.current) {
      place(trigger.current, bubble.current, side);
      bubble.current.showPopover();
    }
  }, [shown, side]);

  const hide = () => setShown("no");
  return (
    <>
      <Slot
        ref={trigger}
        aria-describedby={shown === "now" ? id : undefined}
        onPointerEnter={(event: { pointerType: string }) => event.pointerType === "mouse" && setShown("soon")}
        onPointerLeave={hide}
        onPointerDown={hide}
        onFocus={(event: { target: Element }) => event.target.matches(":focus-visible") && setShown("now")}
        onBlur={hide}
        onKeyDown={(event: KeyboardEvent) => event.key === "Escape" && hide()}
      >
        {children}
      </Slot>
      {shown === "now" && (
        <span
          ref={bubble}
          id={id}
          role="tooltip"
          {...popover.manual}
          className="pointer-events-none max-w-72 rounded-sm border border-input bg-accent px-2 py-1 text-foreground text-xs"
        >
          {content}
        </span>
      )}
    </>
  );
}
