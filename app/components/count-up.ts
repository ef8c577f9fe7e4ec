import { useEffect, useRef, useState } from "react";

/** Animates a number from its last value (zero at first) to `value`; no animation if reduced motion is preferred. */
export function useCountUp(value: number, milliseconds = 650): number {
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
