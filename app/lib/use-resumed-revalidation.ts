import { useLocation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Reads the screens anew once more where a navigation cut a revalidation off: what changed meanwhile would stay unseen,
 * since opening or closing a dialog reads nothing behind it.
 */
export function useResumedRevalidation(): void {
  const { state, revalidate } = useRevalidator();
  const { key } = useLocation();
  const startedAt = useRef<string>();

  // The router does not say that it cut a revalidation off; a finished one ends at the address where it began.
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
