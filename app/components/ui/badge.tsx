import type { HTMLAttributes } from "react";
import { cn } from "~/lib/utils";
import { type Tone, toneFill } from "./tone";

type BadgeProps = HTMLAttributes<HTMLSpanElement> & { tone?: Tone };

/** A short fact in a tint: a type, a count, a mark. A state belongs in StatusBadge, which has an icon. */
export function Badge({ tone = "neutral", className, ...rest }: BadgeProps) {
  return <span className={cn("badge", toneFill[tone], className)} {...rest} />;
}
