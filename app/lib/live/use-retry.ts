import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Revalidates stale data every ten seconds until it loads. */
export function useRetry(stale: boolean): void {
  const revalidator = useRevalidator();
  const now = useRef(revalidator);
  now.current = revalidator;

  // A clock outside of React.
  useEffect(() => {
    if (!stale) return;
    const timer = setInterval(() => now.current.state === "idle" && now.current.revalidate(), 10_000);
    return () => clearInterval(timer);
  }, [stale]);
}
