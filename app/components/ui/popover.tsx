import { Slot } from "@radix-ui/react-slot";
import { type ReactElement, type ReactNode, useId, useRef } from "react";
import { cn } from "~/lib/utils";
import { popover, useFloating } from "./floating";
import { floatingStyle } from "./floating-style";

type PopoverProps = {
  /** A button that accepts a ref. */
  trigger: ReactElement;
  label: string;
  /** A function receives `close`, for content that closes after a choice. */
  children: ReactNode | ((close: () => void) => ReactNode);
  className?: string;
};

/** A small panel next to its button: a month picker, an explanation. Escape or a click elsewhere closes it. */
export function Popover({ trigger, label, children, className }: PopoverProps) {
  const triggerRef = useRef<HTMLElement>(null);
  const boxRef = useRef<HTMLDivElement>(null);
  const id = useId();
  const open = useFloating(triggerRef, boxRef);
  const close = () => boxRef.current?.hidePopover();
  return (
    <>
      <Slot ref={triggerRef} aria-haspopup="dialog" aria-expanded={open} aria-controls={id}>
        {trigger}
      </Slot>
      <div
        ref={boxRef}
        id={id}
        role="dialog"
        aria-label={label}
        {...popover}
        className={cn(floatingStyle, "p-4", className)}
      >
        {open && (typeof children === "function" ? children(close) : children)}
      </div>
    </>
  );
}
