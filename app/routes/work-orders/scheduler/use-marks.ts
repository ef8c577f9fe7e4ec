import { type RefObject, useEffect } from "react";

/**
 * Rings the jobs that a search found and lets the others step back. Written to the elements, as a drag does: a board has
 * hundreds of jobs, and drawing each again for every letter would take longer than typing it.
 */
export function useMarks(
  area: RefObject<HTMLElement>,
  { found, isSearch }: { found: ReadonlySet<string> | null; isSearch: boolean },
): void {
  // The elements are React's, this attribute is not.
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

/** How marked jobs look; for the element around them. */
export const MARK_STYLES = [
  "[&_[data-mark=dim]]:opacity-30 [&_[data-mark=match]]:outline-2 [&_[data-mark=match]]:outline-ring",
  "[&_[data-shown]]:outline-3! [&_[data-shown]]:outline-primary!",
].join(" ");
