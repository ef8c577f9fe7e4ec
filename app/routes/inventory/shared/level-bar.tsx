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

/**
 * Stock as a bar: available, reserved in a lighter tone, incoming as an outline, and the reorder point as a mark. The
 * styles are shared, because a list has a bar in every row.
 */
export function LevelBar(props: LevelBarProps) {
  const { availableMilli, reservedMilli, incomingMilli = 0, reorderMilli = null, fullMilli, tone, label } = props;
  const whole = Math.max(fullMilli ?? 0, availableMilli + reservedMilli + incomingMilli, (reorderMilli ?? 0) * 1.2, 1);
  const at = (milli: number) => `${Math.round((Math.max(milli, 0) / whole) * 1000) / 10}%`;
  return (
    <svg role="img" aria-label={label} className="level" data-tone={tone === "ok" ? undefined : tone}>
      {reservedMilli > 0 && <rect data-is="reserved" width={at(availableMilli + reservedMilli)} />}
      {availableMilli > 0 && <rect width={at(availableMilli)} />}
      {incomingMilli > 0 && (
        <rect data-is="incoming" x={at(availableMilli + reservedMilli)} width={at(incomingMilli)} />
      )}
      {reorderMilli !== null && reorderMilli > 0 && <rect data-is="mark" x={at(reorderMilli)} />}
    </svg>
  );
}
