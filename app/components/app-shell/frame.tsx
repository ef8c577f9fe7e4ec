import { Link, NavLink, useNavigation, useSubmit } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "~/components/ui/button";
import { type ToastTone, toast } from "~/components/ui/toast-store";
import { Toaster } from "~/components/ui/toaster";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import type { ToastMessage } from "~/lib/shell-data";
import { cn } from "~/lib/utils";
import { shellPaths } from "~/shell-paths";
import { Brand } from "./brand";
import { Content } from "./content";
import { useFrameOptions } from "./handle";
import { clearPersonal } from "./stored-choices";
import { ThemeToggle } from "./theme-toggle";
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
      <Content frame={frame} footerClassName="mx-auto max-w-[75rem]">
        {children}
      </Content>
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

/** The header of every page for visitors. */
function GuestHeader() {
  return (
    <header className="print:hidden border-border border-b">
      <div className="mx-auto flex min-h-14 max-w-[75rem] flex-wrap items-center gap-1 px-gutter sm:gap-2">
        <Link to={shellPaths.home()} aria-label="Plenum, home page" className="mr-auto flex rounded-sm">
          <Brand />
        </Link>
        <ThemeToggle />
        <nav aria-label="Main" className="flex flex-wrap items-center gap-1 sm:gap-2">
          <Button asChild variant="ghost" size="sm" className="max-sm:hidden">
            <NavLink to={shellPaths.home()} end>
              Home
            </NavLink>
          </Button>
          <Button asChild variant="ghost" size="sm">
            <NavLink to={shellPaths.login()}>Sign in</NavLink>
          </Button>
          <Button variant="outline" asChild size="sm">
            <NavLink to={shellPaths.signup()}>Sign up</NavLink>
          </Button>
        </nav>
      </div>
    </header>
  );
}

const tones: Record<ToastMessage["tone"], ToastTone> = { success: "ok", error: "bad", info: "info" };

/** The toast region, initially with the toast sent by the server. */
function Toasts() {
  const sent = useShell()?.toast;
  const submit = useRef(useSubmit());

  // The toast store is outside React; each response contains a new toast object.
  useEffect(() => {
    if (!sent) return;
    const { text, tone, undo } = sent;
    const takeBack = undo && {
      label: "Undo",
      run: () => submit.current(undo.fields, { method: "post", action: undo.action, preventScrollReset: true }),
    };
    toast({ title: text, tone: tones[tone], action: takeBack });
  }, [sent]);
  return <Toaster />;
}
