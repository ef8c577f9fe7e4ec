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
  useContext,
} from "react";
import { cn } from "~/lib/utils";
import { useFloating } from "./floating";
import { floatingStyle, menuItemStyle } from "./floating-style";

const Context = createContext<ReturnType<typeof useFloating> | null>(null);

function useMenu() {
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
 * it.
 */
export function DropdownMenu({ defaultOpen, children }: DropdownMenuProps) {
  const floating = useFloating({ opened: focusFirst, defaultOpen });
  return <Context.Provider value={floating}>{children}</Context.Provider>;
}

/** Its child, a button that accepts a ref, opens the menu. */
export function DropdownMenuTrigger({ children }: { asChild: true; children: ReactElement }) {
  const { trigger, show } = useMenu();
  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    show();
  };
  return (
    <Slot aria-haspopup="menu" {...trigger} onKeyDown={openByArrow}>
      {children}
    </Slot>
  );
}

type DropdownMenuContentProps = { "aria-label": string; className?: string; children: ReactNode };

export function DropdownMenuContent({ className, children, ...rest }: DropdownMenuContentProps) {
  const { content, isOpen, isThere } = useMenu();
  const chosen = (event: MouseEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest("[role^=menuitem]")) content.ref.current?.hidePopover();
  };
  if (!isThere) return null;
  return (
    <div
      role="menu"
      tabIndex={-1}
      onKeyDown={moveFocus}
      onClick={chosen}
      {...content}
      className={cn(floatingStyle, "min-w-48 p-1", className)}
      {...rest}
    >
      {isOpen && children}
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
    menuItemStyle,
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
