import { type MutableRefObject, useEffect } from "react";

/**
 * Clears a timer that will navigate once a click follows a link to another page: otherwise the timer would lead back. The click
 * itself counts, because the router may report the navigation only after the timer.
 */
export function useCanceledByLink(timer: MutableRefObject<ReturnType<typeof setTimeout> | undefined>): void {
  // A link may be anywhere on the page.
  useEffect(() => {
    const clicked = (event: MouseEvent) => {
      const link = followedLink(event);
      if (link && link.pathname !== window.location.pathname) clearTimeout(timer.current);
    };
    addEventListener("click", clicked, true);
    return () => removeEventListener("click", clicked, true);
  }, [timer]);
}

/** The link that a click follows in this tab; null for none. */
export function followedLink(event: Event): HTMLAnchorElement | null {
  const isElsewhere = event instanceof MouseEvent && (event.metaKey || event.ctrlKey || event.shiftKey);
  return isElsewhere || !(event.target instanceof Element) ? null : event.target.closest<HTMLAnchorElement>("a[href]");
}
