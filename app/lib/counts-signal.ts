/** Window event dispatched when something counted in the sidebar has changed, so that its counts are reloaded. */
export const COUNTS_CHANGED = "plenum:counts";
