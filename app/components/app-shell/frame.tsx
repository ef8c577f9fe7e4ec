import type { ReactNode } from "react";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { GuestFrame } from "./guest-frame";
import { NavigationProgress } from "./navigation-progress";
import { Toasts } from "./toasts";
import { UnloadedScreen } from "./unloaded-screen";
import { useShell } from "./use-shell";

// A visitor's page has none of it; the layout of the screens behind the sign-in fetches it with them.
const signedInFrame = lazyWithRetry(async () => (await import("./signed-in-frame")).SignedInFrame);

/** For the layout that comes with it: a change ahead of the frame's hydration would otherwise empty the page until it is fetched. */
export const provideSignedInFrame = signedInFrame.provide;

type FrameProps = {
  children: ReactNode;
  /** The screen could not be shown: the frame holds an error page, which is no place to come back to. */
  failed?: boolean;
};

/** Around every screen, error pages included. */
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
