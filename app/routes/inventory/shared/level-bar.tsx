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

/**
 * Stock as a bar: what is available, what is reserved lighter, what is on its way as an outline, the reorder point as a mark. How
 * each looks is said once, in the styles: a list has a bar on every row.
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
