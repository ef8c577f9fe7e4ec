const months = [
  { x: 197, name: "Jan" },
  { x: 274, name: "Mar" },
  { x: 352, name: "May" },
  { x: 430, name: "Jul" },
  { x: 508, name: "Sep" },
  { x: 586, name: "Nov" },
] as const;
const past = "M24 118 L64 104 L104 124 L144 96";
const ahead =
  "M144 96 L183 112 L222 134 L250 156 L278 196 L318 176 L352 164 L400 150 L450 138 L508 124 L560 110 L616 98";
const without =
  "M144 96 L183 108 L222 126 L250 146 L278 182 L318 158 L352 142 L400 122 L450 104 L508 82 L560 62 L616 44";

/** A household's balance: the past, the plan, and the same plan without one expense. */
export function RunwayDrawing({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 640 292"
      className={className}
      role="img"
      aria-label="Projected balance over twelve months. It is lowest on March 3 at 412 dollars; striking out the gym lifts it."
    >
      <g className="stroke-border">
        <line x1="24" x2="616" y1="60" y2="60" />
        <line x1="24" x2="616" y1="130" y2="130" />
        <line x1="24" x2="616" y1="200" y2="200" />
      </g>
      <line x1="24" x2="616" y1="232" y2="232" className="stroke-input" strokeWidth="2" />
      <text x="28" y="226" className="fill-muted-foreground text-base sm:text-xs">
        $0
      </text>
      <path d={without} className="stroke-ok" fill="none" strokeWidth="2" strokeDasharray="2 6" strokeLinecap="round" />
      <path d={ahead} className="stroke-link" fill="none" strokeWidth="2.5" strokeDasharray="8 6" />
      <path d={past} className="stroke-link" fill="none" strokeWidth="3" strokeLinejoin="round" />
      <line x1="144" x2="144" y1="40" y2="232" className="stroke-input" strokeDasharray="2 4" />
      <text x="152" y="54" className="fill-muted-foreground text-base sm:text-xs">
        Today
      </text>
      <circle cx="278" cy="196" r="6" className="fill-card stroke-warn" strokeWidth="3" />
      <text x="292" y="216" className="fill-warn font-medium text-base tabular sm:text-sm">
        Lowest: $412 on Mar 3
      </text>
      <text x="540" y="46" textAnchor="end" className="fill-ok font-medium text-base sm:text-sm">
        Without the gym
      </text>
      <text x="606" y="142" textAnchor="end" className="fill-link font-medium text-base sm:text-sm">
        As planned
      </text>
      <g className="fill-muted-foreground text-base sm:text-xs" textAnchor="middle">
        {months.map((month) => (
          <text key={month.name} x={month.x} y="262">
            {month.name}
          </text>
        ))}
      </g>
    </svg>
  );
}
