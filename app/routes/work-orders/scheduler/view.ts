import type { LanePart, SchedulerJob, TrayJob } from "~/domain/scheduling/scheduler";
import type { SchedulerData } from "~/domain/scheduling/scheduler.server";

/** What the scheduler's loader answers. */
export type SchedulerScreen = SchedulerData & { fullScreen: boolean; address: string; stale: boolean };

/** Pixels of a minute on the hours' axis. */
export const SCALE = 1.5;
/** A drag snaps to so many minutes; with Alt held to the finer step. */
export const STEP = 15;
export const FINE_STEP = 5;
/** Height of one row of jobs in a lane, in rem. */
export const ROW = 3.25;

/** What stands against a job where it is, or puts it at risk. */
export interface Problem {
  kind: "conflict" | "risk" | "warning";
  message: string;
}

/** The way from the job before, on the axis of the day. */
export interface DrawnDrive {
  from: number;
  to: number;
  label: string;
  short: boolean;
}

export interface LaneJob extends LanePart {
  row: number;
}

/** Elements are found by these again. */
export const jobElementId = (id: string, technicianId: string) => `job-${id}-${technicianId}`;
export const howToDragId = "how-to-drag";

/** What is open beside the board. */
export type ShownJob = { kind: "booked"; job: SchedulerJob } | { kind: "waiting"; job: TrayJob };
