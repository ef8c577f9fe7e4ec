import { useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { cn } from "~/lib/utils";
import { Content } from "./content";
import { GuestHeader } from "./guest-header";
import { useFrameOptions } from "./handle";
import { clearPersonal } from "./stored-choices";
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

/** Header, content and footer of a visitor's page. */
function GuestFrame({ children }: { children: ReactNode }) {
  const { frame } = useFrameOptions();
  // The user is signed out, so the last user's data is removed from this browser.
  useEffect(clearPersonal, []);
  return (
    <div className="flex min-h-dvh flex-col">
      {frame !== "full-screen" && <GuestHeader />}
      <Content frame={frame}>{children}</Content>
    </div>
  );
}

/** A progress bar at the top while the next screen loads; CSS delays it so that fast loads show none. */
function NavigationProgress() {
  const busy = useNavigation().state !== "idle";
  return (
    <div
      role="status"
      className={cn(
        "fixed inset-[0_0_auto] z-50 h-0.5 origin-left transform-[scaleX(0)] bg-ring",
        "data-busy:animate-progress-line motion-reduce:data-busy:transform-[scaleX(0.6)]",
      )}
      data-busy={busy || undefined}
    >
      {busy && <span className="sr-only">Loading</span>}
    </div>
  );
}
