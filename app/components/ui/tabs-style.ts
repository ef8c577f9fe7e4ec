/** The line below tabs, of a screen or of the URL, and the part of it that the current one thickens. */
export const tabsListStyle =
  "flex gap-6 overflow-x-auto shadow-[inset_0_-1px_var(--color-border)] [scrollbar-width:none]";
export const tabsTriggerStyle = "tab";
