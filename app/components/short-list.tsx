import type { ReactNode } from "react";
import { buttonVariants } from "~/components/ui/button";

/** Rows shown on phones before 'Show all'. */
const FIRST_ROWS = 3;

/**
 * A list of which phones show the first few rows and those marked `data-always`; the rest with one tap, with or without
 * scripts.
 */
export function ShortList({ count, children }: { count: number; children: ReactNode }) {
  return (
    <div className="max-sm:[&:has(>details:not([open]))>ul>li:nth-child(n+4):not([data-always])]:hidden">
      <ul className="divide-y divide-border">{children}</ul>
      {count > FIRST_ROWS + 1 && (
        <details className="group mt-2 sm:hidden">
          <summary className={buttonVariants({ variant: "ghost", size: "sm" })}>
            <span className="group-open:hidden">Show all {count}</span>
            <span className="hidden group-open:inline">Show less</span>
          </summary>
        </details>
      )}
    </div>
  );
}
