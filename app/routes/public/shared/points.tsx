import type { Point } from "~/content/landing";
import { cn } from "~/lib/utils";

/** Claims, each backed by one sentence. The position in the grid is set by the caller. */
export function Points({ points, className }: { points: readonly Point[]; className?: string }) {
  return (
    <dl className={cn("grid gap-x-8 gap-y-6", className)}>
      {points.map((point) => (
        <div key={point.title} className="border-border border-t pt-4">
          <dt className="font-semibold text-base text-foreground">{point.title}</dt>
          <dd className="mt-1 text-base text-muted-foreground">{point.text}</dd>
        </div>
      ))}
    </dl>
  );
}
