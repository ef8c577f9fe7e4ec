import { cva, type VariantProps } from "class-variance-authority";
import { cn } from "~/lib/utils";

const progressVariants = cva(
  [
    "block h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-accent forced-colors:appearance-auto",
    "[&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:rounded-full",
    "[&::-webkit-progress-value]:bg-current [&::-webkit-progress-value]:transition-[width]",
    "[&::-moz-progress-bar]:rounded-full [&::-moz-progress-bar]:bg-current",
  ],
  {
    variants: {
      tone: {
        neutral: "text-muted-foreground",
        heat: "text-primary",
        cool: "text-cool",
        ok: "text-ok",
        bad: "text-bad",
        info: "text-info",
        active: "text-active",
        warn: "text-warn",
      },
    },
    defaultVariants: { tone: "cool" },
  },
);

type ProgressProps = VariantProps<typeof progressVariants> & {
  label: string;
  /** Omit if the amount is unknown. */
  value?: number;
  max?: number;
  className?: string;
};

/** A progress bar. It is the platform's own element, so it needs no script or inline style. */
export function Progress({ label, value, max = 100, tone, className }: ProgressProps) {
  return <progress aria-label={label} value={value} max={max} className={cn(progressVariants({ tone }), className)} />;
}
