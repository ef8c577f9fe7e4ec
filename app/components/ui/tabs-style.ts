import { cn } from "~/lib/utils";

/** The line below tabs, of a screen or of the URL, and the part of it that the current one thickens. */
export const tabsListStyle =
  "flex gap-6 overflow-x-auto shadow-[inset_0_-1px_var(--color-border)] [scrollbar-width:none]";
export const tabsTriggerStyle = cn(
  "inline-flex h-row flex-none items-center gap-2 font-medium text-muted-foreground hover:text-foreground",
  "focus-visible:-outline-offset-2",
  "data-[state=active]:text-foreground data-[state=active]:shadow-[inset_0_-2px_var(--color-ring)]",
  "aria-[current=page]:text-foreground aria-[current=page]:shadow-[inset_0_-2px_var(--color-ring)]",
);
