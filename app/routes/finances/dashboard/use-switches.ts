import { useNavigate, useNavigation } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Switch } from "~/domain/finance/forecast/switches";
import { followedLink } from "~/lib/use-canceled-by-link";
import { paths } from "~/paths";
import { type RunwayQuery, runwayHref } from "./what-if-query";

/** Limits a dragged slider to a few requests per second. */
const PAUSE_MS = 200;

/**
 * The switches in the URL, with a setter that takes effect immediately: the URL follows after a pause and replaces the
 * previous one, so that Back leaves the page instead of undoing each change.
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
  // The submitted switches have arrived, or another navigation led here; a pending change is newer than either.
  const address = runwayHref(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each navigation
  useEffect(() => {
    if (state === "idle" && waiting.current === undefined) setDraft(null);
  }, [address, state]);
  const leavesFor = location?.pathname;
  // A navigation either includes the change in its URL or drops it: applying it later would lead back here.
  useEffect(() => {
    if (leavesFor !== undefined && leavesFor !== paths.financeDashboard()) drop();
  }, [leavesFor, drop]);
  // The click itself counts, because the router may report the navigation only after the pause.
  useEffect(() => {
    const leave = (event: Event) => {
      if (event.type !== "click" || followedLink(event) !== null) drop();
    };
    const events = ["click", "submit", "popstate"] as const;
    for (const event of events) addEventListener(event, leave, true);
    return () => {
      for (const event of events) removeEventListener(event, leave, true);
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
