const center = { x: 150, y: 150 };
const dial = { from: -220, degrees: 260, psig: 200 };

/** Where a pressure (psig) stands on the dial, in SVG coordinates. */
function onDial(psig: number, radius: number) {
  const angle = ((dial.from + (psig / dial.psig) * dial.degrees) * Math.PI) / 180;
  return { x: round(center.x + radius * Math.cos(angle)), y: round(center.y + radius * Math.sin(angle)) };
}

// Two decimals are enough for a pixel, and they are the same on the server and in the browser.
const round = (value: number) => Math.round(value * 100) / 100;

function arc(from: number, to: number, radius: number) {
  const start = onDial(from, radius);
  const end = onDial(to, radius);
  const large = ((to - from) / dial.psig) * dial.degrees > 180 ? 1 : 0;
  return `M${start.x} ${start.y} A${radius} ${radius} 0 ${large} 1 ${end.x} ${end.y}`;
}

const ticks = Array.from({ length: 21 }, (_, index) => index * 10);
const needle = onDial(118, 92);

/** The suction gauge of the reading beside it. */
export function GaugeDrawing({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 300 300" className={className} role="img" aria-label="Suction gauge at 118 psig on R-410A">
      <circle cx={center.x} cy={center.y} r="146" className="fill-card stroke-input" strokeWidth="3" />
      <path d={arc(0, 200, 126)} className="stroke-accent" fill="none" strokeWidth="10" />
      <path d={arc(102, 130, 126)} className="stroke-cool" fill="none" strokeWidth="10" />
      {ticks.map((psig) => (
        <Tick key={psig} psig={psig} />
      ))}
      <line
        x1={center.x}
        y1={center.y}
        x2={needle.x}
        y2={needle.y}
        className="stroke-primary"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <circle cx={center.x} cy={center.y} r="9" className="fill-primary" />
      <text x={center.x} y="232" textAnchor="middle" className="fill-foreground font-semibold text-lg tabular">
        118 psig
      </text>
      <text x={center.x} y="258" textAnchor="middle" className="fill-muted-foreground text-base">
        R-410A
      </text>
    </svg>
  );
}

function Tick({ psig }: { psig: number }) {
  const numbered = psig % 50 === 0;
  const outer = onDial(psig, 116);
  const inner = onDial(psig, numbered ? 100 : 108);
  const label = onDial(psig, 80);
  return (
    <g>
      <line x1={inner.x} y1={inner.y} x2={outer.x} y2={outer.y} className="stroke-muted-foreground" strokeWidth="2" />
      {numbered && (
        <text x={label.x} y={label.y + 5} textAnchor="middle" className="fill-muted-foreground text-base tabular">
          {psig}
        </text>
      )}
    </g>
  );
}
