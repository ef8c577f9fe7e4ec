/** The mark, a duct that bends into a P with cold air in and warm air out, and the name. */
export function Brand() {
  return (
    <span className="inline-flex items-center gap-2 font-semibold text-base text-ink tracking-tight">
      <svg viewBox="5 4 22 24" fill="none" strokeWidth="5" aria-hidden="true" className="size-6">
        <path d="M10.5 26.5V14" className="stroke-cool" />
        <path d="M10.5 11.5V8H17a5.25 5.25 0 0 1 0 10.5h-1.5" strokeLinejoin="round" className="stroke-ember" />
      </svg>
      Plenum
    </span>
  );
}
