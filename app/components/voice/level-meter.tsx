import { useEffect, useState } from "react";

const BARS = 32;
const STEP_MS = 80;

/** The input level of the last seconds, which shows whether the microphone picks up anything. */
export function LevelMeter({ isOn, level }: { isOn: boolean; level: () => number }) {
  const [levels, setLevels] = useState<readonly number[]>(() => Array(BARS).fill(0));

  // The microphone is outside React.
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => setLevels((before) => [...before.slice(1), level()]), STEP_MS);
    return () => clearInterval(timer);
  }, [isOn, level]);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${BARS * 6} 40`}
      className={isOn ? "h-10 w-full max-w-sm text-link" : "h-10 w-full max-w-sm text-subtle-foreground opacity-60"}
    >
      {levels.map((loud, at) => {
        const height = Math.max(2, Math.round(loud * 40));
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are identified by position
        return <rect key={at} x={at * 6} y={(40 - height) / 2} width={4} height={height} rx={2} fill="currentColor" />;
      })}
    </svg>
  );
}
