import { useEffect, useRef, useState } from "react";

/** The number counting from its last value (zero at first) to `value`; without animation where reduced motion is preferred. */
export function useCountUp(value: number, milliseconds = 650): number {
  const [shown, setShown] = useState(value);
  const from = useRef(0);

  // Runs on the screen's own clock, frame by frame.
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
