import { Slot } from "@radix-ui/react-slot";
import {
  createContext,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { cn } from "~/lib/utils";
import { popover, useFloating } from "./floating";
import { floatingStyle } from "./floating-style";

type PopoverContext = {
  id: string;
  triggerRef: RefObject<HTMLButtonElement>;
  contentRef: RefObject<HTMLDivElement>;
  isOpen: boolean;
  isThere: boolean;
  setIsThere: (isThere: boolean) => void;
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

/** A small panel next to its button: a month picker, an explanation. Escape or a click elsewhere closes it. Mounted when its button is first pressed or focused. */
export function Popover({ open, onOpenChange, children }: PopoverProps) {
  const triggerRef = useRef<HTMLButtonElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const id = useId();
  const [isThere, setIsThere] = useState(false);
  const isOpen = useFloating(triggerRef, contentRef, { onOpenChange, isThere });

  // Hiding a popover is imperative, and returns the focus to the trigger.
  useEffect(() => {
    if (open === false) contentRef.current?.hidePopover();
  }, [open]);
  return (
    <Context.Provider value={{ id, triggerRef, contentRef, isOpen, isThere, setIsThere }}>{children}</Context.Provider>
  );
}

/** Its child, a button that accepts a ref, opens the popover. */
export function PopoverTrigger({ children }: { asChild: true; children: ReactElement }) {
  const { id, triggerRef, contentRef, isOpen, isThere, setIsThere } = usePopover();
  // Opened by a script or screen reader, without the pointer or focus events that otherwise come first.
  const openByClick = (event: MouseEvent) => {
    if (isThere) return;
    event.preventDefault();
    flushSync(() => setIsThere(true));
    contentRef.current?.showPopover();
  };
  return (
    <Slot
      ref={triggerRef}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-controls={isThere ? id : undefined}
      onPointerDown={() => setIsThere(true)}
      onFocus={() => setIsThere(true)}
      onClick={openByClick}
    >
      {children}
    </Slot>
  );
}

type PopoverContentProps = { "aria-label": string; className?: string; children: ReactNode };

export function PopoverContent({ className, children, ...rest }: PopoverContentProps) {
  const { id, contentRef, isOpen, isThere } = usePopover();
  if (!isThere) return null;
  return (
    <div ref={contentRef} id={id} role="dialog" {...popover} className={cn(floatingStyle, "p-4", className)} {...rest}>
      {isOpen && children}
    </div>
  );
}
