import { cn } from "~/lib/utils";

type LevelBarProps = {
  availableMilli: number;
  reservedMilli: number;
  incomingMilli?: number;
  /** Where the reorder mark stands; null: none. */
  reorderMilli?: number | null;
  /** What the bar's whole width means, at least what is shown. */
  fullMilli?: number | null;
  tone: "ok" | "warn" | "bad";
  /** Read out in its place. */
  label: string;
};

const WIDTH = 120;
const fills = { ok: "fill-cool", warn: "fill-warn", bad: "fill-bad" };

/** Stock as a bar: what is available, what is reserved lighter, what is on its way as an outline, the reorder point as a mark. */
export function LevelBar(props: LevelBarProps) {
  const { availableMilli, reservedMilli, incomingMilli = 0, reorderMilli = null, fullMilli, tone, label } = props;
  const whole = Math.max(fullMilli ?? 0, availableMilli + reservedMilli + incomingMilli, (reorderMilli ?? 0) * 1.2, 1);
  const at = (milli: number) => Math.round((Math.max(milli, 0) / whole) * WIDTH * 10) / 10;
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${WIDTH} 12`} className="h-3 w-28">
      <rect y="3" width={WIDTH} height="6" rx="3" className="fill-accent" />
      {reservedMilli > 0 && (
        <rect
          y="3"
          width={at(availableMilli + reservedMilli)}
          height="6"
          rx="3"
          className={cn(fills[tone], "opacity-40")}
        />
      )}
      <rect y="3" width={at(availableMilli)} height="6" rx="3" className={fills[tone]} />
      {incomingMilli > 0 && (
        <rect
          x={at(availableMilli + reservedMilli)}
          y="3.5"
          width={at(incomingMilli)}
          height="5"
          rx="2.5"
          className="fill-none stroke-cool"
        />
      )}
      {reorderMilli !== null && reorderMilli > 0 && (
        <rect x={at(reorderMilli)} width="1.5" height="12" className="fill-foreground" />
      )}
    </svg>
  );
}
