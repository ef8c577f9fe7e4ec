import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Revalidates data every ten seconds while it is stale or incomplete. */
export function useRetry(stale: boolean): void {
  const revalidator = useRevalidator();
  const now = useRef(revalidator);
  now.current = revalidator;

  // The timer is outside React.
  useEffect(() => {
    if (!stale) return;
    const timer = setInterval(() => now.current.state === "idle" && now.current.revalidate(), 10_000);
    return () => clearInterval(timer);
  }, [stale]);
}
