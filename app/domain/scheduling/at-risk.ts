import { formatDuration, formatTime } from "~/domain/shared/date-format";
import { MINUTE_MS } from "~/domain/shared/dates";
import type { Instant } from "~/domain/shared/time-zones";
import { formatArrivalWindow } from "~/domain/technicians/arrival-window";
import { blocksCalendar, type DriveLookup, driveMs, type PlannedJob } from "~/domain/technicians/calendar";

/** A planned job and its actual progress so far. */
export type RunningJob = PlannedJob & { startedAt: Instant | null; finishedAt: Instant | null };

export type JobAtRisk = {
  jobId: string;
  lateMinutes: number;
  projectedStart: Instant;
  /** Starts after the promised window. */
  missesWindow: boolean;
  message: string;
};

/** Returns the jobs of one technician's day that will start late as things stand; the plan is not changed. */
export function jobsAtRisk(jobs: readonly RunningJob[], now: Instant, drive: DriveLookup): JobAtRisk[] {
  const risks: JobAtRisk[] = [];
  let before: { job: RunningJob; ends: Instant } | null = null;
  for (const job of jobs.filter(blocksCalendar).toSorted((a, b) => a.start - b.start)) {
    const arrives: Instant = before ? before.ends + driveMs(drive, before.job, job) : job.start;
    const begins: Instant = job.startedAt ?? Math.max(job.start, arrives, now);
    const risk = job.startedAt === null ? riskOf(job, begins, before?.job ?? null) : null;
    if (risk) risks.push(risk);
    before = { job, ends: job.finishedAt ?? endOf(job, begins, now) };
  }
  return risks;
}

// A job that has overrun ends now at the earliest.
function endOf(job: RunningJob, begins: Instant, now: Instant): Instant {
  return Math.max(begins + job.minutes * MINUTE_MS, now);
}

function riskOf(job: RunningJob, begins: Instant, before: RunningJob | null): JobAtRisk | null {
  const lateMinutes = Math.ceil((begins - job.start) / MINUTE_MS);
  if (lateMinutes <= 0) return null;
  const missesWindow = job.arrivalWindow !== null && begins > job.arrivalWindow.end;
  const cause = before ? ` after ${before.label}` : "";
  const missed =
    missesWindow && job.arrivalWindow
      ? ` Misses the window: promised ${formatArrivalWindow(job.arrivalWindow, job.zone)} to ${job.customerName}.`
      : "";
  const late = formatDuration(lateMinutes);
  const message = `${job.label} would start ${late} late${cause}, at ${formatTime(begins, job.zone)}.${missed}`;
  return { jobId: job.id, lateMinutes, projectedStart: begins, missesWindow, message };
}
