import { type RefObject, useEffect } from "react";

/**
 * Outlines the jobs a search found and dims the others. Written directly to the elements, as in a drag: a board has
 * hundreds of jobs, and rendering each again for every letter would take longer than typing it.
 */
export function useMarks(
  area: RefObject<HTMLElement>,
  { found, isSearch }: { found: ReadonlySet<string> | null; isSearch: boolean },
): void {
  // React owns the elements, but not this attribute.
  useEffect(() => {
    const root = area.current;
    if (!root) return;
    const mark = () => {
      for (const element of root.querySelectorAll<HTMLElement>("[data-job]")) {
        const isFound = found?.has(element.dataset.job ?? "");
        if (found === null || (isFound && !isSearch)) delete element.dataset.mark;
        else element.dataset.mark = isFound ? "match" : "dim";
      }
    };
    mark();
    if (found === null) return;
    const observer = new MutationObserver(mark);
    observer.observe(root, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [area, found, isSearch]);
}

/** Styles of marked jobs, for an element around them. */
export const MARK_STYLES = [
  "[&_[data-mark=dim]]:opacity-30 [&_[data-shown]]:outline-3 [&_[data-shown]]:outline-primary",
  "[&_[data-mark=match]:not([data-shown])]:outline-2 [&_[data-mark=match]:not([data-shown])]:outline-ring",
].join(" ");
