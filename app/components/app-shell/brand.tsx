export function Brand() {
  return (
    <span className="inline-flex items-center gap-2 font-semibold text-base text-foreground tracking-tight">
      <PlenumMark className="size-6" />
      Plenum
    </span>
  );
}

/** The product's logo: a duct bent into a P, cold air in, warm air out. Decorative, shown next to the name. */
function PlenumMark({ className = "size-7" }: { className?: string }) {
  return (
    <svg viewBox="5 4 22 24" fill="none" strokeWidth="5" aria-hidden="true" className={className}>
      <path d="M10.5 26.5V13" className="stroke-cool" />
      <path d="M10.5 10.5V8H17a5.25 5.25 0 0 1 0 10.5h-1.5" strokeLinejoin="round" className="stroke-primary" />
    </svg>
  );
}
