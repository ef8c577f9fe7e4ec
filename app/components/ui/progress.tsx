import { cn } from "~/lib/utils";

type ProgressProps = {
  label: string;
  /** Leave out while the amount is not known. */
  value?: number;
  max?: number;
  tone?: "neutral" | "heat" | "cool" | "ok" | "bad";
  className?: string;
};

/** How far along. The platform's own element, so it needs no script and no inline style. */
export function Progress({ label, value, max = 100, tone = "cool", className }: ProgressProps) {
  return <progress aria-label={label} value={value} max={max} data-tone={tone} className={cn("progress", className)} />;
}
