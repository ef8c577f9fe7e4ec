/**
 * Tabs above a line, with a thicker part of it under the current one, for Tabs and TabsNav. The row styles its children, so
 * that ten tabs do not repeat it.
 */
export const tabsListStyle = [
  "flex gap-6 overflow-x-auto shadow-[inset_0_-1px_var(--color-border)] [scrollbar-width:none] *:inline-flex *:h-row *:flex-none",
  "*:items-center *:gap-2 *:font-medium *:text-muted-foreground *:hover:text-foreground *:focus-visible:-outline-offset-2",
  "*:aria-[current=page]:text-foreground *:aria-[current=page]:shadow-[inset_0_-2px_var(--color-ring)]",
].join(" ");
