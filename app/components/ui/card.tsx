import { forwardRef, type HTMLAttributes } from "react";
import { cn } from "~/lib/utils";

type Div = HTMLAttributes<HTMLDivElement>;

/** A bordered panel. Do not nest cards. */
export const Card = forwardRef<HTMLDivElement, Div>(function Card({ className, ...rest }, ref) {
  return <div ref={ref} className={cn("rounded-md border border-border bg-card", className)} {...rest} />;
});
