import { useEffect, useRef, useState } from "react";
import type { SchedulerJob } from "~/domain/scheduling/scheduler";
import { afterPaint } from "./after-paint";
import type { DayFeedback } from "./drop-feedback";
import type { SchedulerScreen } from "./view";

/** What speaks against the day as it is shown; null until it is known. Worked out after the day is drawn, never before. */
export function useDropFeedback(data: SchedulerScreen, jobs: readonly SchedulerJob[]): DayFeedback | null {
  const [feedback, setFeedback] = useState<DayFeedback | null>(null);
  const before = useRef<DayFeedback | null>(null);

  // Not while drawing: a dropped job shows first, its problems a moment later.
  useEffect(() => {
    let isCurrent = true;
    const cancel = afterPaint(() => {
      void import("./drop-feedback").then(
        ({ checkDay }) => {
          if (!isCurrent) return;
          before.current = checkDay(data, jobs, before.current);
          setFeedback(before.current);
        },
        () => undefined,
      );
    });
    return () => {
      isCurrent = false;
      cancel();
    };
  }, [data, jobs]);
  return feedback;
}
