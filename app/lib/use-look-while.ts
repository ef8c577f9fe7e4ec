import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

const LOOK_MS = 1500;

/** Reads the screen's data again every moment while something is being sent, which takes seconds at the most. */
export function useLookWhile(isSending: boolean): void {
  const { revalidate, state } = useRevalidator();
  // Each answer sets the next timer; the queue tells nobody when it is done.
  useEffect(() => {
    if (!isSending || state !== "idle") return;
    const timer = setTimeout(() => document.visibilityState === "visible" && revalidate(), LOOK_MS);
    return () => clearTimeout(timer);
  }, [isSending, state, revalidate]);
}
