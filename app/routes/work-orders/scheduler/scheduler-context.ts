import { useOutletContext } from "@remix-run/react";
import type { Conflict } from "~/domain/scheduling/conflicts";
import type { LanePart, Placement, SchedulerWorkOrder, TrayWorkOrder } from "~/domain/scheduling/scheduler";
import type { SchedulerData } from "~/domain/scheduling/scheduler.server";
import type { Interval } from "~/domain/shared/time/intervals";
import { dayBounds, startOfDay } from "~/domain/shared/time/time-zones";
import type { DayFeedback } from "./drop-feedback";
import type { DropWorkOrder } from "./drops";

/** The scheduler loader's data. */
export type SchedulerScreen = SchedulerData & {
  fullScreen: boolean;
  /** Schema limits of the form fields, for validation in the browser. */
  limits: { overrideReason?: number; minutes: { min?: number | string; max?: number | string } };
};

/** Shared with the dialogs over the scheduler: the day, including unsaved drops. */
export interface SchedulerContext {
  data: SchedulerScreen;
  jobs: readonly SchedulerWorkOrder[];
  tray: readonly TrayWorkOrder[];
  feedback: DayFeedback | null;
  drop: (workOrder: DropWorkOrder, to: Placement | null) => void;
  /** A day was reassigned: shows a message with an undo. */
  onReassigned: (done: { id: string; jobs: number }) => void;
}

export const useScheduler = () => useOutletContext<SchedulerContext>();

/** Drags snap to this many minutes; with Alt, to the finer step. */
export const STEP = 15;
export const FINE_STEP = 5;

/** A conflict of a job at its current placement, or a risk to it. */
export interface Problem {
  kind: "conflict" | "risk" | "warning";
  code: Conflict["kind"] | "late";
  message: string;
}

/** The drive from the previous job, on the day's axis. */
export interface DrawnDrive {
  from: number;
  to: number;
  /** The job it leads to, and the job it comes from. */
  workOrderId: string;
  fromId: string;
  label: string;
  /** Null: unknown. */
  minutes: number | null;
  isShort: boolean;
}

export interface LaneWorkOrder extends LanePart {
  row: number;
}

/** Ids by which elements are found again. */
export const workOrderElementId = (id: string, technicianId: string) => `job-${id}-${technicianId}`;
/** Drop targets: the tray, or all lanes, of which the pointer selects one. */
export const TRAY = "tray";
export const LANES = "lanes";
export const HOW_TO_DRAG_ID = "how-to-drag";

/** From the first instant of the days shown to the last. */
export function periodOf({ dates, date, zone }: Pick<SchedulerScreen, "dates" | "date" | "zone">): Interval {
  return { start: startOfDay(dates[0] ?? date, zone), end: dayBounds(dates.at(-1) ?? date, zone).end };
}
