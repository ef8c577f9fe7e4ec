import { useLocation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Repeats a revalidation that a navigation canceled: changes made meanwhile would otherwise not be shown, since opening
 * or closing a dialog does not reload the screen behind it.
 */
export function useResumedRevalidation(): void {
  const { state, revalidate } = useRevalidator();
  const { key } = useLocation();
  const startedAt = useRef<string>();

  // The router does not report a canceled revalidation; a finished one ends at the location where it began.
  useEffect(() => {
    if (state === "loading") {
      startedAt.current ??= key;
      return;
    }
    const isCutOff = startedAt.current !== undefined && startedAt.current !== key;
    startedAt.current = undefined;
    if (isCutOff) revalidate();
  }, [state, key, revalidate]);
}
