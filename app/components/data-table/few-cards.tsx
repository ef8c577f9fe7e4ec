import type { ReactNode } from "react";
import { buttonVariants } from "~/components/ui/button";

/** As many rows are cards on a phone until all of them are shown; the style sheet leaves out the others. */
const FIRST_CARDS = 5;

/** Around a DataTable of `count` rows: a phone shows its first cards, and the others with one press, scripts or not. */
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
