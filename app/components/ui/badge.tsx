import { cva, type VariantProps } from "class-variance-authority";
import type { HTMLAttributes } from "react";
import { cn } from "~/lib/utils";
import { toneFill } from "./tone";

const badgeVariants = cva(
  "inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-full px-2 font-medium text-xs tabular",
  { variants: { tone: toneFill }, defaultVariants: { tone: "neutral" } },
);

type BadgeProps = HTMLAttributes<HTMLSpanElement> & VariantProps<typeof badgeVariants>;

/** A short fact on a tinted background: a type, a count, a mark. Use StatusBadge, which has an icon, for states. */
export function Badge({ tone, className, ...rest }: BadgeProps) {
  return <span className={cn(badgeVariants({ tone, className }))} {...rest} />;
}
