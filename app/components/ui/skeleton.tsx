import { cn } from "~/lib/utils";

/** Holds the place of what is coming: give it the size of the real thing. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn("block animate-pulse rounded-sm bg-accent", className)} />;
}
