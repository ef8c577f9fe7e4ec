import type { MouseEvent } from "react";
import { chooseSidebar } from "./choices";
import { hidePopover } from "./popovers";

export const sidebarId = "sidebar";

/** The id by which the browser opens and closes the drawer without script. */
export const opensDrawer = { popovertarget: sidebarId, popovertargetaction: "show" } as const;
export const closesDrawer = { popovertarget: sidebarId, popovertargetaction: "hide" } as const;

/** From this width on the sidebar is a column of the page; below it is a drawer over it. */
export const docked = "(width >= 64rem)";

export const closeDrawer = () => hidePopover(sidebarId);

function isColumn(): boolean {
  return window.matchMedia(docked).matches && document.getElementById(sidebarId)?.dataset.state !== "drawer";
}

/** Hides the column and focuses the button that shows it again. The browser closes a drawer. */
export function foldSidebar(): void {
  if (!isColumn()) return;
  chooseSidebar("closed");
  focusSoon("open-sidebar");
}

export function unfoldSidebar(event: MouseEvent): void {
  if (!isColumn()) return;
  event.preventDefault();
  chooseSidebar("open");
  focusSoon("close-sidebar");
}

/** The button is drawn with the next frame. */
function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus({ preventScroll: true }));
}
