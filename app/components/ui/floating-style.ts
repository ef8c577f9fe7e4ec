/** Popovers next to their trigger: menus, calendars, filters. */
export const floatingStyle =
  "max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md border border-border bg-muted text-body text-foreground shadow-popover";

/** An action in a menu; the account menu has no other part of DropdownMenu, because it works without a script. */
export const menuItemStyle =
  "flex min-h-control w-full items-center gap-3 rounded-[6px] px-3 py-1 text-left hover:bg-accent focus:bg-accent focus:outline-none";
