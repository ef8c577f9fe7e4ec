import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

const LOOK_MS = 1500;

/** Reloads the screen's data repeatedly while a queue is working on it. */
export function useLookWhile(isWorking: boolean): void {
  const { revalidate, state } = useRevalidator();
  // Each response starts the next timer, because the queue sends no completion event.
  useEffect(() => {
    if (!isWorking || state !== "idle") return;
    const timer = setTimeout(() => document.visibilityState === "visible" && revalidate(), LOOK_MS);
    return () => clearTimeout(timer);
  }, [isWorking, state, revalidate]);
}
