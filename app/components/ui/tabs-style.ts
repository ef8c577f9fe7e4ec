/** The line below tabs, of a screen or of the URL, and the part of it that the current one thickens. */
export const tabsListStyle = "tab-row";
export const tabsTriggerStyle = "tab";
