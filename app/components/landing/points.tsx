import { cn } from "~/components/ui/cn";
import type { Point } from "~/content/landing";

/** Claims with their one-sentence proof. The place in the grid comes from outside. */
export function Points({ points, className }: { points: readonly Point[]; className?: string }) {
  return (
    <dl className={cn("grid gap-x-8 gap-y-6", className)}>
      {points.map((point) => (
        <div key={point.title} className="border-line border-t pt-4">
          <dt className="font-semibold text-base text-ink">{point.title}</dt>
          <dd className="mt-1 text-base text-muted">{point.text}</dd>
        </div>
      ))}
    </dl>
  );
}
