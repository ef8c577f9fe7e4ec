/** Said on the window where something new in a conversation was heard of: the number in the sidebar is asked for anew. */
export const UNREAD_CHANGED = "plenum:unread";
