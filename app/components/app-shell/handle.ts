import { type UIMatch, useMatches } from "@remix-run/react";

/**
 * How much of the frame a screen uses.
 * `page`: bar, gutters, footer. `wide`: the screen has its own gutters. `canvas`: no gutters and no footer.
 * `full-screen`: only the button that opens the sidebar.
 */
const frames = ["page", "wide", "canvas", "full-screen"] as const;
export type FrameKind = (typeof frames)[number];

/** A route's frame options: `export const handle: ShellHandle = { frame: "canvas" }`. */
export interface ShellHandle {
  /** A function, called with the loader's data, if one module serves several URLs. */
  frame?: FrameKind | ((data: unknown) => FrameKind);
  /** For reading and household screens, which have more space than the dense staff screens. */
  roomy?: true;
  /** Used outdoors: light on a phone, whatever theme is chosen for the office. */
  outdoor?: true;
  /** Rendered over its parent: breadcrumbs and recent pages use the parent's name. */
  dialog?: true;
}

interface FrameOptions {
  frame: FrameKind;
  roomy: boolean;
  outdoor: boolean;
}

/** Frame options of the matched routes; an inner route's `frame` overrides an outer one's. */
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

/** Path of the page on the screen, ignoring any dialog over it. */
export function usePagePathname(): string {
  return pagePathnameOf(useMatches());
}

export function pagePathnameOf(matches: Pick<UIMatch, "handle" | "pathname">[]): string {
  const page = matches.findLast(({ handle }) => !isDialog(handle));
  // A pathless layout matches its parent's path with a trailing slash.
  return page?.pathname.replace(/(?<=.)\/+$/, "") ?? "/";
}

/** Whether a route is rendered over its parent. */
export function isDialog(handle: unknown): boolean {
  return isShellHandle(handle) && handle.dialog === true;
}

function isShellHandle(handle: unknown): handle is ShellHandle {
  return typeof handle === "object" && handle !== null;
}
