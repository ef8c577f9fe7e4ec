import { TriangleAlert } from "lucide-react";
import { BoardMiniature } from "./board-miniature";

const fixes = [
  { action: "Start at 1:00 PM", effect: "adds no driving, the window moves" },
  { action: "Give to Priya", effect: "adds 8 min, no one else is affected" },
] as const;

/** The board and what it says about its one conflict: over the empty hours on a wide screen, below on a narrow one. */
export function BoardFigure() {
  return (
    <figure>
      <div className="relative">
        <div className="overflow-hidden rounded-md border border-border bg-card">
          <BoardMiniature className="h-auto w-full min-w-[48rem]" />
        </div>
        <div className="mt-3 rounded-md border border-border bg-accent p-4 lg:absolute lg:right-[8%] lg:bottom-3 lg:mt-0 lg:shadow-popover">
          <p className="flex items-center gap-2 font-semibold text-base text-foreground">
            <TriangleAlert aria-hidden className="size-4 shrink-0 text-warn" />
            Heat pump start-up needs 30 min of driving, has 15
          </p>
          <ul className="mt-2 space-y-1 text-sm">
            {fixes.map((fix) => (
              <li key={fix.action}>
                <span className="font-medium text-link">{fix.action}</span>{" "}
                <span className="text-muted-foreground">{fix.effect}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <figcaption className="mt-2 text-muted-foreground text-sm">A sample Friday at 10:24 AM.</figcaption>
    </figure>
  );
}
