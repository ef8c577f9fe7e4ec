import type { MouseEvent } from "react";
import { chooseSidebar } from "./choices";
import { hidePopover } from "./popovers";

export const sidebarId = "sidebar";

/** Lets the browser open and close the drawer without script. */
export const opensDrawer = { popovertarget: sidebarId, popovertargetaction: "show" } as const;
export const closesDrawer = { popovertarget: sidebarId, popovertargetaction: "hide" } as const;

/** From this width up, the sidebar is a column of the page; below it, a drawer over the page. */
export const docked = "(width >= 64rem)";

export const closeDrawer = () => hidePopover(sidebarId);

function isColumn(): boolean {
  return window.matchMedia(docked).matches && document.getElementById(sidebarId)?.dataset.state !== "drawer";
}

/** Hides the column and focuses the button that shows it again. The drawer is closed by the browser. */
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

/** The button is rendered in the next frame. */
function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus({ preventScroll: true }));
}
