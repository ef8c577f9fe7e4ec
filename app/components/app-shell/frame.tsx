import { type ReactNode, useEffect } from "react";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import type { ShellData, ShellPerson } from "~/lib/shell-data";
import { cn } from "~/lib/utils";
import { useConsent } from "./choices";
import { Footer } from "./footer";
import { type FrameKind, useFrameOptions } from "./handle";
import { NavigationProgress } from "./navigation-progress";
import { OverlaysProvider } from "./overlays";
import { RecentPages } from "./recent-pages";
import { Shortcuts } from "./shortcuts";
import { Sidebar } from "./sidebar";
import { clearPersonal } from "./stored-choices";
import { Toasts } from "./toasts";
import { OpenSidebarButton, TopBar } from "./top-bar";
import { useShell } from "./use-shell";

// Parts that most visits do not show are fetched by those that do; the server writes them into the page at once.
const guestHeader = lazyWithRetry(async () => (await import("./guest-header")).GuestHeader);
const consentBanner = lazyWithRetry(async () => (await import("./consent-banner")).ConsentBanner);

type FrameProps = {
  children: ReactNode;
  /** The screen could not be shown: the frame holds an error page, which is no place to come back to. */
  failed?: boolean;
};

/** Around every screen, error pages included. */
export function Frame({ children, failed = false }: FrameProps) {
  const shell = useShell();
  const consent = useConsent();
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 max-w-[calc(100vw-1rem)] not-focus:-translate-y-[200%] rounded-md bg-link px-4 py-2 font-medium text-card"
      >
        Skip to content
      </a>
      <NavigationProgress />
      {shell?.person ? (
        <SignedIn shell={shell} person={shell.person} failed={failed}>
          {children}
        </SignedIn>
      ) : (
        <Guest>{children}</Guest>
      )}
      {consent === null && <consentBanner.Part />}
      <Toasts />
    </>
  );
}

type SignedInProps = Required<FrameProps> & { shell: ShellData; person: ShellPerson };

function SignedIn({ shell, person, failed, children }: SignedInProps) {
  const { frame, roomy } = useFrameOptions();
  const full = frame === "full-screen";
  return (
    <div className="flex min-h-dvh">
      <OverlaysProvider>
        <Sidebar shell={shell} person={person} drawerOnly={full} />
        <OpenSidebarButton />
        <div className="flex min-w-0 flex-1 flex-col [--bar-inset:3rem] [--header-top:var(--bar)] lg:peer-data-[state=open]:[--bar-inset:0rem] short:[--header-top:0px]">
          {!full && <TopBar person={person} />}
          <Main frame={frame} className={roomy ? undefined : "dense"}>
            {children}
          </Main>
          {hasFooter(frame) && <Footer />}
        </div>
        <Shortcuts />
        {!failed && <RecentPages email={person.email} />}
      </OverlaysProvider>
    </div>
  );
}

function Guest({ children }: { children: ReactNode }) {
  const { frame } = useFrameOptions();
  // Signed out: removes the last user's data from this browser.
  useEffect(clearPersonal, []);
  return (
    <div className="flex min-h-dvh flex-col">
      {frame !== "full-screen" && <guestHeader.Part />}
      <Main frame={frame}>{children}</Main>
      {hasFooter(frame) && <Footer />}
    </div>
  );
}

const frameStyles: Record<FrameKind, string> = {
  page: "px-gutter pt-4 pb-8",
  wide: "",
  canvas: "flex flex-col",
  "full-screen": "flex flex-col",
};

function Main({ frame, className, children }: { frame: FrameKind; className?: string; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={cn("min-w-0 flex-1", frameStyles[frame], className)}>
      {children}
    </main>
  );
}

function hasFooter(frame: FrameKind): boolean {
  return frame === "page" || frame === "wide";
}
