import { placedFromTray, type SchedulerJob, type TrayJob } from "~/domain/scheduling/scheduler.rules";
import type { Drop } from "./placements";

interface Day {
  jobs: readonly SchedulerJob[];
  tray: readonly TrayJob[];
}

/** The day as it will be once the drops under way are saved. */
export function applied({ jobs, tray }: Day, drops: readonly Drop[]): { jobs: SchedulerJob[]; tray: TrayJob[] } {
  const byId = new Map(drops.map((drop) => [drop.job.id, drop]));
  const moved = jobs.flatMap((job) => {
    const drop = byId.get(job.id);
    if (!drop) return [job];
    return drop.to ? [{ ...job, ...drop.to, overrideReason: drop.overrideReason }] : [];
  });
  const placed = tray.flatMap((job) => {
    const to = byId.get(job.id)?.to;
    return to ? [placedFromTray(job, to)] : [];
  });
  return { jobs: [...moved, ...placed], tray: tray.filter((job) => !byId.get(job.id)?.to) };
}
