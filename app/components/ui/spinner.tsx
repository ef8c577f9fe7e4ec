import { cn } from "~/lib/utils";

type SpinnerProps = { label?: string; className?: string };

/** A loading spinner. With a `label` it is announced; without one it is decoration next to text. */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <span role={label ? "status" : undefined} className={cn("inline-flex", className)}>
      <svg viewBox="0 0 16 16" fill="none" aria-hidden="true" className="size-4 animate-spin">
        <circle cx="8" cy="8" r="6.5" stroke="currentColor" strokeWidth="2" opacity="0.25" />
        <path d="M8 1.5A6.5 6.5 0 0 1 14.5 8" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
