import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Revalidates data that is stale or still growing every ten seconds, until it is not. */
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
