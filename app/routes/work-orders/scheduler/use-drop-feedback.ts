import { useEffect, useRef, useState } from "react";
import type { SchedulerWorkOrder } from "~/domain/scheduling/scheduler";
import { afterPaint } from "./after-paint";
import type { DayFeedback } from "./drop-feedback";
import type { SchedulerScreen } from "./scheduler-context";

/** Problems of the day as shown; null until computed, which happens after the day is rendered. */
export function useDropFeedback(data: SchedulerScreen, jobs: readonly SchedulerWorkOrder[]): DayFeedback | null {
  const [feedback, setFeedback] = useState<DayFeedback | null>(null);
  const before = useRef<DayFeedback | null>(null);

  // Not during rendering: a dropped job appears first, its problems a moment later.
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
