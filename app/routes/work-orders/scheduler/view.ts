import { useOutletContext } from "@remix-run/react";
import type { Conflict } from "~/domain/scheduling/conflicts";
import type { LanePart, Placement, SchedulerJob, TrayJob } from "~/domain/scheduling/scheduler";
import type { SchedulerData } from "~/domain/scheduling/scheduler.server";
import type { Interval } from "~/domain/shared/intervals";
import { dayBounds, startOfDay } from "~/domain/shared/time-zones";
import type { DayFeedback } from "./drop-feedback";
import type { DropJob } from "./drops";

/** What the scheduler's loader answers. */
export type SchedulerScreen = SchedulerData & {
  fullScreen: boolean;
  /** What the schema says of the fields over it, for the browser to hold. */
  limits: { overrideReason?: number; minutes: { min?: number | string; max?: number | string } };
};

/** What the dialogs over the scheduler know of it: the day with the drops that are not saved yet. */
export interface SchedulerContext {
  data: SchedulerScreen;
  jobs: readonly SchedulerJob[];
  tray: readonly TrayJob[];
  feedback: DayFeedback | null;
  drop: (job: DropJob, to: Placement | null) => void;
  /** A day was given away: says so, and offers to take it back. */
  onReassigned: (done: { id: string; jobs: number }) => void;
}

export const useScheduler = () => useOutletContext<SchedulerContext>();

/** A drag snaps to so many minutes; with Alt to the finer step. */
export const STEP = 15;
export const FINE_STEP = 5;

/** What speaks against a job where it is, or puts it at risk. */
export interface Problem {
  kind: "conflict" | "risk" | "warning";
  code: Conflict["kind"] | "late";
  message: string;
}

/** The drive from the job before, on the axis of the day. */
export interface DrawnDrive {
  from: number;
  to: number;
  /** The job that it leads to, and the one that it comes from. */
  jobId: string;
  fromId: string;
  label: string;
  /** Null: unknown. */
  minutes: number | null;
  isShort: boolean;
}

export interface LaneJob extends LanePart {
  row: number;
}

/** Elements are found by these again. */
export const jobElementId = (id: string, technicianId: string) => `job-${id}-${technicianId}`;
/** Where jobs are dropped: on the tray, or on the lanes, of which the pointer chooses one. */
export const TRAY = "tray";
export const LANES = "lanes";
export const HOW_TO_DRAG_ID = "how-to-drag";

/** From the first instant of the days that are shown to the last. */
export function periodOf({ dates, date, zone }: Pick<SchedulerScreen, "dates" | "date" | "zone">): Interval {
  return { start: startOfDay(dates[0] ?? date, zone), end: dayBounds(dates.at(-1) ?? date, zone).end };
}
