import { Slot } from "@radix-ui/react-slot";
import { createContext, type ReactElement, type ReactNode, useContext, useEffect } from "react";
import { cn } from "~/lib/utils";
import { useFloating } from "./floating";
import { floatingStyle } from "./floating-style";

const Context = createContext<ReturnType<typeof useFloating> | null>(null);

function usePopover() {
  const context = useContext(Context);
  if (!context) throw new Error("A part of a popover is rendered outside of it");
  return context;
}

type PopoverProps = {
  /** For an owner that closes it after a choice; the browser opens it. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
};

/** A small panel next to its button: a month picker, an explanation. Escape or a click elsewhere closes it. */
export function Popover({ open, onOpenChange, children }: PopoverProps) {
  const floating = useFloating({ onOpenChange });
  const { ref } = floating.content;

  // Hiding a popover is imperative, and returns the focus to the trigger.
  useEffect(() => {
    if (open === false) ref.current?.hidePopover();
  }, [open, ref]);
  return <Context.Provider value={floating}>{children}</Context.Provider>;
}

/** Its child, a button that accepts a ref, opens the popover. */
export function PopoverTrigger({ children }: { asChild: true; children: ReactElement }) {
  const { trigger } = usePopover();
  return (
    <Slot aria-haspopup="dialog" {...trigger}>
      {children}
    </Slot>
  );
}

type PopoverContentProps = { "aria-label": string; className?: string; children: ReactNode };

export function PopoverContent({ className, children, ...rest }: PopoverContentProps) {
  const { content, isOpen, isThere } = usePopover();
  if (!isThere) return null;
  return (
    <div role="dialog" {...content} className={cn(floatingStyle, "p-4", className)} {...rest}>
      {isOpen && children}
    </div>
  );
}
