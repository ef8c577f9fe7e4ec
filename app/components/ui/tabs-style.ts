/** Tabs above a line, with a thicker part of it under the current one: for Tabs, and for links as tabs. */
export const tabsListStyle =
  "flex gap-6 overflow-x-auto shadow-[inset_0_-1px_var(--color-border)] [scrollbar-width:none]";

export const tabsTriggerStyle = [
  "inline-flex h-row flex-none items-center gap-2 font-medium text-muted-foreground hover:text-foreground focus-visible:-outline-offset-2",
  "aria-[current=page]:text-foreground aria-[current=page]:shadow-[inset_0_-2px_var(--color-ring)]",
  "data-[state=active]:text-foreground data-[state=active]:shadow-[inset_0_-2px_var(--color-ring)]",
].join(" ");
