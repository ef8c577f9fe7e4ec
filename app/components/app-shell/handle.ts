import { type UIMatch, useMatches } from "@remix-run/react";

/**
 * How much of the frame a screen keeps.
 * `page`: bar, gutters, footer. `wide`: the screen draws its own gutters. `canvas`: no gutters and no footer.
 * `full-screen`: nothing but the button that opens the sidebar.
 */
const frames = ["page", "wide", "canvas", "full-screen"] as const;
export type FrameKind = (typeof frames)[number];

/** A route's frame options: `export const handle: ShellHandle = { frame: "canvas" }`. */
export interface ShellHandle {
  /** A function where one module serves several addresses: it gets the loader's data. */
  frame?: FrameKind | ((data: unknown) => FrameKind);
  /** Reading and household screens have more space; staff screens are dense. */
  roomy?: true;
  /** Used outdoors: light on a phone, whatever the theme of the office. */
  outdoor?: true;
  /** Drawn over its parent: breadcrumbs and recent pages name the parent. */
  dialog?: true;
}

interface FrameOptions {
  frame: FrameKind;
  roomy: boolean;
  outdoor: boolean;
}

/** The innermost screen's options. */
export function useFrameOptions(): FrameOptions {
  return frameOptionsOf(useMatches());
}

export function frameOptionsOf(matches: Pick<UIMatch, "handle" | "data">[]): FrameOptions {
  const options: FrameOptions = { frame: "page", roomy: false, outdoor: false };
  for (const { handle, data } of matches) {
    if (!isShellHandle(handle)) continue;
    if (handle.frame) options.frame = typeof handle.frame === "function" ? handle.frame(data) : handle.frame;
    if (handle.roomy) options.roomy = true;
    if (handle.outdoor) options.outdoor = true;
  }
  return options;
}

/** The address of the page on the screen, whatever dialog is open over it. */
export function usePagePathname(): string {
  return pagePathnameOf(useMatches());
}

export function pagePathnameOf(matches: Pick<UIMatch, "handle" | "pathname">[]): string {
  const page = matches.findLast(({ handle }) => !isDialog(handle));
  // A layout without a path of its own matches its parent's with a slash behind it.
  return page?.pathname.replace(/(?<=.)\/+$/, "") ?? "/";
}

/** Whether a route is drawn over its parent. */
export function isDialog(handle: unknown): boolean {
  return isShellHandle(handle) && handle.dialog === true;
}

function isShellHandle(handle: unknown): handle is ShellHandle {
  return typeof handle === "object" && handle !== null;
}
