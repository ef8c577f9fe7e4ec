/** Said on the window where something was heard of that the sidebar counts: its numbers are asked for anew. */
export const COUNTS_CHANGED = "plenum:counts";
