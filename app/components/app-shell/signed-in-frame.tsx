import { useLocation, useNavigate, useNavigation, useRevalidator } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { watchErrors } from "~/lib/last-errors";
import { OptimisticQueuesProvider } from "~/lib/optimistic-queues";
import type { ShellData, ShellPerson } from "~/lib/shell-data";
import { Content } from "./content";
import { useFrameOptions } from "./handle";
import { NavigationGuard } from "./navigation-guard";
import { OverlaysProvider } from "./overlays";
import { RecentPages } from "./recent-pages";
import { Sidebar } from "./sidebar";
import { SidebarRail } from "./sidebar-rail";
import { OpenSidebarButton, TopBar } from "./top-bar";
import { useOverlays } from "./use-overlays";

type SignedInFrameProps = { shell: ShellData; person: ShellPerson; failed: boolean; children: ReactNode };

/** Sidebar, top bar and overlays around every screen of a signed-in user. */
export function SignedInFrame({ shell, person, failed, children }: SignedInFrameProps) {
  const { frame, roomy } = useFrameOptions();
  const full = frame === "full-screen";
  useResumedReload();

  // Page errors are only reported as window events.
  useEffect(watchErrors, []);
  return (
    <div className="flex min-h-dvh print:block">
      <OverlaysProvider>
        <Sidebar shell={shell} person={person} drawerOnly={full} />
        <OpenSidebarButton />
        <SidebarRail person={person} />
        <div className="flex min-w-0 flex-1 flex-col [--header-top:var(--bar)] short:[--header-top:0px] print:block">
          {!full && <TopBar person={person} />}
          <Content frame={frame} className={roomy ? undefined : "dense"}>
            <OptimisticQueuesProvider>{children}</OptimisticQueuesProvider>
          </Content>
        </div>
        <Shortcuts />
        <NavigationGuard />
        <NotificationPages />
        {!failed && <RecentPages email={person.email} />}
      </OverlaysProvider>
    </div>
  );
}

/** Ctrl-K or Cmd-K opens the command palette from anywhere, including form fields. */
function Shortcuts() {
  const { openPalette } = useOverlays();

  // Listens on the document, because focus may be anywhere.
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      openPalette();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [openPalette]);
  return null;
}

/**
 * Opens the page of a clicked notification like a link, so that a half-filled form prompts first. The service worker
 * (public/sw.js) first announces that it has a page, and sends its URL to the client that responds.
 */
function NotificationPages() {
  const navigate = useNavigate();
  // Service worker messages are events of the browser.
  useEffect(() => {
    const workers = navigator.serviceWorker;
    if (!workers) return;
    const answer = ({ data, ports: [port] }: MessageEvent) => {
      if (data !== "notification-pressed" || !port) return;
      port.onmessage = ({ data: path }) => typeof path === "string" && navigate(path);
      port.postMessage("here");
    };
    workers.addEventListener("message", answer);
    return () => workers.removeEventListener("message", answer);
  }, [navigate]);
  return null;
}

/**
 * For the frame only: repeats a reload that a navigation canceled, after a write or someone else's change. Its changes would
 * otherwise not be shown, since opening or closing a dialog does not reload the screen behind it.
 */
function useResumedReload(): void {
  const { state, formMethod, location: next } = useNavigation();
  const revalidator = useRevalidator();
  const { key } = useLocation();
  /** Key of the location at which a reload in progress ends unless it is canceled. */
  const endsAt = useRef<string>();

  // The router does not report what it canceled.
  useEffect(() => {
    if (formMethod && formMethod !== "GET") endsAt.current = next?.key;
    else if (revalidator.state === "loading") endsAt.current ??= key;
    else if (state === "idle") {
      const isCutOff = endsAt.current !== undefined && endsAt.current !== key;
      endsAt.current = undefined;
      if (isCutOff) revalidator.revalidate();
    }
  }, [state, formMethod, next, revalidator, key]);
}
