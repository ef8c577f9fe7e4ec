import { useCallback, useEffect, useRef, useState } from "react";
import { useLookup } from "./use-lookup";

const PAUSE_MS = 200;

/** Queries a resource route for the typed text, shortly after the last keystroke. `isPending` until the response arrives. */
export function useSearch<T>(hrefOf: (text: string) => string) {
  const { data, isLoading, load } = useLookup<T>();
  const [isWaiting, setWaiting] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const search = useCallback(
    (text: string) => {
      clearTimeout(timer.current);
      setWaiting(true);
      timer.current = setTimeout(() => {
        setWaiting(false);
        load(hrefOf(text.trim()));
      }, PAUSE_MS);
    },
    [hrefOf, load],
  );
  // A pending search would load after the field is gone.
  useEffect(() => () => clearTimeout(timer.current), []);
  return { data, isPending: isWaiting || isLoading, search };
}
