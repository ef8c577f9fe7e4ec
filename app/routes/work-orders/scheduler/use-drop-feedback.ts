import { useEffect, useRef, useState } from "react";
import type { SchedulerJob } from "~/domain/scheduling/scheduler";
import { afterPaint } from "./after-paint";
import type { Judge } from "./drop-feedback";
import type { SchedulerScreen } from "./view";

/** What stands against the day as it is shown; null until it is known. Worked out after the day is drawn, never before. */
export function useJudge(data: SchedulerScreen, jobs: readonly SchedulerJob[]): Judge | null {
  const [judge, setJudge] = useState<Judge | null>(null);
  const before = useRef<Judge | null>(null);

  // Not while drawing: a dropped job shows first, what is said of it a moment later.
  useEffect(() => {
    let called = true;
    const forget = afterPaint(() => {
      void import("./drop-feedback").then(
        ({ judgeDay }) => {
          if (!called) return;
          before.current = judgeDay(data, jobs, before.current);
          setJudge(before.current);
        },
        () => undefined,
      );
    });
    return () => {
      called = false;
      forget();
    };
  }, [data, jobs]);
  return judge;
}
