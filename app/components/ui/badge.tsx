import type { HTMLAttributes } from "react";
import { cn } from "~/lib/utils";
import { type Tone, toneFill } from "./tone";

type BadgeProps = HTMLAttributes<HTMLSpanElement> & { tone?: Tone };

/** A short fact on a tinted background: a type, a count, a mark. Use StatusBadge, which has an icon, for states. */
export function Badge({ tone = "neutral", className, ...rest }: BadgeProps) {
  return <span className={cn("badge", toneFill[tone], className)} {...rest} />;
}
