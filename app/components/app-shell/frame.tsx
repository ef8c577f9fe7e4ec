import type { ReactNode } from "react";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { GuestFrame } from "./guest-frame";
import { NavigationProgress } from "./navigation-progress";
import { Toasts } from "./toasts";
import { UnloadedScreen } from "./unloaded-screen";
import { useShell } from "./use-shell";

// Not loaded on visitors' pages; the layout of the signed-in screens fetches it along with them.
const signedInFrame = lazyWithRetry(async () => (await import("./signed-in-frame")).SignedInFrame);

/**
 * Called by the layout that bundles the frame: otherwise, an update before the frame is hydrated would blank the page
 * until its code is loaded.
 */
export const provideSignedInFrame = signedInFrame.provide;

type FrameProps = {
  children: ReactNode;
  /** The screen failed and the frame contains an error page, which is not recorded as a recent page. */
  failed?: boolean;
};

/** The frame around every screen, including error pages. */
export function Frame({ children, failed = false }: FrameProps) {
  const shell = useShell();
  return (
    <>
      <a
        href="#main"
        className="print:hidden fixed top-2 left-2 z-60 max-w-[calc(100vw-1rem)] not-focus:-translate-y-[200%] rounded-md bg-link px-4 py-2 font-medium text-card"
      >
        Skip to content
      </a>
      <NavigationProgress />
      <UnloadedScreen />
      {shell?.person ? (
        <signedInFrame.Part shell={shell} person={shell.person} failed={failed}>
          {children}
        </signedInFrame.Part>
      ) : (
        <GuestFrame>{children}</GuestFrame>
      )}
      <Toasts />
    </>
  );
}
