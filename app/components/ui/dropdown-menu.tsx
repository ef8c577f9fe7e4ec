import { Slot } from "@radix-ui/react-slot";
import { cva } from "class-variance-authority";
import {
  type ButtonHTMLAttributes,
  createContext,
  forwardRef,
  type HTMLAttributes,
  type KeyboardEvent,
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

type MenuContext = {
  id: string;
  triggerRef: RefObject<HTMLButtonElement>;
  contentRef: RefObject<HTMLDivElement>;
  open: boolean;
  isThere: boolean;
  setIsThere: (isThere: boolean) => void;
};

const Context = createContext<MenuContext | null>(null);

function useMenu(): MenuContext {
  const menu = useContext(Context);
  if (!menu) throw new Error("A part of a menu is rendered outside of it");
  return menu;
}

type DropdownMenuProps = {
  /** Open once mounted: its trigger was pressed to load the items. */
  defaultOpen?: boolean;
  children: ReactNode;
};

/**
 * A button with a list of actions. Arrow keys, Home, End and first letters move the focus; Escape or a choice closes
 * it. The list is mounted when its button is first pressed or focused, because a screen may have hundreds.
 */
export function DropdownMenu({ defaultOpen = false, children }: DropdownMenuProps) {
  const triggerRef = useRef<HTMLButtonElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const id = useId();
  const [isThere, setIsThere] = useState(defaultOpen);
  const open = useFloating(triggerRef, contentRef, { opened: focusFirst, isThere });
  // A popover can be opened only once it is in the document.
  useEffect(() => {
    if (defaultOpen) contentRef.current?.showPopover();
  }, [defaultOpen]);
  return (
    <Context.Provider value={{ id, triggerRef, contentRef, open, isThere, setIsThere }}>{children}</Context.Provider>
  );
}

/** Its child, a button that accepts a ref, opens the menu. */
export function DropdownMenuTrigger({ children }: { asChild: true; children: ReactElement }) {
  const { id, triggerRef, contentRef, open, isThere, setIsThere } = useMenu();
  const reach = () => flushSync(() => setIsThere(true));
  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    reach();
    contentRef.current?.showPopover();
  };
  // Opened by a script or screen reader, without the pointer or focus events that otherwise come first.
  const openByClick = (event: MouseEvent) => {
    if (isThere) return;
    event.preventDefault();
    reach();
    contentRef.current?.showPopover();
  };
  return (
    <Slot
      ref={triggerRef}
      aria-haspopup="menu"
      aria-expanded={open}
      aria-controls={isThere ? id : undefined}
      onPointerDown={() => setIsThere(true)}
      onFocus={() => setIsThere(true)}
      onKeyDown={openByArrow}
      onClick={openByClick}
    >
      {children}
    </Slot>
  );
}

type DropdownMenuContentProps = { "aria-label": string; className?: string; children: ReactNode };

export function DropdownMenuContent({ className, children, ...rest }: DropdownMenuContentProps) {
  const { id, contentRef, open, isThere } = useMenu();
  const chosen = (event: MouseEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest("[role^=menuitem]")) contentRef.current?.hidePopover();
  };
  if (!isThere) return null;
  return (
    <div
      ref={contentRef}
      id={id}
      role="menu"
      tabIndex={-1}
      onKeyDown={moveFocus}
      onClick={chosen}
      {...popover}
      className={cn(floatingStyle, "min-w-48 p-1", className)}
      {...rest}
    >
      {open && children}
    </div>
  );
}

function items(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>("[role^=menuitem]:not(:disabled,[aria-disabled=true])")];
}

function focusFirst(menu: HTMLElement): void {
  items(menu)[0]?.focus();
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const all = items(event.currentTarget);
  const at = all.findIndex((item) => item.matches(":focus"));
  const next = {
    ArrowDown: all[(at + 1) % all.length],
    ArrowUp: all.at(at <= 0 ? -1 : at - 1),
    Home: all[0],
    End: all.at(-1),
  }[event.key];
  const byLetter = [...all.slice(at + 1), ...all.slice(0, at + 1)].find((item) =>
    item.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()),
  );
  const target = next ?? (event.key.length === 1 && event.key !== " " ? byLetter : undefined);
  if (!target) return;
  event.preventDefault();
  target.focus();
}

const itemVariants = cva(
  [
    "flex min-h-control w-full items-center gap-3 rounded-[6px] px-3 py-1 text-left hover:bg-accent focus:bg-accent focus:outline-none",
    "disabled:cursor-default disabled:text-subtle-foreground aria-disabled:cursor-default aria-disabled:text-subtle-foreground",
    // Icons with classes of their own keep them.
    "[:where(&)_svg]:size-4 [:where(&)_svg]:flex-none [:where(&)_svg]:opacity-80",
  ],
  { variants: { variant: { destructive: "text-bad" } } },
);

type ItemProps = ButtonHTMLAttributes<HTMLButtonElement> & { asChild?: boolean; variant?: "destructive" };

/** One action; with `asChild`, its child, a link, becomes the item. A dialog it opens must be rendered outside the menu. */
export const DropdownMenuItem = forwardRef<HTMLButtonElement, ItemProps>(function DropdownMenuItem(
  { asChild, variant, className, type = "button", ...rest },
  ref,
) {
  const item = {
    role: "menuitem",
    tabIndex: -1,
    "data-variant": variant,
    className: cn(itemVariants({ variant, className })),
  };
  if (asChild) return <Slot ref={ref} {...item} {...rest} />;
  return <button ref={ref} type={type} {...item} {...rest} />;
});

export function DropdownMenuLabel({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div className={cn("px-3 py-2 text-muted-foreground text-sm", className)} {...rest} />;
}

export function DropdownMenuSeparator({ className, ...rest }: HTMLAttributes<HTMLHRElement>) {
  return <hr className={cn("-mx-1 my-1 border-border border-t", className)} {...rest} />;
}
