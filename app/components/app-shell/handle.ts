import { type UIMatch, useMatches } from "@remix-run/react";

/**
 * How much of the frame a screen keeps.
 * `page`: bar, gutters, footer. `wide`: the screen draws its own gutters. `canvas`: no gutters and no footer.
 * `full-screen`: nothing but the button that opens the sidebar.
 */
export const frames = ["page", "wide", "canvas", "full-screen"] as const;
export type FrameKind = (typeof frames)[number];

/** What a route says of its frame: `export const handle: ShellHandle = { frame: "canvas" }`. */
export interface ShellHandle {
  /** A function where one module serves several addresses: it gets the loader's data. */
  frame?: FrameKind | ((data: unknown) => FrameKind);
  /** Reading and household screens breathe, whoever is signed in; staff screens are dense. */
  roomy?: true;
}

interface FrameOptions {
  frame: FrameKind;
  roomy: boolean;
}

/** The innermost screen's options. */
export function useFrameOptions(): FrameOptions {
  return frameOptionsOf(useMatches());
}

export function frameOptionsOf(matches: Pick<UIMatch, "handle" | "data">[]): FrameOptions {
  const options: FrameOptions = { frame: "page", roomy: false };
  for (const { handle, data } of matches) {
    if (!isShellHandle(handle)) continue;
    if (handle.frame) options.frame = typeof handle.frame === "function" ? handle.frame(data) : handle.frame;
    if (handle.roomy) options.roomy = true;
  }
  return options;
}

function isShellHandle(handle: unknown): handle is ShellHandle {
  return typeof handle === "object" && handle !== null;
}
