type Entry = { label: string; state: "Saved" | "Queued"; y: number };

const entries: readonly Entry[] = [
  { label: "Filter replaced", state: "Saved", y: 196 },
  { label: "Flame sensor 3.1 µA", state: "Saved", y: 248 },
  { label: "Rise 48 °F, in range", state: "Queued", y: 300 },
  { label: "Photo of nameplate", state: "Queued", y: 352 },
];

/** A job on the technician's phone without signal: what is synced, and what is still waiting. */
export function PhoneDrawing({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 280 560"
      className={className}
      role="img"
      aria-label="A phone without cell service: two checklist entries are saved, two are queued on the phone, and the job can be completed."
    >
      <rect x="2" y="2" width="276" height="556" rx="32" className="fill-card stroke-input" strokeWidth="3" />
      <rect x="106" y="14" width="68" height="8" rx="4" className="fill-accent" />
      <text x="24" y="50" className="fill-muted-foreground text-xs tabular">
        10:24 AM
      </text>
      <text x="256" y="50" textAnchor="end" className="fill-muted-foreground text-xs">
        No service
      </text>
      <rect x="14" y="64" width="252" height="40" rx="8" className="fill-warn-soft" />
      <path d="M34 76 v9 l6 4" className="stroke-warn" fill="none" strokeWidth="2" strokeLinecap="round" />
      <circle cx="34" cy="84" r="9" className="stroke-warn" fill="none" strokeWidth="2" />
      <text x="54" y="89" className="fill-warn font-medium text-sm">
        2 changes not synced
      </text>
      <text x="24" y="138" className="fill-muted-foreground text-xs tabular">
        WO-142 · 9:30 to 11:15 AM
      </text>
      <text x="24" y="166" className="fill-foreground font-semibold text-lg">
        Furnace tune-up
      </text>
      {entries.map((entry) => (
        <Row key={entry.label} entry={entry} />
      ))}
      <rect x="14" y="412" width="252" height="56" rx="8" className="fill-muted stroke-border" />
      <text x="140" y="445" textAnchor="middle" className="fill-foreground font-medium text-base">
        Get signature
      </text>
      <rect x="14" y="480" width="252" height="56" rx="8" className="fill-primary" />
      <text x="140" y="513" textAnchor="middle" className="fill-primary-foreground font-semibold text-base">
        Complete job
      </text>
    </svg>
  );
}

function Row({ entry }: { entry: Entry }) {
  const saved = entry.state === "Saved";
  return (
    <g>
      <line x1="24" x2="256" y1={entry.y - 14} y2={entry.y - 14} className="stroke-border" />
      <rect x="24" y={entry.y} width="22" height="22" rx="5" className="fill-active-soft stroke-active" />
      <path d={`M29 ${entry.y + 11} l5 5 l8 -9`} className="stroke-active" fill="none" strokeWidth="2.5" />
      <text x="56" y={entry.y + 16} className="fill-foreground text-sm">
        {entry.label}
      </text>
      <text
        x="256"
        y={entry.y + 16}
        textAnchor="end"
        className={`font-medium text-xs ${saved ? "fill-ok" : "fill-warn"}`}
      >
        {entry.state}
      </text>
    </g>
  );
}
