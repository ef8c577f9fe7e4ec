import { useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * For the frame only: repeats a reload that a navigation canceled, after a write or someone else's change. Its changes would
 * otherwise not be shown, since opening or closing a dialog does not reload the screen behind it.
 */
export function useResumedReload(): void {
  const { state, formMethod, location: next } = useNavigation();
  const revalidator = useRevalidator();
  const { key } = useLocation();
  /** Key of the location at which a reload in progress ends unless it is canceled. */
  const endsAt = useRef<string>();

  // The router does not report what it canceled.
  useEffect(() => {
    if (formMethod && formMethod !== "GET") endsAt.current = next?.key;
    else if (revalidator.state === "loading") endsAt.current ??= key;
    else if (state === "idle") {
      const isCutOff = endsAt.current !== undefined && endsAt.current !== key;
      endsAt.current = undefined;
      if (isCutOff) revalidator.revalidate();
    }
  }, [state, formMethod, next, revalidator, key]);
}
