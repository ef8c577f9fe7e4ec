import { useNavigate, useNavigation } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Switch } from "~/domain/finance/forecast/switches";
import { paths } from "~/paths";
import { type RunwayQuery, runwayHref } from "./what-if-query";

/** Long enough that a slider that is drawn along asks a few times a second at most. */
const PAUSE_MS = 200;

/**
 * The switches of the address, and a way to set them that shows at once: the address follows after a pause, in place of the one
 * before it, so that Back leaves the page and not the play.
 */
export function useSwitches(query: RunwayQuery): [RunwayQuery, (switches: Switch[]) => void] {
  const navigate = useNavigate();
  const { state, location } = useNavigation();
  const [draft, setDraft] = useState<Switch[] | null>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>();
  const drop = useCallback(() => {
    clearTimeout(waiting.current);
    waiting.current = undefined;
  }, []);
  // What was sent has arrived, or something else led here; a change that still waits is newer than either.
  const address = runwayHref(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an arrival is what counts
  useEffect(() => {
    if (state === "idle" && waiting.current === undefined) setDraft(null);
  }, [address, state]);
  // Whoever leaves takes the change along in the link's address or leaves it behind: to follow it later would lead back here. The
  // press itself counts, ahead of the page's links: the router's word of it can come after the pause.
  const leavesFor = location?.pathname;
  useEffect(() => {
    if (leavesFor !== undefined && leavesFor !== paths.financeDashboard()) drop();
  }, [leavesFor, drop]);
  useEffect(() => {
    const leave = (event: Event) => {
      if (event.type !== "click" || isFollowed(event)) drop();
    };
    const ways = ["click", "submit", "popstate"] as const;
    for (const way of ways) addEventListener(way, leave, true);
    return () => {
      for (const way of ways) removeEventListener(way, leave, true);
      drop();
    };
  }, [drop]);
  function set(switches: Switch[]): void {
    setDraft(switches);
    drop();
    waiting.current = setTimeout(() => {
      drop();
      navigate(runwayHref({ ...query, switches }), { replace: true, preventScrollReset: true });
    }, PAUSE_MS);
  }
  return [draft ? { ...query, switches: draft } : query, set];
}

/** A press of a link, unless it opens another tab. */
function isFollowed(event: Event): boolean {
  const isElsewhere = event instanceof MouseEvent && (event.metaKey || event.ctrlKey || event.shiftKey);
  return !isElsewhere && event.target instanceof Element && event.target.closest("a[href]") !== null;
}
