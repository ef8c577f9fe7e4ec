import { placedFromTray, type SchedulerJob, type TrayJob } from "~/domain/scheduling/scheduler";
import type { Drop } from "./drops";

interface Day {
  jobs: readonly SchedulerJob[];
  tray: readonly TrayJob[];
}

/** The day as it will be once the drops under way are saved; what they leave alone stays the very same. */
export function applied(day: Day, drops: readonly Drop[]): Day {
  if (drops.length === 0) return day;
  const byId = new Map(drops.map((drop) => [drop.job.id, drop]));
  const aside = new Map(drops.flatMap(({ room }): [string, number][] => (room ? [[room.job.id, room.start]] : [])));
  const moved = day.jobs.flatMap((job) => {
    const start = aside.get(job.id);
    if (start !== undefined) return [{ ...job, start }];
    const drop = byId.get(job.id);
    if (!drop) return [job];
    return drop.to ? [{ ...job, ...drop.to, overrideReason: drop.overrideReason }] : [];
  });
  const placed = day.tray.flatMap((job) => {
    const to = byId.get(job.id)?.to;
    return to ? [placedFromTray(job, to)] : [];
  });
  const tray = placed.length > 0 ? day.tray.filter((job) => !byId.get(job.id)?.to) : day.tray;
  return { jobs: [...moved, ...placed], tray };
}
