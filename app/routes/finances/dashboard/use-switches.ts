import { useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
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
  const [draft, setDraft] = useState<Switch[] | null>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>();
  const address = runwayHref(query);
  // What was sent has arrived, or something else led here; a change that still waits is newer than either.
  // biome-ignore lint/correctness/useExhaustiveDependencies: an arrival is what counts
  useEffect(() => {
    if (waiting.current === undefined) setDraft(null);
  }, [address]);
  // Whoever leaves for a dialog takes the change along in its address: to follow it later would close the dialog again.
  const leavesFor = useNavigation().location?.pathname;
  useEffect(() => {
    if (leavesFor === undefined || leavesFor === paths.financeDashboard()) return;
    clearTimeout(waiting.current);
    waiting.current = undefined;
  }, [leavesFor]);
  useEffect(() => () => clearTimeout(waiting.current), []);
  function set(switches: Switch[]): void {
    setDraft(switches);
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => {
      waiting.current = undefined;
      navigate(runwayHref({ ...query, switches }), { replace: true, preventScrollReset: true });
    }, PAUSE_MS);
  }
  return [draft ? { ...query, switches: draft } : query, set];
}
