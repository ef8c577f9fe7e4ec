import type { MouseEvent } from "react";
import { chooseSidebar } from "./choices";

export const sidebarId = "sidebar";

/** Browsers open and close the drawer by this themselves, before and without any script. */
export const opensDrawer = { popovertarget: sidebarId, popovertargetaction: "show" } as const;
export const closesDrawer = { popovertarget: sidebarId, popovertargetaction: "hide" } as const;

/** From this width on the sidebar is a column of the page; below it is a drawer over it. */
export const docked = "(width >= 64rem)";

export function closeDrawer(): void {
  const drawer = document.getElementById(sidebarId);
  if (drawer?.matches(":popover-open")) drawer.hidePopover();
}

function isColumn(): boolean {
  return window.matchMedia(docked).matches && document.getElementById(sidebarId)?.dataset.state !== "drawer";
}

/** Puts the column away and hands the focus to the button that brings it back. A drawer is closed by the browser. */
export function foldSidebar(): void {
  if (!isColumn()) return;
  chooseSidebar("closed");
  requestAnimationFrame(() => document.getElementById("open-sidebar")?.focus({ preventScroll: true }));
}

export function unfoldSidebar(event: MouseEvent): void {
  if (!isColumn()) return;
  event.preventDefault();
  chooseSidebar("open");
  requestAnimationFrame(() => document.getElementById("close-sidebar")?.focus({ preventScroll: true }));
}
