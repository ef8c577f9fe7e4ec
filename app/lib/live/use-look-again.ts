import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useLiveState } from "./use-live-events";

/**
 * Reads the screen's data anew every so often, for what no event tells: only while it is looked at, connected and nothing else is
 * being read or sent.
 */
export function useLookAgain(everyMs: number): void {
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
