import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

interface Reloads {
  everyMs: number;
  /** Stops after so many, when nobody is likely to be watching. */
  max: number;
}

/**
 * Reloads the page's data at an interval, because no message reaches it: only while it is visible and online, as a reload that
 * fails replaces the page, and while nothing else is loading, which a reload would cancel.
 */
export function usePeriodicReload(isNeeded: boolean, { everyMs, max }: Reloads): void {
  const revalidator = useRevalidator();
  const navigation = useNavigation();
  const now = useRef({ revalidator, navigation });
  now.current = { revalidator, navigation };

  // Time passes outside of React.
  useEffect(() => {
    if (!isNeeded) return;
    let reloads = 0;
    const timer = setInterval(() => {
      const { revalidator, navigation } = now.current;
      const isIdle = revalidator.state === "idle" && navigation.state === "idle";
      if (reloads >= max || !isIdle || !navigator.onLine || document.visibilityState !== "visible") return;
      reloads += 1;
      revalidator.revalidate();
    }, everyMs);
    return () => clearInterval(timer);
  }, [isNeeded, everyMs, max]);
}
