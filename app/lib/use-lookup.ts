import { useCallback, useRef, useState } from "react";

/**
 * Queries a resource route while someone types. Uses fetch rather than a fetcher: offline, a lookup returns nothing and
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
    void read<T>(href, request.signal).then((data) => {
      if (latest.current === request) setState({ data, isLoading: false });
    });
  }, []);
  return { ...state, load };
}

/** Null if there is no usable response: offline, redirected to sign-in, or a server error. */
async function read<T>(href: string, signal: AbortSignal): Promise<T | null> {
  try {
    const response = await fetch(href, { signal, headers: { Accept: "application/json" } });
    return response.ok && !response.redirected ? await response.json() : null;
  } catch {
    return null;
  }
}
