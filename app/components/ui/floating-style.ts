/** The looks of what floats beside its trigger, and of a menu's items: all that the menu of the account, which the browser opens, needs of either. */
export const floatingStyle = "floating";
export const menuItemStyle = "menu-item";
