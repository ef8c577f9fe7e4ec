import type { ReactNode } from "react";
import { buttonVariants } from "~/components/ui/button";

/** Number of rows shown as cards on phones before all are shown; the style sheet hides the others. */
const FIRST_CARDS = 5;

/** Wraps a DataTable of `count` rows: phones show the first cards, and the others on request, also without scripts. */
export function FewCards({ count, children }: { count: number; children: ReactNode }) {
  return (
    <div className="few-cards">
      {children}
      {count > FIRST_CARDS && (
        <details>
          <summary className={buttonVariants({ variant: "outline" })}>
            <span>Show all {count}</span>
            <span>Show the first {FIRST_CARDS}</span>
          </summary>
        </details>
      )}
    </div>
  );
}
