import { Slot } from "@radix-ui/react-slot";
import {
  createContext,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useRef,
} from "react";
import { cn } from "~/lib/utils";
import { popover, useFloating } from "./floating";
import { floatingStyle } from "./floating-style";

type PopoverContext = {
  id: string;
  triggerRef: RefObject<HTMLButtonElement>;
  contentRef: RefObject<HTMLDivElement>;
  isOpen: boolean;
};

const Context = createContext<PopoverContext | null>(null);

function usePopover(): PopoverContext {
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
  const triggerRef = useRef<HTMLButtonElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const id = useId();
  const isOpen = useFloating(triggerRef, contentRef, { onOpenChange });

  // Hiding a popover is imperative, and returns the focus to the trigger.
  useEffect(() => {
    if (open === false) contentRef.current?.hidePopover();
  }, [open]);
  return <Context.Provider value={{ id, triggerRef, contentRef, isOpen }}>{children}</Context.Provider>;
}

/** Its child, a button that accepts a ref, opens the popover. */
export function PopoverTrigger({ children }: { asChild: true; children: ReactElement }) {
  const { id, triggerRef, isOpen } = usePopover();
  return (
    <Slot ref={triggerRef} aria-haspopup="dialog" aria-expanded={isOpen} aria-controls={id}>
      {children}
    </Slot>
  );
}

type PopoverContentProps = { "aria-label": string; className?: string; children: ReactNode };

export function PopoverContent({ className, children, ...rest }: PopoverContentProps) {
  const { id, contentRef, isOpen } = usePopover();
  return (
    <div ref={contentRef} id={id} role="dialog" {...popover} className={cn(floatingStyle, "p-4", className)} {...rest}>
      {isOpen && children}
    </div>
  );
}
