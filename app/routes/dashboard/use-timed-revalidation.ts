import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useLiveState } from "~/lib/live/use-live-events";

/**
 * Reloads the screen's data at an interval, for changes without a live event: only while the page is visible and online and no
 * other request is in progress.
 */
export function useTimedRevalidation(everyMs: number): void {
  const revalidator = useRevalidator();
  const navigation = useNavigation();
  const live = useLiveState();
  const now = useRef({ revalidator, navigation, live });
  now.current = { revalidator, navigation, live };

  // Time passes outside of React.
  useEffect(() => {
    const timer = setInterval(() => {
      const { revalidator, navigation, live } = now.current;
      const isIdle = revalidator.state === "idle" && navigation.state === "idle";
      if (isIdle && live === "live" && document.visibilityState === "visible") revalidator.revalidate();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
