import { useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { isServerReachable } from "~/lib/reachable";

/**
 * Keeps the current page when the script of the next screen cannot be loaded. The router then reloads the page, which
 * without a server, and before the service worker is active, ends on the browser's own error page. A scripted reload
 * while a screen is loading is that reload; browsers without the Navigation API reload as before.
 */
export function UnloadedScreen() {
  const { location } = useNavigation();
  const pending = useRef<string | null>(null);
  pending.current = location ? `${location.pathname}${location.search}${location.hash}` : null;
  const [target, setTarget] = useState<string | null>(null);
  const [isTrying, setTrying] = useState(false);
  // Navigation events come from outside React.
  useEffect(() => {
    const navigation: unknown = Reflect.get(window, "navigation");
    if (!(navigation instanceof EventTarget)) return;
    const keepPage = (event: Event) => {
      const isReload = Reflect.get(event, "navigationType") === "reload" && !Reflect.get(event, "userInitiated");
      if (!isReload || !event.cancelable || !pending.current) return;
      event.preventDefault();
      void open(pending.current);
    };
    /** Loads the full page, with current script URLs from the server; stays on this page if there is no server. */
    const open = async (href: string) => {
      if (await isServerReachable()) window.location.assign(href);
      else setTarget(href);
    };
    navigation.addEventListener("navigate", keepPage);
    return () => navigation.removeEventListener("navigate", keepPage);
  }, []);
  if (!target) return null;
  const tryAgain = async () => {
    setTrying(true);
    if (await isServerReachable()) return window.location.assign(target);
    setTrying(false);
  };
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-4 z-50 mx-auto flex max-w-xl flex-wrap items-center justify-between gap-3 rounded-md border border-warn bg-popover p-4 shadow-lg print:hidden"
    >
      <p>The server can’t be reached, so this screen didn’t open. You are still on the page you were on.</p>
      <span className="flex gap-2">
        <Button variant="outline" size="sm" onClick={() => setTarget(null)}>
          Dismiss
        </Button>
        <Button size="sm" loading={isTrying} onClick={tryAgain}>
          Try again
        </Button>
      </span>
    </div>
  );
}
