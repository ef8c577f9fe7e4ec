import { Slot } from "@radix-ui/react-slot";
import {
  type ButtonHTMLAttributes,
  forwardRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { cn } from "~/lib/utils";
import { popover, useFloating } from "./floating";
import { floatingStyle, menuItemStyle } from "./floating-style";

type DropdownMenuProps = {
  /** A button that accepts a ref. */
  trigger: ReactElement;
  label: string;
  children: ReactNode;
  className?: string;
  /** Open once mounted: its trigger was pressed to load the items. */
  defaultOpen?: boolean;
};

/**
 * A button with a list of actions. Arrow keys, Home, End and first letters move the focus; Escape or a choice closes
 * it. The list is mounted when its button is first pressed or focused, because a screen may have hundreds.
 */
export function DropdownMenu({ trigger, label, children, className, defaultOpen = false }: DropdownMenuProps) {
  const triggerRef = useRef<HTMLElement>(null);
  const boxRef = useRef<HTMLDivElement>(null);
  const id = useId();
  const [isThere, setIsThere] = useState(defaultOpen);
  const open = useFloating(triggerRef, boxRef, { opened: focusFirst, isThere });
  useEffect(() => {
    if (defaultOpen) boxRef.current?.showPopover();
  }, [defaultOpen]);
  const chosen = (event: MouseEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest("[role^=menuitem]")) boxRef.current?.hidePopover();
  };
  const reach = () => flushSync(() => setIsThere(true));
  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    reach();
    boxRef.current?.showPopover();
  };
  // Opened by a script or screen reader, without the pointer or focus events that otherwise come first.
  const openByClick = (event: MouseEvent) => {
    if (isThere) return;
    event.preventDefault();
    reach();
    boxRef.current?.showPopover();
  };
  return (
    <>
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
        {trigger}
      </Slot>
      {isThere && (
        <div
          ref={boxRef}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={moveFocus}
          onClick={chosen}
          {...popover}
          className={cn(floatingStyle, "min-w-48 p-1", className)}
        >
          {open && children}
        </div>
      )}
    </>
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

type ItemProps = ButtonHTMLAttributes<HTMLButtonElement> & { asChild?: boolean; variant?: "destructive" };

/** One action; with `asChild`, its child, a link, becomes the item. A dialog it opens must be rendered outside the menu. */
export const DropdownMenuItem = forwardRef<HTMLButtonElement, ItemProps>(function DropdownMenuItem(
  { asChild, variant, className, type = "button", ...rest },
  ref,
) {
  const item = { role: "menuitem", tabIndex: -1, "data-variant": variant, className: cn(menuItemStyle, className) };
  if (asChild) return <Slot ref={ref} {...item} {...rest} />;
  return <button ref={ref} type={type} {...item} {...rest} />;
});

export function DropdownMenuLabel({ children }: { children: ReactNode }) {
  return <div className="px-3 py-2 text-muted-foreground text-sm">{children}</div>;
}

export function DropdownMenuSeparator() {
  return <hr className="-mx-1 my-1 border-border border-t" />;
}
