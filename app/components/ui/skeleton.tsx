import { cn } from "~/lib/utils";

/** Placeholder for content that is loading: give it the size of the real content. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn("block animate-pulse rounded-sm bg-accent", className)} />;
}
