/** The line below tabs, for Tabs and TabsNav, and the thicker part under the current one. */
export const tabsListStyle = "tab-row";
export const tabsTriggerStyle = "tab";
