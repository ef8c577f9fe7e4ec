import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { MOST_UNREAD } from "~/domain/messages/message";
import { UNREAD_CHANGED } from "~/lib/unread-signal";
import { paths } from "~/paths";

const EVERY_MS = 60_000;
/** Many screens hear of a message at the same moment: they do not all ask at once. */
const SPREAD_MS = 800;

/** How many conversations have something unread, beside the sidebar's link; nothing where none has. */
export function UnreadMessages() {
  const [unread, setUnread] = useState(0);
  const { pathname } = useLocation();
  const waiting = useRef<ReturnType<typeof setTimeout>>();

  // What others write and what is read elsewhere is outside of this page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks anew on another screen
  useEffect(() => {
    const left = new AbortController();
    const ask = async () => {
      waiting.current = undefined;
      if (document.visibilityState !== "visible") return;
      try {
        const answer = await fetch(paths.unreadMessages(), {
          headers: { accept: "application/json" },
          signal: left.signal,
        });
        const body: { unread?: unknown } = answer.ok ? await answer.json() : {};
        if (typeof body.unread === "number") setUnread(body.unread);
      } catch {
        // Without a connection the number stays as it was.
      }
    };
    const soon = () => {
      waiting.current ??= setTimeout(() => void ask(), 200 + Math.random() * SPREAD_MS);
    };
    soon();
    const timer = setInterval(soon, EVERY_MS);
    const options = { signal: left.signal };
    window.addEventListener(UNREAD_CHANGED, soon, options);
    document.addEventListener("visibilitychange", soon, options);
    return () => {
      clearInterval(timer);
      clearTimeout(waiting.current);
      waiting.current = undefined;
      left.abort();
    };
  }, [pathname]);

  if (unread === 0) return null;
  return (
    <span className="ml-auto min-w-5 rounded-full bg-primary px-1.5 text-center font-semibold text-primary-foreground text-xs leading-5 tabular">
      {unread > MOST_UNREAD ? `${MOST_UNREAD}+` : unread}
      <span className="sr-only"> unread</span>
    </span>
  );
}
