/** Closes a popover if it is open. */
export function hidePopover(id: string): void {
  const element = document.getElementById(id);
  if (element?.matches(":popover-open")) element.hidePopover();
}
