/** Popovers next to their trigger: menus, calendars, filters. */
export const floatingStyle =
  "max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md border border-border bg-muted text-body text-foreground shadow-popover";
