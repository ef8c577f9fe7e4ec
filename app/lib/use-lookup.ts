import { useCallback, useRef, useState } from "react";
import { lookUp } from "./request";

/**
 * Queries a resource route while someone types. Not with a fetcher: offline, a lookup returns nothing and
 * the page is unaffected, even if the route was never used before. Only the last request counts.
 */
export function useLookup<T>(): { data: T | null; isLoading: boolean; load: (href: string) => void } {
  const [state, setState] = useState<{ data: T | null; isLoading: boolean }>({ data: null, isLoading: false });
  const latest = useRef<AbortController>();
  const load = useCallback((href: string) => {
    latest.current?.abort();
    const request = new AbortController();
    latest.current = request;
    setState(({ data }) => ({ data, isLoading: true }));
    void lookUp<T>(href, { signal: request.signal }).then((data) => {
      if (latest.current === request) setState({ data, isLoading: false });
    });
  }, []);
  return { ...state, load };
}
