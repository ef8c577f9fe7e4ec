import { cn } from "~/lib/utils";

type LevelBarProps = {
  availableMilli: number;
  reservedMilli: number;
  incomingMilli?: number;
  /** Position of the reorder mark; null: none. */
  reorderMilli?: number | null;
  /** Quantity that the bar's full width represents, at least the quantity shown. */
  fullMilli?: number | null;
  tone: "ok" | "warn" | "bad";
  /** Accessible name of the bar. */
  label: string;
};

const fills = { ok: "fill-cool", warn: "fill-warn", bad: "fill-bad" };

/**
 * Stock as a bar: available, reserved in a lighter tone, incoming as an outline, and the reorder point as a mark. The
 * tone is the drawing's own fill, so that rectangles need no class.
 */
export function LevelBar(props: LevelBarProps) {
  const { availableMilli, reservedMilli, incomingMilli = 0, reorderMilli = null, fullMilli, tone, label } = props;
  const whole = Math.max(fullMilli ?? 0, availableMilli + reservedMilli + incomingMilli, (reorderMilli ?? 0) * 1.2, 1);
  const at = (milli: number) => `${Math.round((Math.max(milli, 0) / whole) * 1000) / 10}%`;
  return (
    <svg
      role="img"
      aria-label={label}
      className={cn("inline-block h-1.5 w-28 overflow-visible rounded-[3px] bg-accent", fills[tone])}
    >
      {reservedMilli > 0 && <rect height="6" rx="3" opacity="0.4" width={at(availableMilli + reservedMilli)} />}
      {availableMilli > 0 && <rect height="6" rx="3" width={at(availableMilli)} />}
      {incomingMilli > 0 && (
        <rect
          y="0.5"
          height="5"
          rx="3"
          className="fill-none stroke-cool"
          x={at(availableMilli + reservedMilli)}
          width={at(incomingMilli)}
        />
      )}
      {reorderMilli !== null && reorderMilli > 0 && (
        <rect y="-3" width="1.5" height="12" className="fill-foreground" x={at(reorderMilli)} />
      )}
    </svg>
  );
}
