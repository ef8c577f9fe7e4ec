/**
 * Styles for popovers next to their trigger and for menu items; the account menu, opened by the browser, needs nothing
 * else.
 */
export const floatingStyle = "floating";
export const menuItemStyle = "menu-item";
