import { addDays, HOUR_MS, isScheduleDate } from "~/domain/shared/time/dates";
import { clip, type Interval, totalMinutes } from "~/domain/shared/time/intervals";
import { dayBounds, type Instant, startOfDay, wallTimeOf } from "~/domain/shared/time/time-zones";
import type { Priority } from "~/domain/work-order-basics/priority";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import { freeTime, lanesOn, type Plan, type SchedulableTechnician } from "./calendar";
import { civilDays, workingTime } from "./shifts";

const DEFAULT_PERIOD_DAYS = 7;

/** The maximum length of a period. */
const MAX_PERIOD_DAYS = 92;

/** A requested period: civil days of the business, instants, or nothing. */
export type PeriodInput = { startDate?: string; endDate?: string };

/**
 * Resolves a period. Civil days count whole, the last one included; the default start is today, the default length a week.
 * Returns a string if the input is invalid: the message.
 */
export function periodOf({ startDate, endDate }: PeriodInput, now: Instant, zone: string): Interval | string {
  const start = startDate ? instantFrom(startDate, zone) : startOfDay(wallTimeOf(now, zone).date, zone);
  const usualLast = addDays(wallTimeOf(start, zone).date, DEFAULT_PERIOD_DAYS - 1);
  const end = endDate ? endFrom(endDate, zone) : dayBounds(usualLast, zone).end;
  if (end <= start) return "The end must be after the start";
  if (end - start > (MAX_PERIOD_DAYS * 24 + 1) * HOUR_MS) return `Choose at most ${MAX_PERIOD_DAYS} days`;
  return { start, end };
}

function instantFrom(text: string, zone: string): Instant {
  return isScheduleDate(text) ? startOfDay(text, zone) : Date.parse(text);
}

function endFrom(text: string, zone: string): Instant {
  return isScheduleDate(text) ? dayBounds(text, zone).end : Date.parse(text);
}

type WorkloadWorkOrder = { status: WorkOrderStatus; priority: Priority; minutes: number };

export type Workload = {
  /** Booked and not completed, including on hold. */
  openJobs: number;
  completedJobs: number;
  byPriority: Record<Priority, number>;
  bookedMinutes: number;
  availableMinutes: number;
  freeMinutes: number;
  /** Booked share of the available time, in whole percent; above 100 is overtime, null without a shift. */
  utilization: number | null;
};

/** Returns a technician's workload in a period; `availableMinutes` is the shift time in it without breaks and time off. */
export function workload(jobs: readonly WorkloadWorkOrder[], availableMinutes: number): Workload {
  const open = jobs.filter(isOpen);
  const booked = jobs.filter((workOrder) => isOpen(workOrder) || isDone(workOrder));
  const bookedMinutes = booked.reduce(
    (sum, workOrder) => sum + (workOrder.status === "on_hold" ? 0 : workOrder.minutes),
    0,
  );
  const countOf = (priority: Priority) => open.filter((workOrder) => workOrder.priority === priority).length;
  return {
    openJobs: open.length,
    completedJobs: jobs.filter(isDone).length,
    byPriority: {
      low: countOf("low"),
      normal: countOf("normal"),
      high: countOf("high"),
      emergency: countOf("emergency"),
    },
    bookedMinutes,
    availableMinutes,
    freeMinutes: Math.max(0, availableMinutes - bookedMinutes),
    utilization: availableMinutes > 0 ? Math.round((bookedMinutes / availableMinutes) * 100) : null,
  };
}

function isOpen({ status }: WorkloadWorkOrder): boolean {
  return !(status === "unscheduled" || status === "completed" || status === "closed" || status === "cancelled");
}

function isDone({ status }: WorkloadWorkOrder): boolean {
  return status === "completed" || status === "closed";
}

type FreeDay = {
  date: string;
  freeMinutes: number;
  /** Why there is no free time that day: a holiday, time off, no shift. */
  note: string | null;
};

type Availability = {
  technicianId: string;
  /** Shift time in the period without breaks, time off and holidays. */
  workingMinutes: number;
  /** What is left from now on after jobs and the drives to them. */
  freeMinutes: number;
  intervals: Interval[];
  days: FreeDay[];
};

/** Returns a technician's free time in a period; partial days count in part. `away`: on leave, so no free time. */
export function availabilityIn(
  period: Interval,
  technician: SchedulableTechnician,
  { plan, away, now }: { plan: Plan; away: boolean; now: Instant },
): Availability {
  const working = away ? [] : workingTime(period, technician);
  const isOver = period.end <= now;
  const ahead = { start: Math.max(period.start, now), end: period.end };
  const free = away || isOver ? [] : freeTime(ahead, technician, plan).intervals;
  const days = civilDays(period, technician.zone).map((date) => ({
    date,
    freeMinutes: totalMinutes(clip(free, dayBounds(date, technician.zone))),
    note: away ? "On leave" : (lanesOn(date, [technician])[0]?.note ?? null),
  }));
  return {
    technicianId: technician.id,
    workingMinutes: totalMinutes(working),
    freeMinutes: totalMinutes(free),
    intervals: free,
    days,
  };
}

/** Most free time first; those without any last. */
export function byFreeMinutes(a: Availability, b: Availability): number {
  return b.freeMinutes - a.freeMinutes || b.workingMinutes - a.workingMinutes;
}
