const warm = [
  "M122 324 c-12 -14 10 -22 0 -36 s6 -14 4 -26 m-7 7 l7 -8 l6 9",
  "M148 324 c-12 -14 10 -22 0 -36 s6 -14 4 -26 m-7 7 l7 -8 l6 9",
  "M412 324 c12 -14 -10 -22 0 -36 s-6 -14 -4 -26 m-6 9 l6 -9 l7 8",
  "M438 324 c12 -14 -10 -22 0 -36 s-6 -14 -4 -26 m-6 9 l6 -9 l7 8",
  "M96 202 c24 -2 24 -16 46 -16 s24 -6 36 -6 m-9 -7 l9 7 l-9 7",
  "M464 202 c-24 -2 -24 -16 -46 -16 s-24 -6 -36 -6 m9 -7 l-9 7 l9 7",
];

const cold = ["M236 160 c24 -8 44 6 72 -2", "M226 180 c24 -8 56 8 82 -4", "M424 152 c-14 -6 -26 4 -42 0"] as const;

/** Cross section of a house: warm air leaves the plenum, cool air returns, and both are measured. */
export function DuctDrawing({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 560 440"
      className={className}
      role="img"
      aria-label="Section of a house: supply air leaves the furnace plenum at 118 °F and return air comes back at 70 °F, a rise of 48 °F."
    >
      <House />
      <ReturnDuct />
      <SupplyDucts />
      <Furnace />
      <g className="stroke-primary" fill="none" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
        {warm.map((path) => (
          <path key={path} d={path} />
        ))}
      </g>
      <g className="stroke-cool" fill="none" strokeWidth="3" strokeLinecap="round" strokeDasharray="1 8">
        {cold.map((path) => (
          <path key={path} d={path} />
        ))}
      </g>
      <path d="M170 392 H200 L236 358 M398 392 H374" className="stroke-input" fill="none" />
      <Reading x={74} y={364} label="Supply" value="118 °F" tone="fill-heat" />
      <Reading x={398} y={364} label="Return" value="70 °F" tone="fill-cool" />
    </svg>
  );
}

function House() {
  return (
    <g fill="none" strokeLinejoin="round">
      <path d="M60 126 V428 H500 V126" className="fill-card stroke-input" strokeWidth="2" />
      <path d="M36 130 L280 22 L524 130 Z" className="fill-card stroke-input" strokeWidth="2" />
      <path d="M61 230 H499 M61 332 H499" className="stroke-border" strokeWidth="6" />
      <path d="M4 332 H60 M500 332 H556" className="stroke-input" strokeWidth="2" />
      <g className="fill-muted-foreground text-lg tabular sm:text-sm" textAnchor="middle" stroke="none">
        <text x="122" y="164">
          71 °F
        </text>
        <text x="236" y="290">
          70 °F
        </text>
      </g>
    </g>
  );
}

function ReturnDuct() {
  return (
    <g className="stroke-cool" strokeWidth="1.5" strokeLinejoin="round">
      <path d="M316 142 H374 V408 H324 V390 H354 V184 H316 Z" className="fill-cool-soft" />
      <path d="M322 150 V176 M330 150 V176 M338 150 V176" />
      <path d="M364 200 V224 l-5 -6 M364 224 l5 -6 M364 256 V280 l-5 -6 M364 280 l5 -6" fill="none" strokeWidth="2" />
    </g>
  );
}

function SupplyDucts() {
  return (
    <path
      d="M72 206 H88 V340 H116 V328 H154 V340 H406 V328 H444 V340 H472 V206 H488 V356 H72 Z"
      className="fill-heat-soft stroke-primary"
      strokeWidth="1.5"
      strokeLinejoin="round"
    />
  );
}

function Furnace() {
  return (
    <g strokeWidth="2">
      <rect x="236" y="334" width="88" height="34" rx="3" className="fill-heat-soft stroke-primary" />
      <rect x="236" y="370" width="88" height="57" rx="4" className="fill-muted stroke-input" />
      <path
        d="M258 416 c-10 -2 -13 -12 -7 -21 c1 5 4 6 5 6 c-2 -9 3 -14 8 -18 c-1 8 8 12 8 22 c0 7 -6 12 -14 11 z"
        className="fill-primary"
      />
      <g textAnchor="middle" className="fill-foreground font-medium text-base tabular sm:text-xs">
        <text x="280" y="356">
          Plenum
        </text>
        <text x="297" y="404">
          +48°
        </text>
      </g>
    </g>
  );
}

type ReadingProps = { x: number; y: number; label: string; value: string; tone: string };

function Reading({ x, y, label, value, tone }: ReadingProps) {
  return (
    <g>
      <rect x={x} y={y} width="96" height="54" rx="6" className="fill-muted stroke-border" />
      <text x={x + 12} y={y + 22} className="fill-muted-foreground text-base sm:text-xs">
        {label}
      </text>
      <text x={x + 12} y={y + 43} className={`font-semibold text-lg tabular sm:text-base ${tone}`}>
        {value}
      </text>
    </g>
  );
}
