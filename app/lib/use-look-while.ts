import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

const LOOK_MS = 1500;

/** Reads the screen's data again every moment while a queue works on what it shows. */
export function useLookWhile(isWorking: boolean): void {
  const { revalidate, state } = useRevalidator();
  // Each answer sets the next timer; the queue tells nobody when it is done.
  useEffect(() => {
    if (!isWorking || state !== "idle") return;
    const timer = setTimeout(() => document.visibilityState === "visible" && revalidate(), LOOK_MS);
    return () => clearTimeout(timer);
  }, [isWorking, state, revalidate]);
}
