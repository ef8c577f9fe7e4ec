import { z } from "zod";
import { blankToNull, paging, pagingView, scheduleDate } from "~/domain/shared/fields";
import { WORK_KINDS } from "./forecast";
import { CAUSE_KINDS } from "./performance";
import { PERIODS } from "./period";

const day = blankToNull(scheduleDate).default(null);

export const PerformanceQuery = z.object({
  period: z.enum(PERIODS, { error: "Unknown period" }).default("month"),
  /** A day of the period; by default today. */
  on: day,
  /** For a custom period, both days included. */
  from: day,
  to: day,
});
export type PerformanceQuery = z.output<typeof PerformanceQuery>;

/** Kinds of jobs behind a figure. */
const JOB_KINDS = ["called_back", "second_visit"] as const;

/** An id, or `none` for jobs without one. */
const idOrNone = (error: string) =>
  blankToNull(z.union([z.literal("none"), z.guid().toLowerCase()], { error })).default(null);

export const PerformanceJobs = z.object({
  from: scheduleDate,
  to: scheduleDate,
  technicianId: idOrNone("Unknown technician"),
  serviceTypeId: idOrNone("Unknown service type"),
  only: blankToNull(z.enum(JOB_KINDS, { error: "Unknown kind of job" })).default(null),
  /** The step of the playbook or the part that caused the callback. */
  causeKind: blankToNull(z.enum(CAUSE_KINDS, { error: "Unknown cause" })).default(null),
  cause: blankToNull(z.string().max(255)).default(null),
  ...paging,
});
export type PerformanceJobs = z.output<typeof PerformanceJobs>;
export const PerformanceJobsView = PerformanceJobs.extend(pagingView);

export const CohortPlans = z.object({
  started: scheduleDate.describe("A day of the quarter in which the plans started"),
  retained: day.describe("A day of a quarter at whose end the plans were still active; by default all plans"),
  ...paging,
});
export type CohortPlans = z.output<typeof CohortPlans>;
export const CohortPlansView = CohortPlans.extend(pagingView);

export const WeekWork = z.object({
  week: scheduleDate.describe("A day of the week"),
  kind: z.enum(WORK_KINDS, { error: "Unknown kind of work" }),
  ...paging,
});
export type WeekWork = z.output<typeof WeekWork>;
export const WeekWorkView = WeekWork.extend(pagingView);

export const ForecastWeekQuery = z.object({ week: scheduleDate.describe("A day of the week") });
export type ForecastWeekQuery = z.output<typeof ForecastWeekQuery>;

export const PERFORMANCE_FILES = [
  "totals",
  "technicians",
  "service-types",
  "callbacks",
  "months",
  "forecast",
  "plans",
] as const;
export type PerformanceFile = (typeof PERFORMANCE_FILES)[number];
