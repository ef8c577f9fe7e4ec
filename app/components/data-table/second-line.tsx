import type { ReactNode } from "react";
import { cn } from "~/lib/utils";

/** A muted line below a cell's first one, cut off at the end unless it `wraps`. */
export function SecondLine({ wraps = false, children }: { wraps?: boolean; children: ReactNode }) {
  return (
    <span className={cn("block font-normal text-muted-foreground text-sm", !wraps && "truncate")}>{children}</span>
  );
}
