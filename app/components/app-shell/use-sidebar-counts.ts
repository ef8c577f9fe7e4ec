import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { COUNTS_CHANGED } from "~/lib/counts-signal";
import { lookUp } from "~/lib/request";
import { shellPaths } from "~/shell-paths";

const EVERY_MS = MINUTE_MS;
/** Many screens learn of a change at the same moment, so their requests are spread out. */
const SPREAD_MS = 800;

interface SidebarCounts {
  /** Conversations with unread messages. */
  unread: number;
  /** The reader's own to-dos. */
  overdue: number;
  today: number;
}

const none: SidebarCounts = { unread: 0, overdue: 0, today: 0 };

/** Counts shown in the sidebar, loaded separately so that no screen waits for them. */
export function useSidebarCounts(isMember: boolean): SidebarCounts {
  const [counts, setCounts] = useState(none);
  const { pathname } = useLocation();
  const waiting = useRef<ReturnType<typeof setTimeout>>();

  // Changes made by others or elsewhere come from outside this page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: refetches on navigation
  useEffect(() => {
    if (!isMember) return;
    const left = new AbortController();
    const ask = async () => {
      waiting.current = undefined;
      if (document.visibilityState !== "visible") return;
      const body = await lookUp(shellPaths.sidebarCounts(), { signal: left.signal });
      // Offline, the counts remain unchanged.
      if (isCounts(body)) setCounts(body);
    };
    const soon = () => {
      waiting.current ??= setTimeout(() => void ask(), 200 + Math.random() * SPREAD_MS);
    };
    soon();
    const timer = setInterval(soon, EVERY_MS);
    const options = { signal: left.signal };
    window.addEventListener(COUNTS_CHANGED, soon, options);
    document.addEventListener("visibilitychange", soon, options);
    return () => {
      clearInterval(timer);
      clearTimeout(waiting.current);
      waiting.current = undefined;
      left.abort();
    };
  }, [pathname, isMember]);
  return counts;
}

function isCounts(body: unknown): body is SidebarCounts {
  if (typeof body !== "object" || body === null) return false;
  return ["unread", "overdue", "today"].every((name) => typeof Reflect.get(body, name) === "number");
}
