import type { Plan } from "./jobs";
import { driveMs, otherJobsOf, type PlannedJob, type SchedulableTechnician, timeOnSite } from "./jobs";
import { type Interval, subtract, totalMinutes } from "./rules";
import { workingTime } from "./shifts";

export type FreeTime = { technicianId: string; minutes: number; intervals: Interval[] };

/** A period to ask about has an end after its start. */
export function isPeriod({ start, end }: Interval): boolean {
  return end > start;
}

/** When the technician works and is neither on a job nor driving to one; days that the period cuts count in part. */
export function freeTime(period: Interval, technician: SchedulableTechnician, plan: Plan): FreeTime {
  const jobs = otherJobsOf(technician.id, { id: "" }, plan);
  const busy = jobs.map((job, index) => busyTime(job, jobs[index - 1] ?? null, plan));
  const intervals = subtract(workingTime(period, technician), busy);
  return { technicianId: technician.id, minutes: totalMinutes(intervals), intervals };
}

/** The drive to the job from the one before, its setup and its work; an unknown drive takes no time here. */
export function busyTime(job: PlannedJob, before: PlannedJob | null, plan: Plan): Interval {
  const site = timeOnSite(job, before);
  if (!before) return site;
  const leaves = Math.max(
    site.start - driveMs(plan.drive, before, job),
    Math.min(timeOnSite(before, null).end, site.start),
  );
  return { start: leaves, end: site.end };
}
