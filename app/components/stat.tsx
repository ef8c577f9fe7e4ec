import type { ReactNode } from "react";
import { useEffect, useRef, useState } from "react";
import { Card } from "~/components/ui/card";
import { cn } from "~/lib/utils";

type StatProps = {
  label: ReactNode;
  value: number;
  /** Formats the number; called for each frame of the animation. Whole numbers in en-US by default. */
  format?: (value: number) => string;
  /** Shown after the number in a lighter tone: %, h, °F. */
  unit?: ReactNode;
  /** A comparison, or where the number comes from. */
  hint?: ReactNode;
  /** Red if negative: for money. */
  signed?: boolean;
  className?: string;
};

const whole = (value: number) => Math.round(value).toLocaleString("en-US");

/** One important number. It counts up when it first appears and when it changes. */
export function Stat({ label, value, format = whole, unit, hint, signed = false, className }: StatProps) {
  const shown = useCountUp(value);
  const suffix = unit && <span className="ml-1 font-normal text-base text-subtle-foreground">{unit}</span>;
  return (
    <Card className={cn("min-w-0 p-4", className)}>
      <p className="truncate text-muted-foreground text-sm">{label}</p>
      <p className={cn("mt-1 break-words font-semibold text-lg tabular sm:text-xl", signed && value < 0 && "text-bad")}>
        <span aria-hidden="true">{format(shown)}</span>
        <span className="sr-only">{format(value)}</span>
        {suffix}
      </p>
      {hint && <div className="mt-1 text-muted-foreground text-sm">{hint}</div>}
    </Card>
  );
}

/** Animates a number from its last value (zero at first) to `value`; no animation if reduced motion is preferred. */
function useCountUp(value: number, milliseconds = 650): number {
  const [shown, setShown] = useState(value);
  const from = useRef(0);

  // Animation frames run outside React.
  useEffect(() => {
    const start = from.current;
    from.current = value;
    if (start === value || window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
      setShown(value);
      return;
    }
    const began = performance.now();
    let frame = 0;
    const draw = (time: number) => {
      const done = Math.min(1, Math.max(0, (time - began) / milliseconds));
      setShown(done === 1 ? value : start + (value - start) * (1 - (1 - done) ** 3));
      if (done < 1) frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [value, milliseconds]);

  return shown;
}
