import { cn } from "~/components/ui/cn";

/** The mark: one chamber, warm air rising to one side of it and cold air falling to the other. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={cn("shrink-0", className)}>
      <rect x="3" y="3" width="26" height="26" rx="7" className="stroke-edge" strokeWidth="1.5" />
      <path d="M9.5 22.5v-6.2a6 6 0 0 1 6-6h7" className="stroke-ember" strokeWidth="3" strokeLinecap="round" />
      <path
        d="M15.5 22.5v-3a3.2 3.2 0 0 1 3.2-3.2h3.8"
        className="stroke-focus"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
}

export function Brand() {
  return (
    <span className="inline-flex items-center gap-2 font-semibold text-base text-ink tracking-tight">
      <BrandMark className="size-7" />
      Plenum
    </span>
  );
}
