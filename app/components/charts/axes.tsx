/** Props of every axis. */
export const axis = { stroke: "var(--color-input)", tick: <AxisTick />, tickLine: false } as const;

/** For an axis of short names; only as many are shown as fit its width. */
export const namesAxis = { ...axis, tick: <AxisTick isThinned />, interval: 0 } as const;

/** For a vertical axis, whose few values all fit. */
export const valueAxis = { ...axis, axisLine: false, interval: 0 } as const;
export const grid = {
  stroke: "var(--color-border)",
  vertical: false,
  // Recharts measures the axis labels for vertical grid lines even if none are drawn.
  verticalCoordinatesGenerator: () => [],
} as const;

// Width of the widest letters at the chart's font size, in pixels.
const LETTER = 8;

type AxisTickProps = {
  isThinned?: boolean;
  // The other props are added by recharts.
  x?: number | string;
  y?: number | string;
  width?: number | string;
  index?: number;
  visibleTicksCount?: number;
  payload?: { value: string | number };
  textAnchor?: "start" | "middle" | "end";
  verticalAnchor?: "start" | "middle" | "end";
  tickFormatter?: (value: string | number, index: number) => string;
};

/** An axis label. Recharts' own measures each label in the page, and again on every layout. */
function AxisTick({ isThinned, payload, index = 0, tickFormatter, ...place }: AxisTickProps) {
  const { x, y, width, visibleTicksCount = 1, textAnchor, verticalAnchor } = place;
  const value = payload?.value ?? "";
  const text = tickFormatter ? tickFormatter(value, index) : String(value);
  const room = Number(width) / visibleTicksCount;
  if (isThinned && index % Math.ceil((text.length * LETTER + LETTER) / room) !== 0) return null;
  return (
    <text
      x={x}
      y={y}
      dy={verticalAnchor === "start" ? "0.71em" : "0.355em"}
      textAnchor={textAnchor}
      className="fill-muted-foreground"
    >
      {text}
    </text>
  );
}

const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

/** Minor units as '4.2K', for an axis. */
export function shortMoney(minor: number): string {
  return compact.format(minor / 100);
}

/**
 * Props of bars that open something when clicked, from their whole height. The chart's own click reports the bar that the pointer
 * was over a frame before, which is another one for a tap.
 */
export const opened = (onPick: ((at: number) => void) | undefined) =>
  onPick && {
    background: { fill: "transparent" },
    onClick: (_bar: unknown, at: number) => onPick(at),
    cursor: "pointer",
  };
